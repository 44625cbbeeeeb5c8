import type { NotificationText } from "../message";
import { cleanText, escapeTelegram, safeUrl } from "./escape";

/** A button under a message: one that the bot handles, or one that opens an address. */
export type TelegramButton = { text: string; callback_data: string } | { text: string; url: string };

/** What the Bot API's sendMessage takes, with parse_mode HTML. */
export type TelegramMessage = { html: string; keyboard: TelegramButton[][] };

/** What a message holds, in UTF-16 units, markup apart; Telegram refuses a longer one. */
const TEXT_MAX = 4_096;
/** Room for links in the text, for what is between the parts, and for the line that counts what was left out. */
const RESERVED = 300;
/** A person's text must leave room for the rest. */
const VALUE_MAX = 1_500;
/** All paragraphs together. */
const PARAGRAPHS_MAX = 2_000;
const LINE_MAX = 200;
/** A line of details says at least so much of its value. */
const VALUE_MIN = 60;

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
  const heading = cut(message.heading, LINE_MAX);
  const paragraphMax = Math.min(VALUE_MAX, Math.floor(PARAGRAPHS_MAX / message.paragraphs.length));
  const paragraphs = message.paragraphs.map((each) => cut(each, paragraphMax));
  const footnote = cut(message.footnote ?? "", LINE_MAX);
  const rest = [heading, ...paragraphs, footnote].reduce((sum, { length }) => sum + length + 2, RESERVED);
  const html = [
    `${message.icon} <b>${escapeTelegram(heading)}</b>`,
    ...paragraphs.map(escapeTelegram),
    detailLines(message.details ?? [], TEXT_MAX - rest).join("\n"),
    inText.map(({ text, url }) => `<a href="${escapeTelegram(url)}">${escapeTelegram(text)}</a>`).join("\n"),
    footnote === "" ? "" : `<i>${escapeTelegram(footnote)}</i>`,
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

/** Details line by line, in so many characters: long values are cut, and then the last lines are left out and counted. */
function detailLines(details: NonNullable<NotificationText["details"]>, room: number): string[] {
  const lines = details.map(({ label, value }) => ({
    label: cut(label, LINE_MAX),
    value: cut(value, VALUE_MAX),
  }));
  /** The length of lines whose values are cut there. */
  const lengthOf = (some: typeof lines, max: number) =>
    some.reduce((sum, { label, value }) => sum + label.length + Math.min(value.length, max) + 4, 0);
  let shown = lines.length;
  while (shown > 0 && lengthOf(lines.slice(0, shown), VALUE_MIN) > room) shown -= 1;
  const kept = lines.slice(0, shown);
  const max =
    lengthOf(kept, VALUE_MAX) <= room
      ? VALUE_MAX
      : VALUE_MIN + Math.floor((room - lengthOf(kept, VALUE_MIN)) / shown);
  return [
    ...kept.map(({ label, value }) => `<b>${escapeTelegram(label)}:</b> ${escapeTelegram(cut(value, max))}`),
    ...(shown < lines.length ? [`… i jeszcze ${lines.length - shown}`] : []),
  ];
}

/** Cuts a text where it has more UTF-16 units, never within a character. */
function cut(value: string, max: number): string {
  const text = cleanText(value);
  if (text.length <= max) return text;
  let short = "";
  for (const character of text) {
    if (short.length + character.length >= max) break;
    short += character;
  }
  return `${short}…`;
}
