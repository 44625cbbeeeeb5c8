import { z } from "zod";
import { badRequest, tooManyRequests } from "../bot-api-error";
import { linkPreviewOptions, type Message, messageEntity, type User } from "../bot-api-objects";
import { type ChatRecord, chatObject } from "../chat-book";
import { readReplyMarkup } from "../keyboards";
import { type FormattedText, parseHtml } from "../parse-html";
import type { RequestParameters } from "../request-parameters";
import { characterCount, TEXT_MAX, trimmed, withAutomaticEntities } from "../text-entities";
import type { MethodContext, Methods } from "./method-context";

/** "Text of the notification …, 0-200 characters" */
const CALLBACK_TEXT_MAX = 200;

const CHAT_ACTIONS = [
  "typing",
  "upload_photo",
  "record_video",
  "upload_video",
  "record_voice",
  "upload_voice",
  "upload_document",
  "choose_sticker",
  "find_location",
  "record_video_note",
  "upload_video_note",
];

const replyParameters = z.looseObject({
  message_id: z.coerce.number().int(),
  allow_sending_without_reply: z.boolean().optional(),
});

/** The methods that write into chats. */
export const messageMethods: Methods<
  | "sendMessage"
  | "editMessageText"
  | "editMessageReplyMarkup"
  | "deleteMessage"
  | "deleteMessages"
  | "answerCallbackQuery"
  | "sendChatAction"
  | "getChat"
> = {
  sendMessage(context, parameters) {
    const formatted = readText(parameters);
    const markup = readReplyMarkup(parameters);
    const chat = context.chats.require(parameters);
    const repliedTo = readRepliedTo(chat, parameters);
    const preview = parameters.json(
      "link_preview_options",
      linkPreviewOptions,
      "can't parse link preview options",
    );
    const wait = context.limiter()?.take(chat.person.id) ?? 0;
    if (wait > 0) throw tooManyRequests(wait);
    if (markup.replyKeyboard !== undefined) chat.replyKeyboard = markup.replyKeyboard;
    return context.chats.add(chat, {
      from: sender(context),
      ...content(formatted),
      ...(repliedTo ? { reply_to_message: repliedTo } : {}),
      ...(parameters.boolean("protect_content") ? { has_protected_content: true } : {}),
      ...(preview ? { link_preview_options: preview } : {}),
      ...(markup.inline ? { reply_markup: markup.inline } : {}),
    });
  },

  editMessageText(context, parameters) {
    const formatted = readText(parameters);
    const markup = readReplyMarkup(parameters);
    const { chat, message } = findOwnMessage(context, parameters);
    const { reply_markup: _, entities: __, ...rest } = message;
    return edit(context, chat, message, {
      ...rest,
      ...content(formatted),
      ...(markup.inline ? { reply_markup: markup.inline } : {}),
    });
  },

  editMessageReplyMarkup(context, parameters) {
    const markup = readReplyMarkup(parameters);
    const { chat, message } = findOwnMessage(context, parameters);
    const { reply_markup: _, ...rest } = message;
    return edit(context, chat, message, {
      ...rest,
      ...(markup.inline ? { reply_markup: markup.inline } : {}),
    });
  },

  deleteMessage(context, parameters) {
    const chat = context.chats.require(parameters);
    if (!context.chats.remove(chat, parameters.integer("message_id") ?? 0))
      throw badRequest("message to delete not found");
    return true;
  },

  deleteMessages(context, parameters) {
    const chat = context.chats.require(parameters);
    const ids = parameters.json(
      "message_ids",
      z.array(z.int()).min(1).max(100),
      "expected an Array of 1-100 message identifiers",
    );
    if (!ids) throw badRequest("message identifiers are not specified");
    for (const id of ids) context.chats.remove(chat, id);
    return true;
  },

  answerCallbackQuery(context, parameters) {
    const text = parameters.text("text");
    if (characterCount(text) > CALLBACK_TEXT_MAX) throw badRequest("MESSAGE_TOO_LONG");
    const answer = { text, showAlert: parameters.boolean("show_alert"), url: parameters.text("url") };
    const chatId = context.callbacks.answer(parameters.text("callback_query_id"), answer);
    context.chats.showAnswer(chatId, answer);
    return true;
  },

  sendChatAction(context, parameters) {
    const chat = context.chats.require(parameters);
    if (!CHAT_ACTIONS.includes(parameters.text("action")))
      throw badRequest("wrong parameter action in request");
    context.chats.showTyping(chat);
    return true;
  },

  getChat(context, parameters) {
    return {
      ...chatObject(context.chats.require(parameters)),
      accent_color_id: 0,
      max_reaction_count: 11,
      accepted_gift_types: {
        unlimited_gifts: false,
        limited_gifts: false,
        unique_gifts: false,
        premium_subscription: false,
        gifts_from_channels: false,
      },
    };
  },
};

