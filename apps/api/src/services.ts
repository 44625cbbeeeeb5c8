import { openDatabase, startClock } from "@korki/db";
import { createRateLimits, type Services } from "@korki/services";
import { openPaymentProvider } from "@korki/services/orders/open-provider";
import { openPromptRedis } from "@korki/services/prompt-redis";
import type { ServerSettings } from "@korki/settings";
import type { Redis } from "ioredis";
import { pino } from "pino";

/** Database connections of a process; more of them would plan the same statements again (docs/decisions/0026). */
const CONNECTIONS = 6;

/** Opens what this process needs, and closes it again. */
export async function openServices(settings: ServerSettings): Promise<{
  services: Services;
  redis: Redis;
  close(): Promise<void>;
}> {
  const log = pino({ level: settings.logLevel, base: { app: "api", pid: process.pid } });
  const clock = await startClock(settings.databaseUrl, settings.demoNow);
  const db = openDatabase(clock.databaseUrl, CONNECTIONS);
  const redis = openPromptRedis(settings.redisUrl);
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
