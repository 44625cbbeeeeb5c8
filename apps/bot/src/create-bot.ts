import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Bot, type Transformer } from "grammy";
import type { BotContext, BotDeps } from "./bot-deps";
import { registrationFeature, statusFeature, unlinkFeature } from "./features/connection";
import { helpFeature, otherFeature } from "./features/help";
import { lessonButtonsFeature } from "./features/lesson-buttons";
import { lessonsFeature } from "./features/lessons";
import { reportRepliesFeature } from "./features/report-replies";
import { startFeature } from "./features/start";

const TRIES = 3;
const PAUSE_MS = 1000;
/** How long after it is stopped the bot still waits: what an update did would be done again if its answer were not sent. */
const LAST_WAITS_MS = 20_000;

/** What the handling of an update calls when it begins to wait because the Bot API answered 429. */
export const whenHeldUp = new AsyncLocalStorage<() => void>();

/**
 * Repeats calls that the Bot API answered with 429, after the time that it names, and three times those that it answered
 * with 5xx; but not getUpdates, which is repeated anyway. Rejects waits that would last 20 s beyond `stop`.
 */
function retryApiCalls(stop?: AbortSignal): Transformer {
  let deadline = Number.POSITIVE_INFINITY;
  const setDeadline = () => {
    deadline = performance.now() + LAST_WAITS_MS;
  };
  stop?.addEventListener("abort", setDeadline, { once: true });
  const wait = async (ms: number) => {
    const end = performance.now() + ms;
    const tooLong = new AbortController();
    const look = () => {
      if (end > deadline) tooLong.abort();
    };
    look();
    stop?.addEventListener("abort", look);
    try {
      await sleep(ms, undefined, { signal: tooLong.signal });
    } finally {
      stop?.removeEventListener("abort", look);
    }
  };
  return async (call, method, payload, signal) => {
    if (method === "getUpdates") return call(method, payload, signal);
    for (let left = TRIES - 1; ; ) {
      const answer = await call(method, payload, signal);
      if (answer.ok) return answer;
      if (answer.error_code === 429) {
        whenHeldUp.getStore()?.();
        await wait((answer.parameters?.retry_after ?? 1) * 1000);
      } else if (answer.error_code >= 500 && left > 0) {
        left -= 1;
        await wait(PAUSE_MS);
      } else return answer;
    }
  };
}

/** The types of updates that the bot handles. */
export const ALLOWED_UPDATES = ["message", "callback_query", "my_chat_member"] as const;

const TIMEOUT_SECONDS = 60;

/**
 * Creates the bot with all of its commands (rules §8). It works only in private chats: in a group everybody would
 * read one person's data. `stop` ends its longer waits for the Bot API.
 */
export function createBot(token: string, deps: BotDeps, stop?: AbortSignal): Bot<BotContext> {
  const bot = new Bot<BotContext>(token, {
    client: {
      apiRoot: deps.services.settings.telegramApiRoot,
      timeoutSeconds: TIMEOUT_SECONDS,
      baseFetchConfig: { redirect: "error" },
    },
  });
  bot.api.config.use(retryApiCalls(stop));
  const inPrivate = bot.chatType("private");
  for (const feature of [
    startFeature,
    registrationFeature,
    statusFeature,
    unlinkFeature,
    lessonsFeature,
    helpFeature,
    lessonButtonsFeature,
    reportRepliesFeature,
    otherFeature,
  ]) {
    inPrivate.use(feature(deps));
  }
  return bot;
}
