import { Redis } from "ioredis";
import type { Logger } from "pino";

/** As long as handing a batch over may take. */
const ANSWER_MS = 10_000;

/**
 * Opens a connection whose commands fail at once while Redis is unavailable, and after ten seconds without an answer. It
 * reconnects by itself, and its errors never end the process. Not for commands that block.
 */
export function openRedis(url: string, log: Logger): Redis {
  const options = { enableOfflineQueue: false, maxRetriesPerRequest: 1, ...RECONNECT };
  return guarded(new Redis(url, { ...options, commandTimeout: ANSWER_MS, socketTimeout: ANSWER_MS }), log);
}

/** Opens a connection whose commands wait for Redis, as BullMQ's workers require. */
export function openWaitingRedis(url: string, log: Logger): Redis {
  return guarded(new Redis(url, { maxRetriesPerRequest: null, ...RECONNECT }), log);
}

const RECONNECT = { retryStrategy: (times: number) => Math.min(100 * times, 1000) };

function guarded(redis: Redis, log: Logger): Redis {
  let away = false;
  redis.on("error", (error) => {
    if (!away) log.warn({ reason: error.message }, "redis is unavailable");
    away = true;
  });
  redis.on("ready", () => {
    if (away) log.info("redis is available again");
    away = false;
  });
  return redis;
}
