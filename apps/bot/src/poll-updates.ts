import { setTimeout as sleep } from "node:timers/promises";
import { type Bot, GrammyError } from "grammy";
import type { Update } from "grammy/types";
import type { Logger } from "pino";
import type { BotContext } from "./bot-deps";
import { ALLOWED_UPDATES } from "./create-bot";
import type { UpdateHandler } from "./handle-update";

const POLL_SECONDS = 30;
const PAUSE_MS = 2000;

/**
 * Fetches updates by long polling until `stop`. Each fetch confirms the updates below its offset, so an update is
 * confirmed only after it was handled. The last ones are confirmed at the end: a restart neither loses nor doubles a
 * command.
 */
export async function pollUpdates(
  bot: Bot<BotContext>,
  handle: UpdateHandler,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  let offset = 0;
  while (!stop.aborted) {
    for (const update of await fetchUpdates(bot, offset, log, stop)) {
      if (stop.aborted) break;
      try {
        await handle(update);
      } catch {
        // Stopped during the retries: the update stays unconfirmed and comes back.
        break;
      }
      offset = update.update_id + 1;
    }
  }
  if (offset > 0) {
    const confirmation = bot.api.getUpdates({ offset, limit: 1, timeout: 0 });
    await confirmation.catch(() => log.warn("the last updates could not be confirmed"));
  }
}

async function fetchUpdates(
  bot: Bot<BotContext>,
  offset: number,
  log: Logger,
  stop: AbortSignal,
): Promise<Update[]> {
  try {
    return await bot.api.getUpdates(
      { offset, timeout: POLL_SECONDS, allowed_updates: ALLOWED_UPDATES },
      // grammY's own type of the same interface lacks the newer methods.
      stop as Parameters<typeof bot.api.getUpdates>[1],
    );
  } catch (error) {
    if (stop.aborted) return [];
    const refusal = error instanceof GrammyError ? error : null;
    if (refusal?.error_code === 409) log.error("another process polls for the same bot: only one may");
    else log.warn({ code: refusal?.error_code ?? "network" }, "cannot fetch updates");
    const pause = refusal?.parameters.retry_after ? refusal.parameters.retry_after * 1000 : PAUSE_MS;
    await sleep(pause, undefined, { signal: stop }).catch(() => undefined);
    return [];
  }
}
