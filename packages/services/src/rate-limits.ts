import { commonTexts } from "@korki/contracts/texts/common";
import { RATE_LIMITS } from "@korki/domain";
import type { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { ServiceError } from "./errors";

export type LimitName = keyof typeof RATE_LIMITS;

export type RateLimits = {
  /** Takes one point. Throws `rate_limited` when none is left. */
  consume(limit: LimitName, key: string): Promise<void>;
  /** Takes one point for each key. Returns the refusal of each that has none left, else null. */
  consumeEach(limit: LimitName, keys: readonly string[]): Promise<(ServiceError | null)[]>;
  /** Throws `rate_limited` when no point is left. Takes none. */
  check(limit: LimitName, key: string): Promise<void>;
  /** Gives one point back. */
  refund(limit: LimitName, key: string): Promise<void>;
  /** Gives all points back. */
  reset(limit: LimitName, key: string): Promise<void>;
};

/**
 * Limits kept in Redis, so that they hold across processes. While Redis is away they hold per process. Without
 * `redis` (commands, tests) they are kept in memory.
 *
 * @param scale multiplies every limit (setting RATE_LIMIT_SCALE)
 */
export function createRateLimits(redis: Redis | null, scale: number): RateLimits {
  const limiters = new Map<LimitName, RateLimiterAbstract>();
  const limiterOf = (limit: LimitName): RateLimiterAbstract => {
    const known = limiters.get(limit);
    if (known) return known;
    const made = createLimiter(redis, limit, scale);
    limiters.set(limit, made);
    return made;
  };

  return {
    async consume(limit, key) {
      const { consumedPoints, msBeforeNext } = await take(limiterOf(limit), key, 1);
      if (consumedPoints > limiterOf(limit).points) throw tooMany(msBeforeNext);
    },
    async consumeEach(limit, keys) {
      const limiter = limiterOf(limit);
      const points = new Map<string, number>();
      for (const key of keys) points.set(key, (points.get(key) ?? 0) + 1);
      const windows = new Map<string, { used: number; wait: number }>();
      await Promise.all(
        [...points].map(async ([key, count]) => {
          const { consumedPoints, msBeforeNext } = await take(limiter, key, count);
          windows.set(key, { used: consumedPoints - count, wait: msBeforeNext });
        }),
      );
      return keys.map((key) => {
        const window = windows.get(key);
        if (!window) return null;
        window.used += 1;
        return window.used > limiter.points ? tooMany(window.wait) : null;
      });
    },
    async check(limit, key) {
      const limiter = limiterOf(limit);
      const window = await limiter.get(key);
      if (window && window.consumedPoints >= limiter.points) throw tooMany(window.msBeforeNext);
    },
    async refund(limit, key) {
      await limiterOf(limit).reward(key, 1);
    },
    async reset(limit, key) {
      await limiterOf(limit).delete(key);
    },
  };
}

function createLimiter(redis: Redis | null, limit: LimitName, scale: number): RateLimiterAbstract {
  const { tries, seconds } = RATE_LIMITS[limit];
  const options = {
    keyPrefix: `limit:${limit}`,
    points: Math.max(1, Math.round(tries * scale)),
    duration: seconds,
  };
  const insuranceLimiter = new RateLimiterMemory(options);
  if (redis === null) return insuranceLimiter;
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter,
  });
}

/** The key's window after the points were taken, whether or not there were enough. */
async function take(limiter: RateLimiterAbstract, key: string, points: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

function tooMany(msBeforeNext: number): ServiceError {
  return new ServiceError(
    "rate_limited",
    commonTexts.tooManyAttempts,
    Math.max(1, Math.ceil(msBeforeNext / 1000)),
  );
}
