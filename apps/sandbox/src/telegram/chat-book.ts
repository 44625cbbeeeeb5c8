import { Changes } from "../changes";
import { BotApiError, badRequest } from "./bot-api-error";
import type { Chat, Message, User } from "./bot-api-objects";
import type { CallbackAnswer } from "./callback-queries";

/** Whether the bot can reach the person: they may have blocked it, or closed their Telegram account. */
type Reach = "reachable" | "blocked" | "deactivated";

/** A private chat of one person with the bot. */
export interface ChatRecord {
  person: User;
  /** A bot cannot write first: not before the person pressed "Start". */
  started: boolean;
  reach: Reach;
  /** Oldest first. */
  messages: Message[];
  /** Milliseconds since 1970; orders the list of chats. */
  touchedAt: number;
}

/** The person of a new chat; missing fields get default values. */
export interface NewPerson {
  readonly id?: number;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly username?: string;
  /** false: the person has opened the bot, but not pressed "Start". Default true. */
  readonly started?: boolean;
}

const FIRST_PERSON_ID = 500_000_001;
const MESSAGES_KEPT = 1000;

/** All chats with the bot. */
export class ChatBook {
  readonly changes = new Changes();
  readonly #chats = new Map<number, ChatRecord>();
  readonly #answers = new Map<number, CallbackAnswer & { readonly at: number }>();
  #nextMessageId = 1;

  constructor(
    chats: Iterable<ChatRecord>,
    private readonly changed: (chatId: number) => void,
  ) {
    for (const chat of chats) {
      this.#chats.set(chat.person.id, chat);
      for (const { message_id } of chat.messages)
        this.#nextMessageId = Math.max(this.#nextMessageId, message_id + 1);
    }
  }

  /** Returns the chats, the most recently active first. */
  list(): ChatRecord[] {
    return [...this.#chats.values()].sort((a, b) => b.touchedAt - a.touchedAt || b.person.id - a.person.id);
  }

  find(chatId: number): ChatRecord | undefined {
    return this.#chats.get(chatId);
  }

  /** @throws Error when there is no such chat */
  get(chatId: number): ChatRecord {
    const chat = this.#chats.get(chatId);
    if (!chat) throw new Error(`There is no chat ${chatId} in the emulator.`);
    return chat;
  }

  /** Returns the chat with that number, or a new one. */
  open(given: NewPerson): ChatRecord {
    const id = given.id ?? this.#freeId();
    const existing = this.#chats.get(id);
    if (existing) return existing;
    const chat: ChatRecord = {
      person: {
        id,
        is_bot: false,
        first_name: given.firstName?.trim() || `Osoba ${this.#chats.size + 1}`,
        ...(given.lastName?.trim() ? { last_name: given.lastName.trim() } : {}),
        ...(given.username?.trim() ? { username: given.username.trim() } : {}),
        language_code: "pl",
      },
      started: given.started ?? true,
      reach: "reachable",
      messages: [],
      touchedAt: Date.now(),
    };
    this.#chats.set(id, chat);
    this.touch(chat);
    return chat;
  }

  /**
   * Returns the chat with that number if the bot can write to it.
   * @throws BotApiError 400 chat not found, 403 blocked or deactivated
   */
  require(chatId: number): ChatRecord {
    const chat = this.#chats.get(chatId);
    if (!chat?.started) throw badRequest("chat not found");
    if (chat.reach === "blocked") throw new BotApiError(403, "Forbidden: bot was blocked by the user");
    if (chat.reach === "deactivated") throw new BotApiError(403, "Forbidden: user is deactivated");
    return chat;
  }

  add(chat: ChatRecord, content: Omit<Message, "message_id" | "date" | "chat">): Message {
    const message: Message = {
      message_id: this.#nextMessageId,
      date: Math.floor(Date.now() / 1000),
      chat: chatObject(chat),
      ...content,
    };
    this.#nextMessageId += 1;
    chat.messages.push(message);
    if (chat.messages.length > MESSAGES_KEPT) chat.messages.shift();
    chat.touchedAt = Date.now();
    this.touch(chat);
    return message;
  }

  replace(chat: ChatRecord, message: Message): void {
    chat.messages = chat.messages.map((each) => (each.message_id === message.message_id ? message : each));
    this.touch(chat);
  }

  /** Saves the chat's new state and wakes the waiting pages and tests. */
  touch(chat: ChatRecord): void {
    this.changed(chat.person.id);
    this.changes.bump();
  }

  showAnswer(chatId: number, answer: CallbackAnswer): void {
    this.#answers.set(chatId, { ...answer, at: Date.now() });
    this.changes.bump();
  }

  /** Returns the bot's last answer to a button of the chat, with its time in milliseconds since 1970. */
  lastAnswer(chatId: number): (CallbackAnswer & { readonly at: number }) | null {
    return this.#answers.get(chatId) ?? null;
  }

  #freeId(): number {
    let id = FIRST_PERSON_ID + this.#chats.size;
    while (this.#chats.has(id)) id += 1;
    return id;
  }
}

/** Returns the chat as messages carry it. */
export function chatObject({ person }: ChatRecord): Chat {
  return {
    id: person.id,
    type: "private",
    first_name: person.first_name,
    ...(person.last_name ? { last_name: person.last_name } : {}),
    ...(person.username ? { username: person.username } : {}),
  };
}
