import { commonTexts } from "@korki/contracts/texts/common";
import { RATE_LIMITS } from "@korki/domain";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { ServiceError } from "./errors";

export type LimitName = keyof typeof RATE_LIMITS;

export type RateLimits = {
  /** Takes one point; throws `rate_limited` when none is left. */
  consume(limit: LimitName, key: string): Promise<void>;
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
  const limiters = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, { tries, seconds }]) => {
      const options = {
        keyPrefix: `limit:${name}`,
        points: Math.max(1, Math.round(tries * scale)),
        duration: seconds,
      };
      const memory = new RateLimiterMemory(options);
      return [
        name,
        redis
          ? new RateLimiterRedis({
              ...options,
              storeClient: redis,
              insuranceLimiter: memory,
              rejectIfRedisNotReady: true,
            })
          : memory,
      ];
    }),
  ) as Record<LimitName, RateLimiterMemory | RateLimiterRedis>;

  return {
    async consume(limit, key) {
      try {
        await limiters[limit].consume(key);
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal;
      }
    },
    async check(limit, key) {
      const state = await limiters[limit].get(key);
      if (state && state.remainingPoints <= 0 && state.consumedPoints >= limiters[limit].points) {
        throw tooMany(state);
      }
    },
    async reset(limit, key) {
      await limiters[limit].delete(key);
    },
  };
}

function tooMany({ msBeforeNext }: RateLimiterRes): ServiceError {
  return new ServiceError(
    "rate_limited",
    commonTexts.tooManyAttempts,
    Math.max(1, Math.ceil(msBeforeNext / 1000)),
  );
}
