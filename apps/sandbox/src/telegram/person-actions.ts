import { randomInt } from "node:crypto";
import type { CallbackQuery, InlineKeyboardButton, Message, User } from "./bot-api-objects";
import type { CallbackQueries } from "./callback-queries";
import { type ChatBook, type ChatRecord, chatObject } from "./chat-book";
import { characterCount, TEXT_MAX, trimmed, withAutomaticEntities } from "./text-entities";
import type { UpdateQueue } from "./update-queue";

/** An action that the phone does not allow, with a Polish text. */
export class ActionRefused extends Error {}

/** The actions of people on their phones. Each becomes an update for the bot. */
export class PersonActions {
  constructor(
    private readonly bot: User,
    private readonly chats: ChatBook,
    private readonly queue: UpdateQueue,
    private readonly callbacks: CallbackQueries,
  ) {}

  /**
   * Sends a text to the bot, which also starts it. Opens the chat if it is missing.
   * @throws ActionRefused when the person blocked the bot, or the text is empty or longer than Telegram takes
   */
  sendText(chatId: number, text: string): Message {
    const chat = this.chats.open({ id: chatId });
    if (chat.reach !== "reachable")
      throw new ActionRefused("Bot jest zablokowany. Odblokuj go, aby napisać.");
    const formatted = trimmed(withAutomaticEntities({ text: text.replaceAll("\r\n", "\n"), entities: [] }));
    if (!formatted.text) throw new ActionRefused("Wpisz treść wiadomości.");
    if (characterCount(formatted.text) > TEXT_MAX)
      throw new ActionRefused(`Wiadomość może mieć najwyżej ${TEXT_MAX} znaków.`);
    chat.started = true;
    const message = this.chats.add(chat, {
      from: chat.person,
      text: formatted.text,
      ...replyTo(chat.messages.at(-1)),
      ...(formatted.entities.length > 0 ? { entities: formatted.entities } : {}),
    });
    this.queue.push({ message });
    return message;
  }

  /**
   * Presses a button under a message of the bot; buttons are counted row by row from 0.
   * @throws ActionRefused when there is no such message or button, or the button has no callback data
   */
  pressButton(chatId: number, messageId: number, index: number): CallbackQuery {
    const chat = this.chats.get(chatId);
    const message = chat.messages.find((each) => each.message_id === messageId);
    if (!message) throw new ActionRefused(`W czacie ${chatId} nie ma już wiadomości ${messageId}.`);
    const button = buttonsOf(message)[index];
    if (!button) throw new ActionRefused(`Wiadomość ${messageId} nie ma przycisku ${index}.`);
    if (!("callback_data" in button))
      throw new ActionRefused(`Przycisk „${button.text}” nie pyta bota o nic.`);
    const query: CallbackQuery = {
      id: `${randomInt(2 ** 47)}${randomInt(2 ** 20)}`,
      from: chat.person,
      message,
      chat_instance: String(chatId * 7919),
      data: button.callback_data,
    };
    this.callbacks.open(query.id, chatId, messageId);
    this.queue.push({ callback_query: query });
    this.chats.touch(chat);
    return query;
  }

  /** Blocks the bot: its calls for this chat get 403. */
  block(chatId: number): void {
    const chat = this.chats.get(chatId);
    if (chat.reach !== "reachable") return;
    this.#pushMembership(chat, "member", "kicked");
    chat.reach = "blocked";
    this.chats.touch(chat);
  }

  unblock(chatId: number): void {
    const chat = this.chats.get(chatId);
    if (chat.reach !== "blocked") return;
    this.#pushMembership(chat, "kicked", "member");
    chat.reach = "reachable";
    this.chats.touch(chat);
  }

  /** Closes the person's Telegram account. The bot gets no update. */
  deactivate(chatId: number): void {
    const chat = this.chats.get(chatId);
    chat.reach = "deactivated";
    this.chats.touch(chat);
  }

  #pushMembership(chat: ChatRecord, before: "member" | "kicked", after: "member" | "kicked"): void {
    const membership = (status: "member" | "kicked") =>
      status === "member" ? { status, user: this.bot } : { status, user: this.bot, until_date: 0 };
    this.queue.push({
      my_chat_member: {
        chat: chatObject(chat),
        from: chat.person,
        date: Math.floor(Date.now() / 1000),
        old_chat_member: membership(before),
        new_chat_member: membership(after),
      },
    });
  }
}

/** A phone answers the bot's last message where that asks for it. */
function replyTo(last: Message | undefined): Pick<Message, "reply_to_message"> {
  if (!last?.force_reply) return {};
  const { reply_to_message: _, ...asked } = last;
  return { reply_to_message: asked };
}

/** Returns the buttons under a message, row by row. */
function buttonsOf(message: Message): InlineKeyboardButton[] {
  return message.reply_markup?.inline_keyboard.flat() ?? [];
}
