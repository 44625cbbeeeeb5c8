import { commonTexts } from "@korki/contracts/texts/common";
import { RATE_LIMITS } from "@korki/domain";
import type { Redis } from "ioredis";
import { type Count, type CountedLimit, Counts } from "./counts";
import { ServiceError } from "./errors";

export type LimitName = keyof typeof RATE_LIMITS;

export type RateLimits = {
  /** Takes one point; throws `rate_limited` when none is left. */
  consume(limit: LimitName, key: string): Promise<void>;
  /** Takes one point for each key, all in one trip to Redis; answers the refusal of each that has none left. */
  consumeEach(limit: LimitName, keys: readonly string[]): Promise<(ServiceError | null)[]>;
  /** Throws `rate_limited` when no point is left; takes none. */
  check(limit: LimitName, key: string): Promise<void>;
  /** Forgets what was taken. */
  reset(limit: LimitName, key: string): Promise<void>;
};

/**
 * Limits kept in Redis, so that they hold across processes. While Redis is away each process goes on counting from what
 * it has seen, and a Redis that comes back without the counts is told them again: a limit never holds not at all.
 * Without `redis` (commands, tests) they are kept in memory.
 *
 * @param scale multiplies every limit (setting RATE_LIMIT_SCALE)
 */
export function createRateLimits(redis: Redis | null, scale: number): RateLimits {
  const counts = new Counts(redis);
  const counted = (limit: LimitName): CountedLimit => ({
    prefix: `count:${limit}`,
    seconds: RATE_LIMITS[limit].seconds,
  });
  const allowed = (limit: LimitName) => Math.max(1, Math.round(RATE_LIMITS[limit].tries * scale));
  const take = async (limit: LimitName, key: string, points: number): Promise<Count> => {
    const taken = await counts.add(counted(limit), new Map([[key, points]]));
    return taken.get(key) ?? { used: 0, wait: 0 };
  };

  return {
    async consume(limit, key) {
      const { used, wait } = await take(limit, key, 1);
      if (used > allowed(limit)) throw tooMany(wait);
    },
    async consumeEach(limit, keys) {
      const points = new Map<string, number>();
      for (const key of keys) points.set(key, (points.get(key) ?? 0) + 1);
      const taken = await counts.add(counted(limit), points);
      const before = new Map([...taken].map(([key, { used }]) => [key, used - (points.get(key) ?? 0)]));
      return keys.map((key) => {
        const used = (before.get(key) ?? 0) + 1;
        before.set(key, used);
        return used > allowed(limit) ? tooMany(taken.get(key)?.wait ?? 0) : null;
      });
    },
    async check(limit, key) {
      const { used, wait } = await take(limit, key, 0);
      if (used >= allowed(limit)) throw tooMany(wait);
    },
    reset: (limit, key) => counts.forget(counted(limit), key),
  };
}

function tooMany(msBeforeNext: number): ServiceError {
  return new ServiceError(
    "rate_limited",
    commonTexts.tooManyAttempts,
    Math.max(1, Math.ceil(msBeforeNext / 1000)),
  );
}
