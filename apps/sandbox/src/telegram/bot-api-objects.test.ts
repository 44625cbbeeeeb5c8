import type * as Grammy from "grammy/types";
import { expect, test } from "vitest";
import type { z } from "zod";
import {
  type BotCommand,
  type BotUser,
  type CallbackQuery,
  type Chat,
  type chatFullInfo,
  type chatMemberUpdated,
  type InlineKeyboardMarkup,
  inlineKeyboardButton,
  type MenuButton,
  type Message,
  type MessageEntity,
  message,
  messageEntity,
  type Update,
  type User,
  update,
  type WebhookInfo,
} from "./bot-api-objects";

// grammY's types are an independent transcript of the same description. The compiler holds ours against them: each
// object of the emulator can be given where grammY expects the description's (nothing required is missing, no value is
// of another kind), and no field is one that the description does not know.

type ChatMemberUpdated = z.infer<typeof chatMemberUpdated>;
type ChatFullInfo = z.infer<typeof chatFullInfo>;
/** grammY wants the missing `reply_to_message` of a message replied to spelled out as undefined. */
type Unquoted = Omit<Message, "reply_to_message">;
type Content<Name extends string> = Extract<Update, { [Key in Name]: unknown }>;

export const asGrammy = {
  user: (user: User): Grammy.User => user,
  botUser: (user: BotUser): Grammy.UserFromGetMe => user,
  chat: (chat: Chat): Grammy.Chat => chat,
  chatFullInfo: (chat: ChatFullInfo): Grammy.ChatFullInfo => chat,
  entity: (entity: MessageEntity): Grammy.MessageEntity => entity,
  message: (given: Unquoted): Grammy.Message => given,
  keyboard: (keyboard: InlineKeyboardMarkup): Grammy.InlineKeyboardMarkup => keyboard,
  callbackQuery: (query: Omit<CallbackQuery, "message"> & { message: Unquoted }): Grammy.CallbackQuery =>
    query,
  memberUpdated: (membership: ChatMemberUpdated): Grammy.ChatMemberUpdated => membership,
  membershipUpdate: (given: Content<"my_chat_member">): Grammy.Update => given,
  webhookInfo: (info: Omit<WebhookInfo, "allowed_updates">): Grammy.WebhookInfo => info,
  command: (command: BotCommand): Grammy.BotCommand => command,
  menuButton: (button: MenuButton): Grammy.MenuButton => button,
};

type Fields<T> = T extends unknown ? keyof T : never;
type Undescribed<Ours, Theirs> = Exclude<Fields<Ours>, Fields<Theirs>>;
type UndescribedFields =
  | Undescribed<User, Grammy.User>
  | Undescribed<BotUser, Grammy.UserFromGetMe>
  | Undescribed<Chat, Grammy.Chat>
  | Undescribed<ChatFullInfo, Grammy.ChatFullInfo>
  | Undescribed<MessageEntity, Grammy.MessageEntity>
  | Undescribed<Message, Grammy.Message>
  | Undescribed<InlineKeyboardMarkup, Grammy.InlineKeyboardMarkup>
  | Undescribed<InlineKeyboardMarkup["inline_keyboard"][number][number], Grammy.InlineKeyboardButton>
  | Undescribed<CallbackQuery, Grammy.CallbackQuery>
  | Undescribed<ChatMemberUpdated, Grammy.ChatMemberUpdated>
  | Undescribed<ChatMemberUpdated["new_chat_member"], Grammy.ChatMember>
  | Undescribed<Update, Grammy.Update>
  | Undescribed<WebhookInfo, Grammy.WebhookInfo>
  | Undescribed<BotCommand, Grammy.BotCommand>
  | Undescribed<MenuButton, Grammy.MenuButton>;
/** Holds an entry for each field that the description does not know: none. */
export const undescribed: Record<UndescribedFields, never> = {};

const user: User = { id: 1, is_bot: false, first_name: "Anna" };
const text: Message = {
  message_id: 1,
  from: user,
  date: 1,
  chat: { id: 1, type: "private", first_name: "Anna" },
  text: "x",
};

test.each([
  ["a field that nobody described", message, { ...text, colour: "red" }],
  ["a message without its chat", message, { ...text, chat: undefined }],
  ["an empty list of entities", message, { ...text, entities: [] }],
  ["an entity of no length", messageEntity, { type: "bold", offset: 0, length: 0 }],
  ["a link without its address", messageEntity, { type: "text_link", offset: 0, length: 1 }],
  ["an unknown entity", messageEntity, { type: "blink", offset: 0, length: 1 }],
  ["65 bytes of callback data", inlineKeyboardButton, { text: "x", callback_data: `${"ż".repeat(32)}x` }],
  ["a button of two kinds", inlineKeyboardButton, { text: "x", callback_data: "x", url: "https://a.pl/" }],
  ["a button of no kind", inlineKeyboardButton, { text: "x" }],
  ["an update with two contents", update, { update_id: 1, message: text, edited_message: text }],
  ["an update without content", update, { update_id: 1 }],
])("the schemas refuse %s", (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false);
});

test("the schemas take what they describe", () => {
  expect(update.parse({ update_id: 1, message: text })).toEqual({ update_id: 1, message: text });
});
