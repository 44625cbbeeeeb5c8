import type { Role } from "@korki/domain";
import { type RenderableNotification, renderTelegram } from "@korki/notifications";
import { type Message, startTelegramEmulator, type TelegramEmulator } from "@korki/sandbox";
import { renderContext } from "@korki/services/notifications/render-context";
import { openTestServices, type TestServices } from "@korki/services/testing/test-services";
import type { Settings } from "@korki/settings";
import { testRedisUrl } from "@korki/testing/redis";
import { Api } from "grammy";
import { Redis } from "ioredis";
import { afterAll, onTestFinished } from "vitest";
import { type RunningBot, startBot } from "../start-bot";

/** Long enough for a busy machine. */
export const WAIT = { timeoutMs: 20_000 };

/** The environment of a test: the product's services and a Bot API. */
export type BotWorld = {
  services: TestServices;
  telegram: TelegramEmulator;
  redis: Redis;
  /** Starts a bot and stops it after the test. */
  start(changed?: Partial<Settings>, token?: string): RunningBot;
  /** Opens a chat that is linked to this account. */
  chatOf(userId: string): Promise<number>;
  /** Sends a notification as the worker does. */
  send(notification: RenderableNotification, chatId: number, role: Role): Promise<Message>;
  /** Presses a button and returns the bot's answer to it. */
  press(chatId: number, messageId: number, index: number): Promise<string>;
};

/** Opens the environment of a test file and closes it after the file. */
export async function openBotWorld(env: Record<string, string> = {}): Promise<BotWorld> {
  const redis = new Redis(await testRedisUrl());
  const telegram = await startTelegramEmulator({ webhookRetryMs: 50 });
  const services = await openTestServices({
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_BOT_USERNAME: "korki_bot",
    TELEGRAM_API_ROOT: telegram.url,
    PUBLIC_URL: "https://korki.example",
    ...env,
  });
  const api = new Api(telegram.token, { apiRoot: telegram.url });
  afterAll(async () => {
    await telegram.close();
    redis.disconnect();
  });
  return {
    services,
    telegram,
    redis,
    start(changed = {}, token = telegram.token) {
      const bot = startBot(
        token,
        { ...services, settings: { ...services.settings, ...changed }, now: services.now },
        redis,
      );
      onTestFinished(() => bot.stop().catch(() => undefined));
      return bot;
    },
    async chatOf(userId) {
      const chatId = telegram.openChat().person.id;
      await services.db.prisma.user.update({
        where: { id: userId },
        data: { telegramChatId: String(chatId) },
      });
      return chatId;
    },
    async send(notification, chatId, role) {
      const { html, keyboard } = renderTelegram(notification, await renderContext(services, role));
      const sent = await api.sendMessage(chatId, html, {
        parse_mode: "HTML",
        reply_markup: { inline_keyboard: keyboard },
      });
      return telegram.waitForMessage(chatId, ({ message_id }) => message_id === sent.message_id, WAIT);
    },
    async press(chatId, messageId, index) {
      const query = telegram.pressButton(chatId, messageId, index);
      return (await telegram.waitForAnswer(query, WAIT.timeoutMs)).text ?? "";
    },
  };
}
