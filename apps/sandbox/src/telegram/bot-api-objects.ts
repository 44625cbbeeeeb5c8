import { z } from "zod";

// The objects of https://core.telegram.org/bots/api that the product exchanges, with the fields that it uses.

export const user = z.object({
  id: z.int(),
  is_bot: z.boolean(),
  first_name: z.string(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
});
export type User = z.infer<typeof user>;

/** A private chat. */
const chat = z.object({
  id: z.int(),
  type: z.literal("private"),
  first_name: z.string(),
  last_name: z.string().optional(),
  username: z.string().optional(),
});
export type Chat = z.infer<typeof chat>;

/** `offset` and `length` count UTF-16 code units; `url` is set for a `text_link`. */
export const messageEntity = z.object({
  type: z.string(),
  offset: z.int().min(0),
  length: z.int().min(1),
  url: z.string().optional(),
});
export type MessageEntity = z.infer<typeof messageEntity>;

const buttonText = z
  .string("can't parse inline keyboard button")
  .min(1, "can't parse inline keyboard button");

const inlineKeyboardButton = z.union([
  z.object({
    text: buttonText,
    /** 1–64 bytes. */
    callback_data: z.string().refine((data) => data !== "" && Buffer.byteLength(data) <= 64),
  }),
  z.object({ text: buttonText, url: z.string().refine(isButtonUrl) }),
]);
export type InlineKeyboardButton = z.infer<typeof inlineKeyboardButton>;

export const inlineKeyboardMarkup = z.object({ inline_keyboard: z.array(z.array(inlineKeyboardButton)) });

/** Asks the person's phone to answer this very message. */
export const forceReply = z.object({
  force_reply: z.literal(true),
  input_field_placeholder: z.string().min(1).max(64).optional(),
});

const plainMessage = z.object({
  message_id: z.int(),
  from: user,
  /** Seconds since 1970. */
  date: z.int(),
  edit_date: z.int().optional(),
  chat,
  text: z.string(),
  entities: z.array(messageEntity).optional(),
  reply_markup: inlineKeyboardMarkup.optional(),
  /** Of the bot: the phone answers it. Not part of the Bot API's object. */
  force_reply: z.literal(true).optional(),
});
/** A text message; `reply_to_message` is what it answers. */
export const message = plainMessage.extend({ reply_to_message: plainMessage.optional() });
export type Message = z.infer<typeof message>;

const callbackQuery = z.object({
  id: z.string(),
  from: user,
  message,
  chat_instance: z.string(),
  data: z.string(),
});
export type CallbackQuery = z.infer<typeof callbackQuery>;

const chatMember = z.object({
  status: z.enum(["member", "kicked"]),
  user,
  until_date: z.int().optional(),
});

const chatMemberUpdated = z.object({
  chat,
  from: user,
  date: z.int(),
  old_chat_member: chatMember,
  new_chat_member: chatMember,
});

const updateContent = z.union([
  z.object({ message }),
  z.object({ callback_query: callbackQuery }),
  z.object({ my_chat_member: chatMemberUpdated }),
]);
/** An update without its number. */
export type UpdateContent = z.infer<typeof updateContent>;

export const update = z.object({ update_id: z.int() }).and(updateContent);
export type Update = z.infer<typeof update>;

export const botCommand = z.object({
  command: z.string().regex(/^[a-z0-9_]{1,32}$/, "BOT_COMMAND_INVALID"),
  description: z
    .string()
    .min(1, "BOT_COMMAND_DESCRIPTION_INVALID")
    .max(256, "BOT_COMMAND_DESCRIPTION_INVALID"),
});
export type BotCommand = z.infer<typeof botCommand>;

/** Telegram requires a host with a dot. `localhost` is accepted too, so that a demo's links work. */
export function isButtonUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return ["http:", "https:"].includes(protocol) && (hostname.includes(".") || hostname === "localhost");
}
