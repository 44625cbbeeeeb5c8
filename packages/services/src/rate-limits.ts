import { commonTexts } from "@korki/contracts/texts/common";
import { RATE_LIMITS, WIDE_NETWORK_FACTOR } from "@korki/domain";
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
  /** Takes one point. Returns how many were taken by now. Throws `rate_limited` when none is left. */
  consume(limit: LimitName, key: string): Promise<number>;
  /** Takes one point for each key. Returns the refusal of each that has none left, else null. */
  consumeEach(limit: LimitName, keys: readonly string[]): Promise<(ServiceError | null)[]>;
  /** Throws `rate_limited` when no point is left. Takes none. */
  check(limit: LimitName, key: string): Promise<void>;
  /** Gives one point back, unless its window has ended meanwhile: the next window owes nothing. */
  refund(limit: LimitName, key: string): Promise<void>;
  /** Gives all points of the key back; a /48 keeps its own. */
  reset(limit: LimitName, key: string): Promise<void>;
};

/**
 * Limits kept in Redis, so that they hold across processes. While Redis is away they hold per process. Without
 * `redis` (commands, tests) they are kept in memory. A key that ends in an IPv6 /64 counts for its /48, too: whoever
 * has one of those has 65,536 of the former.
 *
 * @param scale multiplies every limit (setting RATE_LIMIT_SCALE)
 */
export function createRateLimits(redis: Redis | null, scale: number): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (limit: LimitName, isWide = false): RateLimiterAbstract => {
    const name = isWide ? `${limit}-48` : limit;
    const known = limiters.get(name);
    if (known) return known;
    const { tries, seconds } = RATE_LIMITS[limit];
    const factor = scale * (isWide ? WIDE_NETWORK_FACTOR : 1);
    const points = Math.max(1, Math.round(tries * factor));
    const made = createLimiter(redis, { keyPrefix: `limit:${name}`, points, duration: seconds });
    limiters.set(name, made);
    return made;
  };
  /** The counters of a key: its own, and that of its /48. */
  const countersOf = (limit: LimitName, key: string): [RateLimiterAbstract, string][] => {
    const wide = wideNetworkOf(key);
    const narrow: [RateLimiterAbstract, string] = [limiterOf(limit), key];
    return wide === null ? [narrow] : [narrow, [limiterOf(limit, true), wide]];
  };

  return {
    async consume(limit, key) {
      const taken = [];
      // The narrow counter first: one /64 that goes on beyond its own limit uses up nothing of its neighbours'.
      for (const [limiter, counted] of countersOf(limit, key)) {
        const { consumedPoints, msBeforeNext } = await take(limiter, counted, 1);
        if (consumedPoints > limiter.points) throw tooMany(msBeforeNext);
        taken.push(consumedPoints);
      }
      return taken[0] ?? 0;
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
      for (const [limiter, counted] of countersOf(limit, key)) {
        const window = await limiter.get(counted);
        if (window && window.consumedPoints >= limiter.points) throw tooMany(window.msBeforeNext);
      }
    },
    async refund(limit, key) {
      await Promise.all(countersOf(limit, key).map(([limiter, counted]) => giveBack(limiter, counted)));
    },
    async reset(limit, key) {
      await limiterOf(limit).delete(key);
    },
  };
}

/** Returns a key that ends in an IPv6 /64 with the /48 in its place, else null. */
export function wideNetworkOf(key: string): string | null {
  const network = /^(.*\b[\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):[\da-f]{1,4}::\/64$/.exec(key)?.[1];
  return network === undefined ? null : `${network}::/48`;
}

function createLimiter(
  redis: Redis | null,
  options: { keyPrefix: string; points: number; duration: number },
): RateLimiterAbstract {
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

async function giveBack(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const window = await limiter.get(key);
  if (window && window.consumedPoints > 0) await limiter.reward(key, 1);
}

function tooMany(msBeforeNext: number): ServiceError {
  return new ServiceError(
    "rate_limited",
    commonTexts.tooManyAttempts,
    Math.max(1, Math.ceil(msBeforeNext / 1000)),
  );
}
