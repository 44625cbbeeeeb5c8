import { z } from "zod";

/**
 * The objects that the emulator speaks in, as https://core.telegram.org/bots/api describes them: which fields are
 * there always, which are optional, what they may hold. Objects are strict, so that a field which the description
 * does not know fails the tests. Fields that only group chats, media, payments or inline mode use are left out.
 */

const unixTime = z.int().positive();
/** "it has at most 52 significant bits". */
const identifier = z
  .int()
  .min(-(2 ** 52))
  .max(2 ** 52);

const userFields = {
  id: identifier,
  is_bot: z.boolean(),
  first_name: z.string().min(1),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
};

/** https://core.telegram.org/bots/api#user */
export const user = z.strictObject(userFields);
export type User = z.infer<typeof user>;

/** User with the fields "returned only in getMe". */
export const botUser = z.strictObject({
  ...userFields,
  is_bot: z.literal(true),
  username: z.string().min(1),
  can_join_groups: z.boolean(),
  can_read_all_group_messages: z.boolean(),
  supports_inline_queries: z.boolean(),
  can_connect_to_business: z.boolean(),
  has_main_web_app: z.boolean(),
  has_topics_enabled: z.boolean(),
  allows_users_to_create_topics: z.boolean(),
  can_manage_bots: z.boolean(),
  supports_join_request_queries: z.boolean(),
});
export type BotUser = z.infer<typeof botUser>;

const privateChatFields = {
  id: identifier,
  type: z.literal("private"),
  first_name: z.string().min(1),
  last_name: z.string().optional(),
  username: z.string().optional(),
};

/** https://core.telegram.org/bots/api#chat (a private one) */
export const chat = z.strictObject(privateChatFields);
export type Chat = z.infer<typeof chat>;

/** https://core.telegram.org/bots/api#chatfullinfo (of a private chat) */
export const chatFullInfo = z.strictObject({
  ...privateChatFields,
  accent_color_id: z.int(),
  max_reaction_count: z.int(),
  accepted_gift_types: z.strictObject({
    unlimited_gifts: z.boolean(),
    limited_gifts: z.boolean(),
    unique_gifts: z.boolean(),
    premium_subscription: z.boolean(),
    gifts_from_channels: z.boolean(),
  }),
});

const entityRange = { offset: z.int().min(0), length: z.int().min(1) };

/** https://core.telegram.org/bots/api#messageentity; offset and length count UTF-16 code units. */
export const messageEntity = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.enum([
      "mention",
      "hashtag",
      "cashtag",
      "bot_command",
      "url",
      "email",
      "phone_number",
      "bold",
      "italic",
      "underline",
      "strikethrough",
      "spoiler",
      "blockquote",
      "expandable_blockquote",
      "code",
    ]),
    ...entityRange,
  }),
  z.strictObject({ type: z.literal("pre"), ...entityRange, language: z.string().optional() }),
  z.strictObject({ type: z.literal("text_link"), ...entityRange, url: z.string().min(1) }),
  z.strictObject({ type: z.literal("text_mention"), ...entityRange, user }),
  z.strictObject({ type: z.literal("custom_emoji"), ...entityRange, custom_emoji_id: z.string().min(1) }),
]);
export type MessageEntity = z.infer<typeof messageEntity>;

const buttonFields = {
  text: z.string().min(1),
  style: z.enum(["danger", "success", "primary"]).optional(),
};

/** "Data to be sent in a callback query to the bot when the button is pressed, 1-64 bytes" */
export const CALLBACK_DATA_MAX_BYTES = 64;

/** "Text to be copied to the clipboard; 1-256 characters" */
export const COPY_TEXT_MAX = 256;

/** https://core.telegram.org/bots/api#inlinekeyboardbutton: exactly one field beside the text and the style. */
export const inlineKeyboardButton = z.union([
  z.strictObject({
    ...buttonFields,
    callback_data: z
      .string()
      .refine((data) => data.length > 0 && Buffer.byteLength(data) <= CALLBACK_DATA_MAX_BYTES),
  }),
  z.strictObject({ ...buttonFields, url: z.string().min(1) }),
  z.strictObject({ ...buttonFields, web_app: z.strictObject({ url: z.string().min(1) }) }),
  z.strictObject({
    ...buttonFields,
    copy_text: z.strictObject({ text: z.string().min(1).max(COPY_TEXT_MAX) }),
  }),
  z.strictObject({ ...buttonFields, switch_inline_query: z.string() }),
  z.strictObject({ ...buttonFields, switch_inline_query_current_chat: z.string() }),
]);
export type InlineKeyboardButton = z.infer<typeof inlineKeyboardButton>;

