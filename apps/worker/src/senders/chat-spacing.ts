import type { Redis } from "ioredis";

/** One chat accepts a message per second (https://core.telegram.org/bots/faq), with a margin for network delays. */
const INTERVAL_MS = 1050;

/**
 * Acquires a chat's slot of this second, shared by all workers through Redis. Returns 0, or the milliseconds after
 * which to try again: callers of the same second get different seconds.
 */
export async function takeChatTurn(redis: Redis, chatId: string): Promise<number> {
  const key = `korki:telegram-chat:${chatId}`;
  const replies = await redis.multi().set(key, 0, "PX", INTERVAL_MS, "NX").incr(key).pttl(key).exec();
  const [, [, count] = [], [, left] = []] = replies ?? [];
  const ahead = Number(count) - 1;
  return ahead > 0 ? Math.max(0, Number(left)) + (ahead - 1) * INTERVAL_MS + 1 : 0;
}
