import { Bot } from "grammy";
import { retryApiCalls } from "./api-retries";
import type { BotContext, BotDeps } from "./bot-deps";
import { helpFeature } from "./features/help";
import { lessonButtonsFeature } from "./features/lesson-buttons";
import { lessonsFeature } from "./features/lessons";
import { otherFeature } from "./features/other";
import { registrationFeature } from "./features/registration";
import { startFeature } from "./features/start";
import { statusFeature } from "./features/status";
import { unlinkFeature } from "./features/unlink";

/** The updates that the bot understands. */
export const ALLOWED_UPDATES = ["message", "callback_query", "my_chat_member"] as const;

const TIMEOUT_SECONDS = 60;

/**
 * The bot with all of its commands (decisions §8), fed by whoever brings its updates. It works in private chats
 * alone: in a group everybody would read what is meant for one.
 */
export function createBot(token: string, deps: BotDeps): Bot<BotContext> {
  const bot = new Bot<BotContext>(token, {
    client: { apiRoot: deps.services.settings.telegramApiRoot, timeoutSeconds: TIMEOUT_SECONDS },
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
    otherFeature,
  ]) {
    inPrivate.use(feature(deps));
  }
  return bot;
}
