import { commonTexts } from "@korki/contracts/texts/common";
import { RATE_LIMITS, type RateLimit } from "@korki/domain";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { ServiceError } from "./errors";
import { takePoints } from "./take-points";

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
 * Limits kept in Redis, so that they hold across processes; while Redis is away each process keeps its own
 * count, so that they never hold not at all. Without `redis` (commands, tests) they are kept in memory.
 *
 * @param scale multiplies every limit (setting RATE_LIMIT_SCALE)
 */
export function createRateLimits(redis: Redis | null, scale: number): RateLimits {
  const memories = {} as Record<LimitName, RateLimiterMemory>;
  const limiters = {} as Record<LimitName, RateLimiterMemory | RateLimiterRedis>;
  for (const [name, { tries, seconds }] of Object.entries(RATE_LIMITS) as [LimitName, RateLimit][]) {
    const options = {
      keyPrefix: `limit:${name}`,
      points: Math.max(1, Math.round(tries * scale)),
      duration: seconds,
    };
    memories[name] = new RateLimiterMemory(options);
    limiters[name] = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: memories[name],
          rejectIfRedisNotReady: true,
        })
      : memories[name];
  }

  async function consume(limiter: RateLimiterMemory | RateLimiterRedis, key: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal;
    }
  }

  return {
    consume: (limit, key) => consume(limiters[limit], key),
    async consumeEach(limit, keys) {
      const memory = memories[limit];
      const { keyPrefix: prefix, points, duration } = memory;
      const waits = redis && (await takePoints(redis, { prefix, points, seconds: duration }, keys));
      if (waits) return waits.map((wait) => (wait === null ? null : tooMany(wait)));
      return Promise.all(keys.map((key) => consume(memory, key).then(() => null, refusalOrThrow)));
    },
    async check(limit, key) {
      const state = await limiters[limit].get(key);
      if (state && state.remainingPoints <= 0 && state.consumedPoints >= limiters[limit].points) {
        throw tooMany(state.msBeforeNext);
      }
    },
    async reset(limit, key) {
      await limiters[limit].delete(key);
    },
  };
}

function tooMany(msBeforeNext: number): ServiceError {
  return new ServiceError(
    "rate_limited",
    commonTexts.tooManyAttempts,
    Math.max(1, Math.ceil(msBeforeNext / 1000)),
  );
}

function refusalOrThrow(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}
