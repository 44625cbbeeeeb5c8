import { setTimeout as sleep } from "node:timers/promises";
import { type Bot, GrammyError } from "grammy";
import type { Update } from "grammy/types";
import type { Logger } from "pino";
import type { BotContext } from "./bot-deps";
import { ALLOWED_UPDATES } from "./create-bot";
import { chatOf, type UpdateHandler } from "./handle-update";

const POLL_SECONDS = 30;
const PAUSE_MS = 2000;
/** How often it looks for updates while one is held up. */
const HELD_UP_POLL_MS = 1000;
/** How many updates the Bot API answers at most. */
const FULL_ANSWER = 100;

/**
 * Fetches updates by long polling until `stop`. Each fetch confirms the updates below its offset, so an update is
 * confirmed only after it and all before it were handled. The last ones are confirmed at the end: a restart neither loses
 * nor doubles a command. Updates are handled one after another. While one is held up by the Bot API, only those of its
 * chat wait for it; once a hundred updates stand behind it, they are confirmed, so that newer ones come, and a restart
 * loses those that still wait.
 */
export async function pollUpdates(
  bot: Bot<BotContext>,
  handle: UpdateHandler,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  let above = 0;
  /** Updates below it are confirmed, although some may still wait. */
  let forgone = 0;
  const open = new Map<number, Promise<void>>();
  const chains = new Map<number, Promise<void>>();
  const offset = () => Math.min(above, ...[...open.keys()].filter((id) => id >= forgone));

  const begin = async (update: Update) => {
    const id = update.update_id;
    const chat = chatOf(update) ?? id;
    const before = chains.get(chat);
    await new Promise<void>((goOn) => {
      const handling = (before ?? Promise.resolve()).then(() => {
        stop.throwIfAborted();
        return handle(update, goOn);
      });
      open.set(id, handling);
      chains.set(chat, handling);
      const finish = () => {
        open.delete(id);
        if (chains.get(chat) === handling) chains.delete(chat);
      };
      // Stopped before it or during its retries: the update stays unconfirmed and comes back.
      handling.then(finish, () => undefined).then(goOn);
      if (before) goOn();
    });
  };

  while (!stop.aborted) {
    // Those that are held up would come back at once.
    if (open.size > 0) {
      const look = sleep(HELD_UP_POLL_MS, undefined, { signal: stop });
      await Promise.race([...open.values(), look]).catch(() => undefined);
    }
    const from = offset();
    const updates = await fetchUpdates(bot, from, log, stop);
    // After a week without updates Telegram may go on from a lower number. So a low number is a repetition only while an
    // update is held up.
    const fresh = updates.filter(({ update_id: id }) => from === above || id >= above);
    for (const update of fresh) {
      if (stop.aborted) break;
      above = update.update_id + 1;
      await begin(update);
    }
    if (fresh.length === 0 && updates.length >= FULL_ANSWER) forgone = above;
    if (open.size === 0) forgone = 0;
  }
  await Promise.allSettled(open.values());
  if (offset() > 0) {
    const confirmation = bot.api.getUpdates({ offset: offset(), limit: 1, timeout: 0 });
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
