import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bot, GrammyError, InlineKeyboard, webhookCallback } from "grammy";
import { afterEach, describe, expect, test } from "vitest";
import { startTelegramEmulator, type TelegramEmulatorOptions } from "./start-telegram-emulator";

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(options: TelegramEmulatorOptions = {}) {
  const telegram = await startTelegramEmulator(options);
  cleanUps.push(() => telegram.close());
  return telegram;
}

function createBot(telegram: { url: string; token: string }) {
  const bot = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
  bot.command("start", (ctx) => ctx.reply(`Cześć, ${ctx.from?.first_name}!`));
  bot.command("pytanie", (ctx) =>
    ctx.reply("Potwierdzasz?", { reply_markup: new InlineKeyboard().text("Tak", "tak").text("Nie", "nie") }),
  );
  bot.on("callback_query:data", async (ctx) => {
    await ctx.editMessageText(`Wybrano: ${ctx.callbackQuery.data}`);
    await ctx.answerCallbackQuery({ text: "Zapisano" });
  });
  return bot;
}

const anna = 101;

describe("long polling", () => {
  test("a grammY bot receives texts and pressed buttons, and answers", async () => {
    const telegram = await start();
    const bot = createBot(telegram);
    telegram.openChat({ id: anna, firstName: "Anna", started: false });
    telegram.sendText(anna, "/start");
    void bot.start();
    cleanUps.push(() => bot.stop());
    await telegram.waitForMessage(anna, ({ text }) => text === "Cześć, Anna!");
    telegram.sendText(anna, "/pytanie");
    const question = await telegram.waitForMessage(anna, ({ text }) => text === "Potwierdzasz?");
    const query = telegram.pressButton(anna, question.message_id, 1);
    expect(await telegram.waitForAnswer(query)).toMatchObject({ text: "Zapisano", showAlert: false });
    expect(telegram.botMessages(anna).at(-1)).toMatchObject({
      message_id: question.message_id,
      text: "Wybrano: nie",
    });
    await telegram.waitUntilRead();
  });

  test("a second poll ends the first one", async () => {
    const telegram = await start();
    const [first, second] = [createBot(telegram), createBot(telegram)];
    const earlier = first.api.getUpdates({ timeout: 30 });
    const refused = expect(earlier).rejects.toMatchObject({
      error_code: 409,
      description:
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    });
    await expect.poll(() => telegram.polling).toBe(true);
    const later = second.api.getUpdates({ timeout: 30 });
    await refused;
    telegram.sendText(anna, "do drugiego");
    expect(await later).toHaveLength(1);
  });

  test("a closed connection ends its poll", async () => {
    const telegram = await start();
    const hungUp = new AbortController();
    const poll = fetch(`${telegram.url}/bot${telegram.token}/getUpdates`, {
      method: "POST",
      body: JSON.stringify({ timeout: 30 }),
      signal: hungUp.signal,
    });
    await expect.poll(() => telegram.polling).toBe(true);
    hungUp.abort();
    await expect(poll).rejects.toThrow();
    await expect.poll(() => telegram.polling).toBe(false);
    telegram.sendText(anna, "x");
    expect(await createBot(telegram).api.getUpdates({ timeout: 30 })).toHaveLength(1);
  });

  test("queues only the allowed types of updates", async () => {
    const telegram = await start();
    const { api } = createBot(telegram);
    await api.getUpdates({ allowed_updates: ["callback_query"] });
    telegram.sendText(anna, "nie");
    await api.getUpdates();
    telegram.block(anna);
    await api.getUpdates({ allowed_updates: [] });
    telegram.unblock(anna);
    telegram.sendText(anna, "tak");
    const updates = await api.getUpdates();
    expect(updates.map((update) => Object.keys(update)[1])).toEqual(["my_chat_member", "message"]);
  });

  test("an update stays until a higher offset confirms it", async () => {
    const telegram = await start();
    const { api } = createBot(telegram);
    for (const text of ["1", "2", "3"]) telegram.sendText(anna, text);
    const [first] = await api.getUpdates({ limit: 1 });
    const again = await api.getUpdates({ limit: 2 });
    expect(again[0]).toEqual(first);
    const rest = await api.getUpdates({ offset: again[0] ? again[0].update_id + 1 : 0 });
    expect(rest.map(({ message }) => message?.text)).toEqual(["2", "3"]);
  });
});

