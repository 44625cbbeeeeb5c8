import { createBotApiHandler } from "./bot-api-handler";
import type { BotCommand, Message, User } from "./bot-api-objects";
import { CallLog } from "./call-log";
import { type CallbackAnswer, CallbackQueries } from "./callback-queries";
import { ChatBook, type ChatRecord, type NewPerson } from "./chat-book";
import { BotApiFaults } from "./faults";
import { PersonActions } from "./person-actions";
import { RateLimiter, type RateLimitRules } from "./rate-limits";
import { type BotRecord, readState, StateFolder } from "./state-folder";
import { UpdateQueue } from "./update-queue";
import { WebhookDelivery } from "./webhook-delivery";

/** The default token of the emulator's bot. */
const SANDBOX_BOT_TOKEN = "7000000001:SANDBOX-korki-bot-token";

export interface TelegramOptions {
  /** The one bot's token: its number, a colon, a secret. */
  readonly token?: string;
  /** Without "@". */
  readonly username?: string;
  /** The bot's name. Default "Korki". */
  readonly name?: string;
  /** The folder of chats and pending updates. Without it they are kept in memory only. */
  readonly dir?: string;
  /** Rate limits; null (the default): none. `TELEGRAM_LIMITS` are the real ones. */
  readonly limits?: RateLimitRules | null;
  /** The pause before a refused update is posted to the webhook again. It doubles each time. Default 1000. */
  readonly webhookRetryMs?: number;
}

/** The default timeout of the `waitFor…` functions. */
const WAIT_MS = 5000;

/** Emulates Telegram with one bot: its Bot API and the people's phones. */
export class TelegramSandbox {
  readonly token: string;
  readonly faults = new BotApiFaults();
  readonly chats: ChatBook;
  readonly people: PersonActions;
  readonly callbacks = new CallbackQueries();
  readonly handleBotApi: ReturnType<typeof createBotApiHandler>;
  readonly #queue: UpdateQueue;
  readonly #webhook: WebhookDelivery;
  readonly #calls = new CallLog();
  readonly #state: StateFolder;
  readonly #record: BotRecord;
  /** The bot, as getMe shows it. */
  readonly bot: User;

  constructor({ token, username, name, dir, limits, webhookRetryMs = 1000 }: TelegramOptions = {}) {
    this.token = token ?? SANDBOX_BOT_TOKEN;
    this.bot = {
      id: Number.parseInt(this.token, 10),
      is_bot: true,
      first_name: name ?? "Korki",
      username: username ?? "korki_sandbox_bot",
    };
    const { bot, chats } = readState(dir);
    this.#record = bot;
    this.#state = new StateFolder(dir, { bot: () => bot, chat: (id) => this.chats.find(id) });
    this.chats = new ChatBook(chats, this.#state.markChat);
    this.#queue = new UpdateQueue(bot.queue, this.#state.markBot);
    this.#webhook = new WebhookDelivery(this.#queue, webhookRetryMs, (settings) => {
      bot.webhook = settings;
      this.#state.markBot();
    });
    this.people = new PersonActions(this.bot, this.chats, this.#queue, this.callbacks);
    this.handleBotApi = createBotApiHandler({
      token: this.token,
      context: {
        bot: this.bot,
        chats: this.chats,
        queue: this.#queue,
        webhook: this.#webhook,
        callbacks: this.callbacks,
        limiter: limits ? new RateLimiter(limits) : null,
        setCommands: (commands) => {
          bot.commands = commands;
          this.#state.markBot();
          this.chats.changes.bump();
        },
      },
      faults: this.faults,
      calls: this.#calls,
    });
    if (bot.webhook) this.#webhook.set(bot.webhook);
  }

  /** The bot's commands, as the chat's menu lists them. */
  get commands(): readonly BotCommand[] {
    return this.#record.commands;
  }

  /** Opens a new chat, or returns the one with that number. */
  openChat(person: NewPerson = {}): ChatRecord {
    return this.chats.open(person);
  }

  /** Sends a person's text to the bot, which also starts it. Opens the chat if it is missing. */
  sendText(chatId: number, text: string): Message {
    return this.people.sendText(chatId, text);
  }

  /**
   * Presses a button; buttons are counted row by row from 0.
   * @returns the callback query's id, for `waitForAnswer`
   */
  pressButton(chatId: number, messageId: number, index: number): string {
    return this.people.pressButton(chatId, messageId, index).id;
  }

  /** Returns the chat's messages, oldest first; empty if there is no such chat. */
  messages(chatId: number): Message[] {
    return [...(this.chats.find(chatId)?.messages ?? [])];
  }

  /** Returns the bot's messages in the chat, oldest first. */
  botMessages(chatId: number): Message[] {
    return this.messages(chatId).filter((message) => message.from.is_bot);
  }

  /**
   * Waits for the bot's first message that matches, which may be there already or be edited so.
   * `after` skips messages up to that number.
   * @throws Error that lists the bot's messages
   */
  waitForMessage(
    chatId: number,
    predicate: (message: Message) => boolean,
    { timeoutMs = WAIT_MS, after = 0 }: { readonly timeoutMs?: number; readonly after?: number } = {},
  ): Promise<Message> {
    return this.chats.changes.until(
      () => this.botMessages(chatId).find((message) => message.message_id > after && predicate(message)),
      timeoutMs,
      () => {
        const texts = this.botMessages(chatId).map((message) => JSON.stringify(message.text));
        return `No such message came to chat ${chatId} within ${timeoutMs} ms. The bot wrote: ${texts.join(", ") || "nothing"}.`;
      },
    );
  }

  /** Waits for the bot's answer to a pressed button. @throws Error when it does not come in time */
  waitForAnswer(queryId: string, timeoutMs = WAIT_MS): Promise<CallbackAnswer> {
    return this.callbacks.changes.until(
      () => this.callbacks.answerOf(queryId) ?? undefined,
      timeoutMs,
      () => `The bot did not answer callback query ${queryId} within ${timeoutMs} ms.`,
    );
  }

  /** Waits until the bot has confirmed every update. @throws Error when it does not in time */
  async waitUntilRead(timeoutMs = WAIT_MS): Promise<void> {
    await this.#queue.changes.until(
      () => (this.#queue.pending.length === 0 ? true : undefined),
      timeoutMs,
      () => `The bot left ${this.#queue.pending.length} updates unread for ${timeoutMs} ms.`,
    );
  }

  /** Whether a bot has a getUpdates call open. */
  get polling(): boolean {
    return this.#queue.polling;
  }

  block(chatId: number): void {
    this.people.block(chatId);
  }

  unblock(chatId: number): void {
    this.people.unblock(chatId);
  }

  /** Closes the person's account: the bot's calls get 403 "user is deactivated". */
  deactivate(chatId: number): void {
    this.people.deactivate(chatId);
  }

  /** Returns the last 50,000 calls, of one method or of all. */
  calls(method?: string) {
    return this.#calls.list(method);
  }

  /** Whether the path belongs to the Bot API. */
  takes(path: string): boolean {
    return path.startsWith("/bot");
  }

  /** Ends polls and deliveries, and saves the state. */
  stop(): void {
    this.#queue.endPolls();
    this.#webhook.close();
    this.chats.changes.release();
    this.#state.flush();
  }
}
