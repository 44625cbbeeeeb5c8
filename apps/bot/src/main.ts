import { openDatabase, startClock } from "@korki/db";
import { createRateLimits } from "@korki/services";
import { openPaymentProvider } from "@korki/services/orders/open-provider";
import { openPromptRedis } from "@korki/services/prompt-redis";
import { loadServerSettings, settingsOrExit } from "@korki/settings";
import { pino } from "pino";
import { startBot } from "./start-bot";

/** Supervisors kill a process 30 s after asking it to stop. */
const GRACE_MS = 25_000;

const settings = settingsOrExit(() => loadServerSettings(process.env));
const token = settings.telegramBotToken;
if (!token) {
  console.error("TELEGRAM_BOT_TOKEN is missing: the bot needs the token that BotFather gave.");
  process.exit(1);
}

const log = pino({ level: settings.logLevel, base: { app: "bot", pid: process.pid } });
const clock = await startClock(settings.databaseUrl, settings.demoNow);
const db = openDatabase(clock.databaseUrl, 4);
const redis = openPromptRedis(settings.redisUrl);
redis.on("error", (error) => log.debug({ reason: error.message }, "redis is unavailable"));
const services = {
  db,
  settings,
  payments: openPaymentProvider(settings),
  limits: createRateLimits(redis, settings.rateLimitScale),
  log,
  now: clock.now,
};
const bot = startBot(token, services, redis);

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    void bot.stop().catch(() => undefined);
  });
}

try {
  await bot.done;
} catch (error) {
  console.error(`The bot cannot run: ${error instanceof Error ? error.message : "unknown"}.`);
  process.exitCode = 1;
}
redis.disconnect();
await db.close();
process.exit();