/** https://core.telegram.org/bots/api#inlinekeyboardmarkup */
export const inlineKeyboardMarkup = z.strictObject({
  inline_keyboard: z.array(z.array(inlineKeyboardButton)),
});
export type InlineKeyboardMarkup = z.infer<typeof inlineKeyboardMarkup>;

/** https://core.telegram.org/bots/api#linkpreviewoptions */
export const linkPreviewOptions = z.strictObject({
  is_disabled: z.boolean().optional(),
  url: z.string().optional(),
  prefer_small_media: z.boolean().optional(),
  prefer_large_media: z.boolean().optional(),
  show_above_text: z.boolean().optional(),
});

const messageFields = {
  message_id: z.int().positive(),
  from: user,
  date: unixTime,
  edit_date: unixTime.optional(),
  chat,
  has_protected_content: z.literal(true).optional(),
  text: z.string().min(1),
  entities: z.array(messageEntity).min(1).optional(),
  link_preview_options: linkPreviewOptions.optional(),
  reply_markup: inlineKeyboardMarkup.optional(),
};

/** https://core.telegram.org/bots/api#message (a text); the message replied to holds no further one. */
export const message = z.strictObject({
  ...messageFields,
  reply_to_message: z.strictObject(messageFields).optional(),
});
export type Message = z.infer<typeof message>;

/** https://core.telegram.org/bots/api#inaccessiblemessage */
export const inaccessibleMessage = z.strictObject({
  chat,
  message_id: z.int().positive(),
  date: z.literal(0),
});

/** https://core.telegram.org/bots/api#callbackquery (from a button under a message) */
export const callbackQuery = z.strictObject({
  id: z.string().min(1),
  from: user,
  message: z.union([message, inaccessibleMessage]),
  chat_instance: z.string().min(1),
  data: z.string().min(1),
});
export type CallbackQuery = z.infer<typeof callbackQuery>;

/** https://core.telegram.org/bots/api#chatmember (the two kinds that a private chat knows) */
export const chatMember = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("member"), user }),
  z.strictObject({ status: z.literal("kicked"), user, until_date: z.int().min(0) }),
]);

/** https://core.telegram.org/bots/api#chatmemberupdated */
export const chatMemberUpdated = z.strictObject({
  chat,
  from: user,
  date: unixTime,
  old_chat_member: chatMember,
  new_chat_member: chatMember,
});

const updateId = { update_id: z.int().positive() };

/** https://core.telegram.org/bots/api#update: "At most one of the optional fields can be present". */
export const update = z.union([
  z.strictObject({ ...updateId, message }),
  z.strictObject({ ...updateId, edited_message: message }),
  z.strictObject({ ...updateId, callback_query: callbackQuery }),
  z.strictObject({ ...updateId, my_chat_member: chatMemberUpdated }),
]);
export type Update = z.infer<typeof update>;

/** What an update brings, without its number. */
export type UpdateContent = Update extends infer Each
  ? Each extends { update_id: number }
    ? Omit<Each, "update_id">
    : never
  : never;

/** https://core.telegram.org/bots/api#webhookinfo */
export const webhookInfo = z.strictObject({
  url: z.string(),
  has_custom_certificate: z.boolean(),
  pending_update_count: z.int().min(0),
  ip_address: z.string().optional(),
  last_error_date: unixTime.optional(),
  last_error_message: z.string().optional(),
  last_synchronization_error_date: unixTime.optional(),
  max_connections: z.int().min(1).max(100).optional(),
  allowed_updates: z.array(z.string()).optional(),
});
export type WebhookInfo = z.infer<typeof webhookInfo>;

/** https://core.telegram.org/bots/api#botcommand */
export const botCommand = z.strictObject({
  command: z.string().regex(/^[a-z0-9_]{1,32}$/),
  description: z.string().min(1).max(256),
});
export type BotCommand = z.infer<typeof botCommand>;

/** https://core.telegram.org/bots/api#menubutton */
export const menuButton = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("commands") }),
  z.strictObject({ type: z.literal("default") }),
  z.strictObject({
    type: z.literal("web_app"),
    text: z.string().min(1),
    web_app: z.strictObject({ url: z.string().min(1) }),
  }),
]);
export type MenuButton = z.infer<typeof menuButton>;