function readText(parameters: RequestParameters): FormattedText {
  const raw = parameters.text("text");
  if (!raw.trim()) throw badRequest("message text is empty");
  const formatted = trimmed(withAutomaticEntities(parse(raw, parameters)));
  if (!formatted.text) throw badRequest("text must be non-empty");
  if (characterCount(formatted.text) > TEXT_MAX) throw badRequest("message is too long");
  return formatted;
}

/** Of the parse modes the product uses HTML alone; the two Markdowns are refused as an unknown one is. */
function parse(raw: string, parameters: RequestParameters): FormattedText {
  const mode = parameters.text("parse_mode").toLowerCase();
  if (mode === "html") return parseHtml(raw);
  if (mode && mode !== "none") throw badRequest("unsupported parse_mode");
  const entities = parameters.json("entities", z.array(messageEntity), "can't parse entities") ?? [];
  for (const { offset, length } of entities)
    if (offset + length > raw.length) throw badRequest("entity beginning or end is out of the text");
  return { text: raw, entities };
}

const content = ({ text, entities }: FormattedText) => ({
  text,
  ...(entities.length > 0 ? { entities } : {}),
});

/** The bot as messages carry it: without the fields that only getMe shows. */
function sender(context: MethodContext): User {
  const { id, first_name, username } = context.bot();
  return { id, is_bot: true, first_name, username };
}

function readRepliedTo(chat: ChatRecord, parameters: RequestParameters): Message["reply_to_message"] {
  const given = parameters.json("reply_parameters", replyParameters, "can't parse reply parameters");
  const id = given?.message_id ?? parameters.integer("reply_to_message_id");
  if (id === undefined) return undefined;
  const original = chat.messages.find((message) => message.message_id === id);
  if (original) {
    const { reply_to_message: _, ...message } = original;
    return message;
  }
  if (given?.allow_sending_without_reply || parameters.boolean("allow_sending_without_reply"))
    return undefined;
  throw badRequest("message to be replied not found");
}

function findOwnMessage(context: MethodContext, parameters: RequestParameters) {
  const chat = context.chats.require(parameters);
  const id = parameters.integer("message_id");
  if (id === undefined) throw badRequest("message identifier is not specified");
  const message = chat.messages.find((each) => each.message_id === id);
  if (!message) throw badRequest("message to edit not found");
  if (message.from.id !== context.bot().id) throw badRequest("message can't be edited");
  return { chat, message };
}

function edit(context: MethodContext, chat: ChatRecord, before: Message, after: Message) {
  const shown = ({ text, entities, reply_markup }: Message) =>
    JSON.stringify([text, entities ?? [], reply_markup ?? null]);
  if (shown(before) === shown(after)) {
    throw badRequest(
      "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
    );
  }
  const edited = { ...after, edit_date: Math.floor(Date.now() / 1000) };
  context.chats.replace(chat, edited);
  return edited;
}
