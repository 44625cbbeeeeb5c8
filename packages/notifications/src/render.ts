import type { NotificationFacts, NotificationKind } from "./kinds";
import { cleanLine } from "./layouts/escape";
import { mailFooter } from "./layouts/mail-footer";
import { mailHtml } from "./layouts/mail-html";
import { mailText } from "./layouts/mail-text";
import { type TelegramMessage, telegramLayout } from "./layouts/telegram";
import type { DetailsOf, Message, Surroundings } from "./message";
import { templates } from "./templates";

/** A mail but for its addresses. */
export type MailContent = { subject: string; text: string; html: string };

/** A kind with all that its text needs. */
export type Telling<K extends NotificationKind = NotificationKind> = {
  [Kind in K]: { kind: Kind; facts: NotificationFacts[Kind]; details: DetailsOf<Kind> };
}[K];

/** The text for Telegram. */
export function renderTelegram(telling: Telling, around: Surroundings): TelegramMessage {
  return telegramLayout(compose(telling, around));
}

/** The mail's subject and both of its parts. */
export function renderMail(telling: Telling, around: Surroundings): MailContent {
  const message = compose(telling, around);
  const footer = mailFooter(telling.kind, around);
  return {
    subject: cleanLine(message.subject),
    text: mailText(message, footer),
    html: mailHtml(message, footer),
  };
}

function compose<K extends NotificationKind>(
  { kind, facts, details }: Telling<K>,
  around: Surroundings,
): Message {
  return templates[kind](facts, details, around);
}
