/** The messages that a bot may send. The excess gets 429 and `retry_after`. */
export interface RateLimitRules {
  /** Messages per second over all chats; also the burst after a pause. */
  readonly perSecond: number;
  /** Messages per second to one chat. */
  readonly perChatPerSecond: number;
  /** The burst of one chat after a pause. */
  readonly perChatBurst: number;
}

/** https://core.telegram.org/bots/faq: "about 30 messages per second", and one a second "in a single chat". */
export const TELEGRAM_LIMITS: RateLimitRules = { perSecond: 30, perChatPerSecond: 1, perChatBurst: 1 };

/** Tolerates network jitter of a client that keeps the limit exactly. */
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

  /** Counts one message to the chat. @returns 0, or the whole seconds that the bot must wait instead. */
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

  /** Deletes the longest idle buckets, which are full again. */
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
