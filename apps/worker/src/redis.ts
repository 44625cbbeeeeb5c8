import { Redis } from "ioredis";
import type { Logger } from "pino";

/**
 * A connection whose commands fail at once while Redis is away, so that nobody waits for it. It comes back by
 * itself, and its errors never end the process.
 */
export function openRedis(url: string, log: Logger): Redis {
  return guarded(new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, ...RECONNECT }), log);
}

/** A connection for taking jobs: it waits for as long as it takes, as BullMQ's workers want it. */
export function openWaitingRedis(url: string, log: Logger): Redis {
  return guarded(new Redis(url, { maxRetriesPerRequest: null, ...RECONNECT }), log);
}

const RECONNECT = { retryStrategy: (times: number) => Math.min(100 * times, 1000) };

function guarded(redis: Redis, log: Logger): Redis {
  let away = false;
  redis.on("error", (error) => {
    if (!away) log.warn({ reason: error.message }, "redis is away");
    away = true;
  });
  redis.on("ready", () => {
    if (away) log.info("redis is back");
    away = false;
  });
  return redis;
}
