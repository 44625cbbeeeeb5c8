/** How many messages a bot may send; the excess is answered with 429 and `retry_after`. */
export interface RateLimitRules {
  /** Messages a second, over all chats; as many may come at once after a pause. */
  readonly perSecond: number;
  /** Messages a second to one chat. */
  readonly perChatPerSecond: number;
  /** Messages that one chat takes at once after a pause. */
  readonly perChatBurst: number;
}

/** https://core.telegram.org/bots/faq: "about 30 messages per second", and one a second "in a single chat". */
export const TELEGRAM_LIMITS: RateLimitRules = { perSecond: 30, perChatPerSecond: 1, perChatBurst: 1 };

/** A client that keeps the pace exactly must not fail because the network squeezed two of its messages together. */
const TOLERANCE = 0.1;
const CHATS_KEPT = 10_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Token buckets, one for the bot and one for each chat. */
export class RateLimiter {
  #overall: Bucket | null = null;
  readonly #chats = new Map<number, Bucket>();

  constructor(
    readonly rules: RateLimitRules,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one message to the chat. @returns 0, or for how many seconds (whole) the bot is to wait instead. */
  take(chatId: number): number {
    const { perSecond, perChatPerSecond, perChatBurst } = this.rules;
    const now = this.now();
    this.#overall = filled(this.#overall, perSecond, perSecond, now);
    const chat = filled(this.#chats.get(chatId) ?? null, perChatPerSecond, perChatBurst, now);
    this.#forgetIdleChats();
    this.#chats.set(chatId, chat);
    const wait = Math.max(lack(this.#overall) / perSecond, lack(chat) / perChatPerSecond);
    if (wait > 0) return Math.max(1, Math.ceil(wait));
    this.#overall.tokens -= 1;
    chat.tokens -= 1;
    return 0;
  }

  /** Buckets in the order of their last use: whoever was idle longest is full again long since. */
  #forgetIdleChats(): void {
    if (this.#chats.size < CHATS_KEPT) return;
    for (const id of [...this.#chats.keys()].slice(0, CHATS_KEPT / 2)) this.#chats.delete(id);
  }
}

function filled(bucket: Bucket | null, perSecond: number, capacity: number, now: number): Bucket {
  if (!bucket) return { tokens: capacity, filledAt: now };
  const gained = ((now - bucket.filledAt) / 1000) * perSecond;
  return { tokens: Math.min(capacity, bucket.tokens + gained), filledAt: now };
}

const lack = (bucket: Bucket) => (bucket.tokens >= 1 - TOLERANCE ? 0 : 1 - bucket.tokens);
