import { z } from "zod";
import { BotApiError, badRequest, tooManyRequests } from "./bot-api-error";
import {
  type BotCommand,
  botCommand,
  forceReply,
  inlineKeyboardMarkup,
  type Message,
  messageEntity,
  type User,
} from "./bot-api-objects";
import type { CallbackQueries } from "./callback-queries";
import type { ChatBook, ChatRecord } from "./chat-book";
import { parseHtml } from "./parse-html";
import type { RateLimiter } from "./rate-limits";
import { characterCount, TEXT_MAX, trimmed, withAutomaticEntities } from "./text-entities";
import type { UpdateQueue } from "./update-queue";
import type { WebhookDelivery } from "./webhook-delivery";

/** What the methods work on. */
export interface MethodContext {
  readonly bot: User;
  readonly chats: ChatBook;
  readonly queue: UpdateQueue;
  readonly webhook: WebhookDelivery;
  readonly callbacks: CallbackQueries;
  /** null: no limits. */
  readonly limiter: RateLimiter | null;
  setCommands(commands: BotCommand[]): void;
}

/** Runs one method. The signal aborts when the caller hangs up. Throws a BotApiError. */
type Method = (context: MethodContext, parameters: unknown, signal: AbortSignal) => unknown;

function method<T>(
  schema: z.ZodType<T>,
  run: (context: MethodContext, parameters: T, signal: AbortSignal) => unknown,
): Method {
  return (context, parameters, signal) => {
    const given = schema.safeParse(parameters);
    if (!given.success) throw badRequest(z.prettifyError(given.error));
    return run(context, given.data, signal);
  };
}

const chatId = z.coerce.number("chat_id is empty").int();
const messageId = z.int("message identifier is not specified");
const formatted = z.object({
  text: z.string("message text is empty"),
  parse_mode: z.literal("HTML").optional(),
  entities: z.array(messageEntity).default([]),
});
const allowedUpdates = z.array(z.string()).optional();

/** The methods that the product calls. */
const METHODS: Readonly<Record<string, Method>> = {
  getMe: method(z.unknown(), ({ bot }) => bot),

  setMyCommands: method(
    z.object({ commands: z.array(botCommand).max(100) }),
    ({ setCommands }, { commands }) => {
      setCommands(commands);
      return true;
    },
  ),

  getUpdates: method(
    z.object({
      offset: z.int().default(0),
      limit: z.int().min(1).max(100).default(100),
      timeout: z.int().min(0).max(50).default(0),
      allowed_updates: allowedUpdates,
    }),
    ({ webhook, queue }, { allowed_updates: allowed, timeout, ...range }, signal) => {
      if (webhook.settings)
        throw new BotApiError(409, "Conflict: can't use getUpdates method while webhook is active");
      return queue.take({ ...range, timeoutSeconds: timeout, allowed }, signal);
    },
  ),

  setWebhook: method(
    z.object({
      url: z.string().refine(mayBeWebhook, "bad webhook: An HTTPS URL must be provided for webhook"),
      secret_token: z
        .string()
        .regex(/^[\w-]{0,256}$/)
        .default(""),
      allowed_updates: allowedUpdates,
    }),
    ({ queue, webhook }, { url, secret_token: secretToken, allowed_updates: allowed }) => {
      queue.allow(allowed);
      queue.endPolls();
      webhook.set({ url, secretToken });
      return true;
    },
  ),

  deleteWebhook: method(z.unknown(), ({ webhook }) => {
    webhook.set(null);
    return true;
  }),

  sendMessage: method(
    z.object({
      chat_id: chatId,
      ...formatted.shape,
      reply_markup: z.union([inlineKeyboardMarkup, forceReply]).optional(),
    }),
    ({ chats, limiter, bot }, { chat_id: id, reply_markup, ...given }) => {
      const content = readText(given);
      const chat = chats.require(id);
      const wait = limiter?.take(id) ?? 0;
      if (wait > 0) throw tooManyRequests(wait);
      const markup =
        reply_markup && "force_reply" in reply_markup
          ? { force_reply: true as const }
          : keyboard(reply_markup);
      return chats.add(chat, { from: bot, ...content, ...markup });
    },
  ),

  editMessageText: method(
    z.object({
      chat_id: chatId,
      message_id: messageId,
      ...formatted.shape,
      reply_markup: inlineKeyboardMarkup.optional(),
    }),
    (context, { chat_id, message_id, reply_markup, ...given }) => {
      const content = readText(given);
      const { chat, message } = findOwnMessage(context, chat_id, message_id);
      const { reply_markup: _, entities: __, ...rest } = message;
      return edit(context, chat, message, { ...rest, ...content, ...keyboard(reply_markup) });
    },
  ),

  editMessageReplyMarkup: method(
    z.object({ chat_id: chatId, message_id: messageId, reply_markup: inlineKeyboardMarkup.optional() }),
    (context, { chat_id, message_id, reply_markup }) => {
      const { chat, message } = findOwnMessage(context, chat_id, message_id);
      const { reply_markup: _, ...rest } = message;
      return edit(context, chat, message, { ...rest, ...keyboard(reply_markup) });
    },
  ),

  answerCallbackQuery: method(
    z.object({
      callback_query_id: z.string(),
      text: z.string().max(200, "MESSAGE_TOO_LONG").default(""),
      show_alert: z.boolean().default(false),
    }),
    ({ callbacks, chats }, { callback_query_id, text, show_alert: showAlert }) => {
      const answer = { text, showAlert };
      chats.showAnswer(callbacks.answer(callback_query_id, answer), answer);
      return true;
    },
  ),
};

/** Returns the method of that name, or undefined if the emulator has none. */
export const findMethod = (name: string): Method | undefined =>
  Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;

function readText({ text, parse_mode, entities }: z.infer<typeof formatted>) {
  const parsed = parse_mode ? parseHtml(text) : { text, entities };
  const read = trimmed(withAutomaticEntities(parsed));
  if (!read.text) throw badRequest("message text is empty");
  if (characterCount(read.text) > TEXT_MAX) throw badRequest("message is too long");
  return read.entities.length > 0 ? read : { text: read.text };
}

/** Leaves out an empty keyboard, as Telegram does. */
function keyboard(markup: Message["reply_markup"]): Pick<Message, "reply_markup"> {
  const rows = markup?.inline_keyboard.filter((row) => row.length > 0) ?? [];
  return rows.length > 0 ? { reply_markup: { inline_keyboard: rows } } : {};
}

function findOwnMessage({ chats, bot }: MethodContext, chatId: number, messageId: number) {
  const chat = chats.require(chatId);
  const message = chat.messages.find((each) => each.message_id === messageId);
  if (!message) throw badRequest("message to edit not found");
  if (message.from.id !== bot.id) throw badRequest("message can't be edited");
  return { chat, message };
}

function edit({ chats }: MethodContext, chat: ChatRecord, before: Message, after: Message): Message {
  const shown = ({ text, entities, reply_markup }: Message) =>
    JSON.stringify([text, entities ?? [], reply_markup ?? null]);
  if (shown(before) === shown(after)) throw badRequest("message is not modified");
  const edited = { ...after, edit_date: Math.floor(Date.now() / 1000) };
  chats.replace(chat, edited);
  return edited;
}

/** HTTPS, or plain HTTP to this machine, which a Bot API server of one's own accepts too. */
function mayBeWebhook(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, protocol } = new URL(address);
  const isOwnMachine = ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
  return protocol === "https:" || (protocol === "http:" && isOwnMachine);
}
