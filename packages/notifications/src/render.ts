import type { RenderableNotification } from "./define-notification";
import { cleanLine } from "./layouts/escape";
import { mailFooter } from "./layouts/mail-footer";
import { mailHtml } from "./layouts/mail-html";
import { mailText } from "./layouts/mail-text";
import { type TelegramMessage, telegramLayout } from "./layouts/telegram";
import { detail, type NotificationText, type RenderContext } from "./message";

/** An e-mail without its addresses. */
export type MailContent = { subject: string; text: string; html: string };

/** Renders a notification for Telegram. */
export function renderTelegram(
  notification: RenderableNotification,
  context: RenderContext,
): TelegramMessage {
  return telegramLayout(messageFor(notification, context));
}

/** Renders a notification as an e-mail. */
export function renderMail(notification: RenderableNotification, context: RenderContext): MailContent {
  const message = messageFor(notification, context);
  const footer = mailFooter(notification.kind, context);
  return {
    subject: cleanLine(message.subject),
    text: mailText(message, footer),
    html: mailHtml(message, footer),
  };
}

/** Names the child first in what a parent reads. */
function messageFor(notification: RenderableNotification, context: RenderContext): NotificationText {
  const message = notification.message(context);
  const child = detail("Uczeń", context.child?.name ?? "");
  const isNamed = message.details?.some(({ label }) => label === child[0]?.label);
  return child.length === 0 || isNamed || message.isBare
    ? message
    : { ...message, details: [...child, ...(message.details ?? [])] };
}
