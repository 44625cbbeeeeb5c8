import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "@korki/services";
import { isChatGone, releaseChat } from "@korki/services/telegram/release-chat";
import { type Bot, BotError, GrammyError } from "grammy";
import type { Update } from "grammy/types";
import type { Redis } from "ioredis";
import type { BotContext } from "./bot-deps";
import { whenHeldUp } from "./create-bot";

/** Telegram keeps updates for a day. */
const REMEMBERED_SECONDS = 2 * 24 * 3600;
/** Milliseconds before each retry of an update that could not be handled, e.g. without a database. */
const RETRY_MS = [500, 2000, 5000, 10_000, 20_000];

/** Handles an update. Calls `onHeldUp` when that waits because the Bot API answered 429. */
export type UpdateHandler = (update: Update, onHeldUp?: () => void) => Promise<void>;

/**
 * Handles each update once: Redis keeps the numbers of handled updates over a restart. Retries a failed update for
 * a while, so that a restarted database loses no command, and then gives it up; what the Bot API refuses is not tried again.
 * Rejects when `stop` ends the retries.
 */
export function createUpdateHandler(
  bot: Bot<BotContext>,
  services: Services,
  redis: Redis,
  stop: AbortSignal,
): UpdateHandler {
  const { log } = services;
  const key = (update: Update) => `korki:bot:${bot.botInfo.id}:handled:${update.update_id}`;
  const running = new Map<number, Promise<void>>();

  const handle: UpdateHandler = async (update, onHeldUp = () => undefined) => {
    // Without Redis an update may be handled twice after a kill, which is better than not at all.
    if (await redis.exists(key(update)).catch(() => 0)) return;
    for (let retry = 0; ; retry += 1) {
      try {
        await whenHeldUp.run(onHeldUp, () => bot.handleUpdate(update)).catch(acceptRefusal(services, update));
        break;
      } catch (cause) {
        stop.throwIfAborted();
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

  return (update, onHeldUp) => {
    const known = running.get(update.update_id);
    if (known) return known;
    const handling = handle(update, onHeldUp).finally(() => running.delete(update.update_id));
    running.set(update.update_id, handling);
    return handling;
  };
}

/** Ends an update whose answer the Bot API refuses, and unlinks a chat that it cannot write to. Rethrows any other error. */
function acceptRefusal(services: Services, update: Update): (error: unknown) => Promise<void> {
  return async (error) => {
    const cause = error instanceof BotError ? error.error : error;
    if (!(cause instanceof GrammyError) || cause.error_code >= 500) throw cause;
    services.log.warn({ update: update.update_id, code: cause.error_code }, "the Bot API refuses an answer");
    const chat = chatOf(update);
    if (chat !== undefined && isChatGone(cause)) await releaseChat(services, String(chat));
  };
}

/** Returns the number of the chat from which an update came. */
export function chatOf({
  message,
  callback_query: press,
  my_chat_member: member,
}: Update): number | undefined {
  return (message ?? press?.message ?? member)?.chat.id;
}
