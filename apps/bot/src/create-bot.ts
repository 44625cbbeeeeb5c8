import { Bot } from "grammy";
import { retryApiCalls } from "./api-retries";
import type { BotContext, BotDeps } from "./bot-deps";
import { helpFeature } from "./features/help";
import { lessonButtonsFeature } from "./features/lesson-buttons";
import { lessonsFeature } from "./features/lessons";
import { otherFeature } from "./features/other";
import { registrationFeature } from "./features/registration";
import { reportRepliesFeature } from "./features/report-replies";
import { startFeature } from "./features/start";
import { statusFeature } from "./features/status";
import { unlinkFeature } from "./features/unlink";

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
