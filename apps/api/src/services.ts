import { openDatabase, startClock } from "@korki/db";
import { createRateLimits, type Services } from "@korki/services";
import { openPaymentProvider } from "@korki/services/orders/open-provider";
import type { ServerSettings } from "@korki/settings";
import { Redis } from "ioredis";
import { pino } from "pino";

/** Opens what this process needs, and closes it again. */
export async function openServices(settings: ServerSettings): Promise<{
  services: Services;
  redis: Redis;
  close(): Promise<void>;
}> {
  const log = pino({ level: settings.logLevel, base: { app: "api", pid: process.pid } });
  const clock = await startClock(settings.databaseUrl, settings.demoNow);
  const db = openDatabase(clock.databaseUrl);
  // A call must not wait for a Redis that is away: commands fail at once and limits fall back to memory. One that
  // was on its way when the connection broke, or that is not answered, ends by the timeout, and so does its socket.
  const redis = new Redis(settings.redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 1_000,
    socketTimeout: 1_000,
  });
  redis.on("error", (error) => log.warn({ reason: error.message }, "redis is unavailable"));
  return {
    services: {
      db,
      settings,
      payments: openPaymentProvider(settings),
      limits: createRateLimits(redis, settings.rateLimitScale),
      log,
      now: clock.now,
    },
    redis,
    async close() {
      redis.disconnect();
      await db.close();
    },
  };
}
