import { createBotApiHandler, isBotApiPath, runWebhookReply } from "./bot-api-handler";
import type { BotUser, Message } from "./bot-api-objects";
import { BotProfile } from "./bot-profile";
import { CallLog } from "./call-log";
import { type CallbackAnswer, CallbackQueries } from "./callback-queries";
import { ChatBook, type ChatRecord, type NewPerson } from "./chat-book";
import { BotApiFaults } from "./faults";
import type { MethodContext } from "./methods/method-context";
import { PersonActions } from "./person-actions";
import { RateLimiter, type RateLimitRules } from "./rate-limits";
import { RequestParameters } from "./request-parameters";
import { readState, StateFolder } from "./state-folder";
import { UpdateQueue } from "./update-queue";
import { WebhookDelivery } from "./webhook-delivery";

/** The token of the emulator's bot where none is given. */
export const SANDBOX_BOT_TOKEN = "7000000001:SANDBOX-korki-bot-token";

export interface TelegramOptions {
  /** The one bot's token: its number, a colon, a secret. */
  readonly token?: string;
  /** Without "@". */
  readonly username?: string;
  /** The bot's name until it gives itself another. */
  readonly name?: string;
  /** Where chats and waiting updates are kept; without it in memory only. */
  readonly dir?: string;
  /** null (the default): no limits. `TELEGRAM_LIMITS` are the real ones. */
  readonly limits?: RateLimitRules | null;
  /** The pause before an update that the webhook refused goes out again; it doubles each time. Default 1000. */
  readonly webhookRetryMs?: number;
}

/** How long the `waitFor…` functions wait unless told otherwise. */
const WAIT_MS = 5000;

/** Telegram with one bot in it: its Bot API on the one side, the people's phones on the other. */
export class TelegramSandbox {
  readonly token: string;
  readonly faults = new BotApiFaults();
  readonly chats: ChatBook;
  readonly people: PersonActions;
  readonly profile: BotProfile;
  readonly callbacks = new CallbackQueries();
  readonly handleBotApi: ReturnType<typeof createBotApiHandler>;
  readonly #queue: UpdateQueue;
  readonly #webhook: WebhookDelivery;
  readonly #calls = new CallLog();
  readonly #state: StateFolder;
  readonly #options: TelegramOptions;
  #limiter: RateLimiter | null = null;
  #loggedOut = false;

  constructor(options: TelegramOptions = {}) {
    this.#options = options;
    this.token = options.token ?? SANDBOX_BOT_TOKEN;
    const { bot, chats } = readState(options.dir);
    this.#state = new StateFolder(options.dir, { bot: () => bot, chat: (id) => this.chats.find(id) });
    this.chats = new ChatBook(chats, this.#state.markChat);
    this.profile = new BotProfile(
      bot,
      () => {
        this.#state.markBot();
        this.chats.changes.bump();
      },
      options.name ?? "Korki",
    );
    this.#queue = new UpdateQueue(bot.queue, this.#state.markBot);
    this.#webhook = new WebhookDelivery(
      this.#queue,
      options.webhookRetryMs ?? 1000,
      ({ method, ...rest }) => {
        void runWebhookReply(context, method, new RequestParameters(new Map(Object.entries(rest))));
      },
    );
    this.people = new PersonActions(() => this.bot, this.chats, this.#queue, this.callbacks);
    const context: MethodContext = {
      bot: () => this.bot,
      chats: this.chats,
      queue: this.#queue,
      webhook: this.#webhook,
      callbacks: this.callbacks,
      profile: this.profile,
      limiter: () => this.#limiter,
      startedAt: Date.now(),
      logOut: () => {
        this.#loggedOut = true;
      },
      webhookChanged: () => {
        bot.webhook = this.#webhook.settings;
        this.#state.markBot();
      },
    };
    this.handleBotApi = createBotApiHandler({
      token: this.token,
      context,
      faults: this.faults,
      calls: this.#calls,
      isLoggedOut: () => this.#loggedOut,
    });
    this.setLimits(options.limits ?? null);
    if (bot.webhook) this.#webhook.set(bot.webhook);
  }

  /** The bot, as getMe shows it. */
  get bot(): BotUser {
    return {
      id: Number.parseInt(this.token, 10),
      is_bot: true,
      first_name: this.profile.name(""),
      username: this.#options.username ?? "korki_sandbox_bot",
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
      has_topics_enabled: false,
      allows_users_to_create_topics: false,
      can_manage_bots: false,
      supports_join_request_queries: false,
    };
  }

  /** Switches rate limits on, or off with null. */
  setLimits(rules: RateLimitRules | null): void {
    this.#limiter = rules && new RateLimiter(rules);
  }

  get limits(): RateLimitRules | null {
    return this.#limiter?.rules ?? null;
  }

  /** Makes a chat; with the number of one that exists, that one. */
  openChat(person: NewPerson = {}): ChatRecord {
    return this.chats.open(person);
  }

  /** The person writes to the bot (which starts it); the chat is made where it is missing. */
  sendText(chatId: number, text: string): Message {
    return this.people.sendText(chatId, text);
  }

  /**
   * The person presses a button; buttons are counted row by row from 0.
   * @returns the callback query's id, for `waitForAnswer`
   */
  pressButton(chatId: number, messageId: number, index: number): string {
    return this.people.pressButton(chatId, messageId, index).id;
  }

  /** What the chat shows now, oldest first; empty where there is no such chat. */
  messages(chatId: number): Message[] {
    return [...(this.chats.find(chatId)?.messages ?? [])];
  }

  /** Only what the bot wrote. */
  botMessages(chatId: number): Message[] {
    return this.messages(chatId).filter((message) => message.from.is_bot);
  }

  /**
   * The first message of the bot in the chat that fits: one that is there already, or one that comes (or is edited so)
   * within `timeoutMs`. `after` leaves out messages up to that number.
   * @throws Error that tells what the chat holds instead
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

  /** The bot's answer to a pressed button. @throws Error when it does not come in time */
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

  /** How many updates wait for the bot. */
  get pendingUpdates(): number {
    return this.#queue.pending.length;
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

  /** The person closes their account: 403 "user is deactivated". */
  deactivate(chatId: number): void {
    this.people.deactivate(chatId);
  }

  /** The calls that came in (the last 50,000), of one method or all. */
  calls(method?: string) {
    return this.#calls.list(method);
  }

  /** Whether the path belongs to the Bot API. */
  takes(path: string): boolean {
    return isBotApiPath(path);
  }

  /** Ends polls and deliveries, and keeps what is to be kept. */
  stop(): void {
    this.#queue.endPolls();
    this.#webhook.close();
    this.chats.changes.release();
    this.#state.flush();
  }
}
