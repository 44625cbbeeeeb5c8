import { z } from "zod";
import { badRequest } from "./bot-api-error";
import {
  CALLBACK_DATA_MAX_BYTES,
  COPY_TEXT_MAX,
  type InlineKeyboardButton,
  type InlineKeyboardMarkup,
} from "./bot-api-objects";
import type { RequestParameters } from "./request-parameters";

/** More buttons under one message are refused by Telegram's servers. */
export const BUTTONS_MAX = 100;

/** What `reply_markup` asks for; `replyKeyboard` are the texts that replace the person's keyboard, null removes it. */
export interface RequestedMarkup {
  readonly inline?: InlineKeyboardMarkup;
  readonly replyKeyboard?: string[][] | null;
}

const givenButton = z.looseObject({ text: z.string().optional() });
const givenMarkup = z.looseObject({
  inline_keyboard: z.array(z.array(givenButton)).optional(),
  keyboard: z.array(z.array(z.union([z.string(), z.looseObject({ text: z.string() })]))).optional(),
  remove_keyboard: z.boolean().optional(),
  force_reply: z.boolean().optional(),
});
type GivenButton = z.infer<typeof givenButton>;

const BUTTON_KINDS = [
  "callback_data",
  "url",
  "web_app",
  "copy_text",
  "switch_inline_query",
  "switch_inline_query_current_chat",
] as const;

/**
 * Reads `reply_markup` and holds it against the limits of the description.
 * @throws BotApiError 400 with Telegram's text for what is wrong
 */
export function readReplyMarkup(parameters: RequestParameters): RequestedMarkup {
  const markup = parameters.json("reply_markup", givenMarkup, "object expected as reply markup");
  if (!markup) return {};
  if (markup.keyboard) {
    return {
      replyKeyboard: markup.keyboard.map((row) =>
        row.map((key) => (typeof key === "string" ? key : key.text)),
      ),
    };
  }
  if (markup.remove_keyboard) return { replyKeyboard: null };
  if (!markup.inline_keyboard) return {};
  const rows = markup.inline_keyboard.filter((row) => row.length > 0).map((row) => row.map(readButton));
  if (rows.flat().length > BUTTONS_MAX) throw badRequest("reply markup is too long");
  return rows.length > 0 ? { inline: { inline_keyboard: rows } } : {};
}

function readButton(given: GivenButton): InlineKeyboardButton {
  if (!given.text) throw unreadableButton('Field "text" must be of type String');
  const kinds = BUTTON_KINDS.filter((kind) => given[kind] !== undefined);
  const style = readStyle(given.style);
  const common = style ? { text: given.text, style } : { text: given.text };
  const [kind] = kinds;
  if (!kind) throw unreadableButton("Text buttons are unallowed in the inline keyboard");
  if (kinds.length > 1) throw unreadableButton("Exactly one of the optional fields must be used");
  const value = given[kind];
  switch (kind) {
    case "callback_data": {
      const bytes = typeof value === "string" ? Buffer.byteLength(value) : 0;
      if (typeof value !== "string" || bytes < 1 || bytes > CALLBACK_DATA_MAX_BYTES)
        throw badRequest("BUTTON_DATA_INVALID");
      return { ...common, callback_data: value };
    }
    case "url":
      return { ...common, url: readButtonUrl(value, ["http:", "https:", "tg:", "ton:"]) };
    case "web_app":
      return { ...common, web_app: { url: readButtonUrl(fieldOf(value, "url"), ["https:"]) } };
    case "copy_text": {
      const text = fieldOf(value, "text");
      if (typeof text !== "string" || text.length < 1 || text.length > COPY_TEXT_MAX)
        throw badRequest("BUTTON_COPY_TEXT_INVALID");
      return { ...common, copy_text: { text } };
    }
    case "switch_inline_query":
      return { ...common, switch_inline_query: typeof value === "string" ? value : "" };
    case "switch_inline_query_current_chat":
      return { ...common, switch_inline_query_current_chat: typeof value === "string" ? value : "" };
  }
}

/** Telegram wants a host with a dot; an own machine is let through here, so that a demo's links work. */
function readButtonUrl(value: unknown, protocols: readonly string[]): string {
  const address = typeof value === "string" ? value : "";
  const wrong = badRequest(`inline keyboard button URL '${address}' is invalid: Wrong HTTP URL`);
  if (!URL.canParse(address)) throw wrong;
  const url = new URL(address);
  if (!protocols.includes(url.protocol)) throw wrong;
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  if (isWeb && !url.hostname.includes(".") && url.hostname !== "localhost") throw wrong;
  return address;
}

function readStyle(style: unknown): "danger" | "success" | "primary" | undefined {
  if (style === undefined) return undefined;
  if (style === "danger" || style === "success" || style === "primary") return style;
  throw unreadableButton("invalid button style specified");
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

const unreadableButton = (reason: string) => badRequest(`can't parse inline keyboard button: ${reason}`);