describe("webhook", () => {
  async function startWebhook(bot: Bot, secretToken: string) {
    const seen = { texts: [] as (string | undefined)[], failures: 0, requests: 0 };
    bot.on("message:text", (ctx) => {
      seen.texts.push(ctx.message.text);
    });
    const handle = webhookCallback(bot, "http", { secretToken });
    const server = createServer((request, response) => {
      seen.requests += 1;
      if (seen.failures > 0) {
        seen.failures -= 1;
        response.writeHead(503).end();
      } else void handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanUps.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
    return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
  }

  test("delivers in order, with the secret, and repeats failed deliveries", async () => {
    const telegram = await start({ webhookRetryMs: 5 });
    const bot = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
    const { seen, url } = await startWebhook(bot, "sekret-1");
    telegram.sendText(anna, "przed");
    seen.failures = 3;
    await bot.api.setWebhook(url, { secret_token: "sekret-1" });
    telegram.sendText(anna, "po");
    await telegram.waitUntilRead();
    expect(seen.texts).toEqual(["przed", "po"]);
  });

  test("polling is refused while a webhook is set", async () => {
    const telegram = await start({ webhookRetryMs: 5 });
    const bot = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
    const { seen, url } = await startWebhook(bot, "sekret-1");
    await bot.api.setWebhook(url, { secret_token: "inny" });
    telegram.sendText(anna, "x");
    await expect.poll(() => seen.requests).toBeGreaterThan(1);
    expect(seen.texts).toEqual([]);
    await expect(bot.api.getUpdates()).rejects.toBeInstanceOf(GrammyError);
    await bot.api.deleteWebhook();
    expect(await bot.api.getUpdates()).toHaveLength(1);
  });
});

describe("the folder", () => {
  test("keeps chats, pending updates and commands over a restart", async () => {
    const dir = await mkdtemp(join(tmpdir(), "korki-telegram-"));
    cleanUps.push(() => rm(dir, { recursive: true }));
    const before = await startTelegramEmulator({ dir });
    const { api } = createBot(before);
    before.sendText(anna, "/start");
    before.openChat({ id: 102, firstName: "Jan" });
    await api.sendMessage(anna, "<b>Cześć</b>", { parse_mode: "HTML" });
    await api.setMyCommands([{ command: "pomoc", description: "Pomoc" }]);
    before.block(102);
    await before.close();
    await writeFile(join(dir, "chat-7.json"), "{ half of a fi");

    const after = await start({ dir });
    expect(after.messages(anna)).toEqual(before.messages(anna));
    expect(after.chats.get(102)).toEqual(before.chats.get(102));
    expect(after.chats.list()).toHaveLength(2);
    const again = createBot(after).api;
    expect(after.commands).toHaveLength(1);
    expect((await again.getUpdates()).map((update) => Object.keys(update)[1])).toEqual([
      "message",
      "my_chat_member",
    ]);
    const next = await again.sendMessage(anna, "dalej");
    expect(next.message_id).toBeGreaterThan(before.messages(anna).at(-1)?.message_id ?? 0);
    expect((await readdir(dir)).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  test("is optional", async () => {
    const telegram = await start();
    telegram.sendText(anna, "x");
    expect(telegram.messages(anna)).toHaveLength(1);
    expect(telegram.messages(999)).toEqual([]);
  });
});

test("a timeout lists the bot's messages", async () => {
  const telegram = await start();
  telegram.openChat({ id: anna });
  await createBot(telegram).api.sendMessage(anna, "coś innego");
  await expect(telegram.waitForMessage(anna, () => false, { timeoutMs: 20 })).rejects.toThrow(
    'The bot wrote: "coś innego".',
  );
  await expect(telegram.waitForAnswer("1", 20)).rejects.toThrow("did not answer");
});
