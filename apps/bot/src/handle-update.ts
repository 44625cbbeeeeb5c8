import { setTimeout as sleep } from "node:timers/promises";
import { type Bot, BotError } from "grammy";
import type { Update } from "grammy/types";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { BotContext } from "./bot-deps";

/** Telegram keeps updates for a day. */
const REMEMBERED_SECONDS = 2 * 24 * 3600;
/** Milliseconds before each retry of an update that could not be handled, e.g. without a database. */
const RETRY_MS = [500, 2000, 5000, 10_000, 20_000];

export type UpdateHandler = (update: Update) => Promise<void>;

/**
 * Handles each update once: Redis keeps the numbers of handled updates over a restart. Retries a failed update for
 * a while, so that a restarted database loses no command, and then gives it up. Rejects when `stop` ends the retries.
 */
export function createUpdateHandler(
  bot: Bot<BotContext>,
  redis: Redis,
  log: Logger,
  stop: AbortSignal,
): UpdateHandler {
  const key = (update: Update) => `korki:bot:${bot.botInfo.id}:handled:${update.update_id}`;
  const running = new Map<number, Promise<void>>();

  const handle = async (update: Update) => {
    // Without Redis an update may be handled twice after a kill, which is better than not at all.
    if (await redis.exists(key(update)).catch(() => 0)) return;
    for (let retry = 0; ; retry += 1) {
      try {
        await bot.handleUpdate(update);
        break;
      } catch (error) {
        const cause = error instanceof BotError ? error.error : error;
        const pause = RETRY_MS[retry];
        const what = { update: update.update_id, error: cause instanceof Error ? cause.name : "unknown" };
        if (pause === undefined) {
          log.error(what, "update dropped after its last attempt");
          break;
        }
        log.warn(what, "update failed, trying again");
        await sleep(pause, undefined, { signal: stop });
      }
    }
    await redis.set(key(update), 1, "EX", REMEMBERED_SECONDS).catch(() => undefined);
  };

  return (update) => {
    const known = running.get(update.update_id);
    if (known) return known;
    const handling = handle(update).finally(() => running.delete(update.update_id));
    running.set(update.update_id, handling);
    return handling;
  };
}
