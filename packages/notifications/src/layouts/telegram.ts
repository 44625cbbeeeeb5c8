import type { NotificationText } from "../message";
import { cleanText, escapeTelegram, safeUrl } from "./escape";

/** A button under a message: one that the bot handles, or one that opens an address. */
export type TelegramButton = { text: string; callback_data: string } | { text: string; url: string };

/** What the Bot API's sendMessage takes, with parse_mode HTML. */
export type TelegramMessage = { html: string; keyboard: TelegramButton[][] };

/** A message holds 4,096 characters; a person's text must leave room for the rest. */
const VALUE_MAX = 1_500;

/** Beside buttons that the bot handles, the link leads to another place for the same action. */
const OPEN_LABEL = "Otwórz w aplikacji";

/** Heading, texts and details in Telegram's HTML; ways on as buttons where the Bot API takes the address. */
export function telegramLayout(message: NotificationText): TelegramMessage {
  const action =
    message.action && message.buttons ? { ...message.action, label: OPEN_LABEL } : message.action;
  const links = [action, message.secondary].flatMap((link) => {
    const url = link && safeUrl(link.url);
    return url ? [{ text: link.label, url }] : [];
  });
  const inText = links.filter(({ url }) => !fitsButton(url));
  const html = [
    `${message.icon} <b>${escapeTelegram(message.heading)}</b>`,
    ...message.paragraphs.map(escapeTelegram),
    (message.details ?? [])
      .map(({ label, value }) => `<b>${escapeTelegram(label)}:</b> ${escapeTelegram(cut(value))}`)
      .join("\n"),
    inText.map(({ text, url }) => `<a href="${escapeTelegram(url)}">${escapeTelegram(text)}</a>`).join("\n"),
    message.footnote === undefined ? "" : `<i>${escapeTelegram(message.footnote)}</i>`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  const answers = (message.buttons ?? []).map(({ text, data }) => ({ text, callback_data: data }));
  return {
    html,
    keyboard: [answers, ...links.filter(({ url }) => fitsButton(url)).map((link) => [link])].filter(
      (row) => row.length > 0,
    ),
  };
}

/** Telegram refuses a whole message for a button with an address that only this machine knows. */
function fitsButton(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && hostname.includes(".") && !/^[\d.]+$/.test(hostname);
}

function cut(value: string): string {
  const all = [...cleanText(value)];
  return all.length > VALUE_MAX ? `${all.slice(0, VALUE_MAX).join("")}…` : all.join("");
}
