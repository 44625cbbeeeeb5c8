import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { botCommands } from "@korki/contracts/texts/bot";
import type { Services } from "@korki/services";
import { type Bot, GrammyError } from "grammy";
import type { Redis } from "ioredis";
import type { BotContext } from "./bot-deps";
import { ALLOWED_UPDATES, createBot } from "./create-bot";
import { createUpdateHandler, type UpdateHandler } from "./handle-update";
import { pollUpdates } from "./poll-updates";
import { createWebhookServer, webhookSecret } from "./webhook-server";

const PAUSE_MS = 3000;

export type RunningBot = {
  /** Resolves when the bot has stopped. Rejects when it cannot go on, e.g. with a wrong token. */
  done: Promise<void>;
  /** Finishes the current update, confirms it and stops. */
  stop(): Promise<void>;
};

/**
 * Runs the bot: by a webhook if `TELEGRAM_WEBHOOK_URL` is set, otherwise by polling. Retries while the Bot API is
 * unavailable.
 */
export function startBot(token: string, services: Services, redis: Redis): RunningBot {
  const { log } = services;
  const stop = new AbortController();
  const bot = createBot(token, { services }, stop.signal);
  const run = async () => {
    if (!(await setUp(bot, services, stop.signal))) return;
    const handle = createUpdateHandler(bot, services, redis, stop.signal);
    if (services.settings.telegramWebhookUrl) await serveWebhook(bot, services, handle, stop.signal);
    else {
      await retryUntilStopped(services, stop.signal, () => bot.api.deleteWebhook());
      log.info({ bot: bot.botInfo.username }, "bot polls for updates");
      await pollUpdates(bot, handle, log, stop.signal);
    }
  };
  const done = run();
  return {
    done,
    async stop() {
      stop.abort();
      await done;
    },
  };
}

/** Loads the bot's identity and sets its commands. Returns false if it was stopped before that. */
async function setUp(bot: Bot<BotContext>, services: Services, stop: AbortSignal): Promise<boolean> {
  const known = await retryUntilStopped(services, stop, () => bot.init());
  return known && (await retryUntilStopped(services, stop, () => bot.api.setMyCommands([...botCommands])));
}

async function serveWebhook(
  bot: Bot<BotContext>,
  services: Services,
  handle: UpdateHandler,
  stop: AbortSignal,
): Promise<void> {
  const { telegramWebhookUrl, telegramWebhookPort, host, authSecret } = services.settings;
  const url = telegramWebhookUrl ?? "";
  const { pathname, search } = new URL(url);
  const secret = webhookSecret(authSecret);
  const server = createWebhookServer(pathname + search, secret, handle, services.log);
  server.listen(telegramWebhookPort, host);
  await once(server, "listening");
  const set = await retryUntilStopped(services, stop, () =>
    bot.api.setWebhook(url, { secret_token: secret, allowed_updates: ALLOWED_UPDATES }),
  );
  if (set) services.log.info({ port: telegramWebhookPort }, "bot receives updates by webhook");
  if (!stop.aborted) await once(stop, "abort");
  server.close();
  server.closeIdleConnections();
  await once(server, "close");
}

/** Retries a call until it works. Returns false if it was stopped before. Rejects when the token is wrong. */
async function retryUntilStopped(
  { log }: Services,
  stop: AbortSignal,
  call: () => Promise<unknown>,
): Promise<boolean> {
  while (!stop.aborted) {
    try {
      await call();
      return true;
    } catch (error) {
      const code = error instanceof GrammyError ? error.error_code : null;
      if (code === 401 || code === 404) throw new Error("the Bot API does not know TELEGRAM_BOT_TOKEN");
      log.warn({ code: code ?? "network" }, "the Bot API is unavailable");
      await sleep(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }
  return false;
}
