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
/** Does not wait longer: the update is handled again later. */
const LONGEST_PAUSE_SECONDS = 30;

/** Retries calls that the Bot API answered with 429 or 5xx, except getUpdates, which is repeated anyway. */
function retryApiCalls(): Transformer {
  return async (call, method, payload, signal) => {
    if (method === "getUpdates") return call(method, payload, signal);
    for (let left = TRIES - 1; ; left -= 1) {
      const answer = await call(method, payload, signal);
      if (answer.ok || left === 0) return answer;
      const pause = answer.parameters?.retry_after;
      if (answer.error_code === 429 && (pause ?? 1) <= LONGEST_PAUSE_SECONDS)
        await sleep((pause ?? 1) * 1000);
      else if (answer.error_code >= 500) await sleep(PAUSE_MS);
      else return answer;
    }
  };
}

/** The types of updates that the bot handles. */
export const ALLOWED_UPDATES = ["message", "callback_query", "my_chat_member"] as const;

const TIMEOUT_SECONDS = 60;

/**
 * Creates the bot with all of its commands (rules §8). It works only in private chats: in a group everybody would
 * read one person's data.
 */
export function createBot(token: string, deps: BotDeps): Bot<BotContext> {
  const bot = new Bot<BotContext>(token, {
    client: {
      apiRoot: deps.services.settings.telegramApiRoot,
      timeoutSeconds: TIMEOUT_SECONDS,
      baseFetchConfig: { redirect: "error" },
    },
  });
  bot.api.config.use(retryApiCalls());
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
