import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@korki/local-services";
import { openPromptRedis } from "@korki/services/prompt-redis";
import { makePerson } from "@korki/services/testing/people";
import { testRedisUrl } from "@korki/testing/redis";
import { expect, onTestFinished, test } from "vitest";
import { createBot } from "./create-bot";
import { createUpdateHandler, type UpdateHandler } from "./handle-update";
import { pollUpdates } from "./poll-updates";
import { startBot } from "./start-bot";
import { openBotWorld, WAIT } from "./testing/bot-world";
import { webhookSecret } from "./webhook-server";

const world = await openBotWorld();
const { services, telegram, redis } = world;

const answersIn = (chatId: number) => telegram.botMessages(chatId).length;

test("answers each command once while the bot restarts repeatedly", async () => {
  const chats = Array.from({ length: 12 }, () => telegram.openChat().person.id);
  let bot = world.start();
  for (const chatId of chats) {
    telegram.sendText(chatId, "/pomoc");
    await bot.stop();
    bot = world.start();
  }
  for (const chatId of chats) await telegram.waitForMessage(chatId, () => true, WAIT);
  await telegram.waitUntilRead(WAIT.timeoutMs);
  expect(chats.map(answersIn)).toEqual(chats.map(() => 1));
});

test("answers each command of a batch once when stopped in its middle", async () => {
  const chats = Array.from({ length: 30 }, () => telegram.openChat().person.id);
  for (const chatId of chats) telegram.sendText(chatId, "/pomoc");
  const bot = world.start();
  await telegram.waitForMessage(chats[5] ?? 0, () => true, WAIT);
  await bot.stop();
  const answered = chats.filter((chatId) => answersIn(chatId) > 0).length;
  expect(answered).toBeLessThan(30);
  world.start();
  await telegram.waitForMessage(chats.at(-1) ?? 0, () => true, WAIT);
  expect(chats.map(answersIn)).toEqual(chats.map(() => 1));
});

test("does not answer a handled update that is delivered again after a kill", async () => {
  const bot = createBot(telegram.token, { services });
  await bot.init();
  const handle = () => createUpdateHandler(bot, services, redis, new AbortController().signal);
  const chat = telegram.openChat();
  const message = telegram.sendText(chat.person.id, "/pomoc");
  const update = {
    update_id: 900_001,
    message: { ...message, entities: [{ type: "bot_command" as const, offset: 0, length: 6 }] },
  } as Parameters<ReturnType<typeof handle>>[0];
  const first = handle();
  await Promise.all([first(update), first(update)]);
  await handle()(update);
  expect(answersIn(chat.person.id)).toBe(1);
  const bots = world.start();
  await telegram.waitUntilRead(WAIT.timeoutMs);
  await bots.stop();
});

test("loses no command while the database is unavailable", async () => {
  const person = await makePerson(services, "Student");
  const chatId = await world.chatOf(person.id);
  world.start();
  await services.db.pool.query("ALTER TABLE users RENAME TO users_away");
  telegram.sendText(chatId, "/status");
  await expect
    .poll(() => services.logged.join("").includes("update failed, trying again"), { timeout: WAIT.timeoutMs })
    .toBe(true);
  await services.db.pool.query("ALTER TABLE users_away RENAME TO users");
  await telegram.waitForMessage(chatId, ({ text }) => text.includes(person.email), WAIT);
  expect(answersIn(chatId)).toBe(1);
});

test("a chat that is told to wait holds up no other, keeps its order and loses nothing by a restart", async () => {
  const [slow, other] = [telegram.openChat().person.id, telegram.openChat().person.id];
  telegram.faults.add({ answer: "too-many-requests", retryAfter: 60, method: "sendMessage", chatId: slow });
  telegram.sendText(slow, "/pomoc");
  telegram.sendText(slow, "Dzień dobry!");
  telegram.sendText(other, "/pomoc");
  const bot = world.start();
  await telegram.waitForMessage(other, () => true, WAIT);
  telegram.sendText(other, "Dzień dobry!");
  await expect.poll(() => answersIn(other), { timeout: WAIT.timeoutMs }).toBe(2);
  expect(answersIn(slow)).toBe(0);
  await bot.stop();
  world.start();
  await expect.poll(() => answersIn(slow), { timeout: WAIT.timeoutMs }).toBe(2);
  const texts = (chatId: number) => telegram.botMessages(chatId).map(({ text }) => text);
  expect(texts(slow)).toEqual(texts(other));
  await telegram.waitUntilRead(WAIT.timeoutMs);
  expect([slow, other].map(answersIn)).toEqual([2, 2]);
});

test("a stop waits for a short pause: what was done is answered as it was done", async () => {
  const person = await makePerson(services, "Student");
  const chatId = await world.chatOf(person.id);
  telegram.faults.add({ answer: "too-many-requests", retryAfter: 1, method: "sendMessage", chatId });
  const before = telegram.calls("sendMessage").length;
  telegram.sendText(chatId, "/odlacz");
  const bot = world.start();
  await expect
    .poll(() => telegram.calls("sendMessage").length, { timeout: WAIT.timeoutMs, interval: 20 })
    .toBe(before + 1);
  await bot.stop();
  expect(telegram.botMessages(chatId)).toMatchObject([{ text: expect.stringMatching(/^Odłączono/) }]);
});

/** Polls what `answer` gives to the call of a number, with an offset, and returns the numbers that are handled. */
function pollAnswers(
  answer: (offset: number, call: number) => number[],
  handling: UpdateHandler = async () => undefined,
) {
  const stop = new AbortController();
  const handled: number[] = [];
  const offsets: number[] = [];
  const getUpdates = async ({ offset }: { offset: number }) => {
    offsets.push(offset);
    const ids = answer(offset, offsets.length);
    if (ids.length === 0) stop.abort();
    return ids.map((update_id) => ({ update_id, message: { chat: { id: update_id } } }));
  };
  const bot = { api: { getUpdates } } as unknown as Parameters<typeof pollUpdates>[0];
  const handle: UpdateHandler = (update, onHeldUp) => {
    handled.push(update.update_id);
    return handling(update, onHeldUp);
  };
  return { stop, handled, offsets, done: pollUpdates(bot, handle, services.log, stop.signal) };
}

test("handles updates that Telegram numbers anew, from a lower number", async () => {
  const { handled, offsets, done } = pollAnswers((_, call) => [[800, 801], [7], [8]][call - 1] ?? []);
  await done;
  expect(handled).toEqual([800, 801, 7, 8]);
  expect(offsets).toEqual([0, 802, 8, 9, 9]);
});

test("a held-up update holds up nobody once a hundred stand behind it", async () => {
  const sent = Array.from({ length: 120 }, (_, at) => 1 + at);
  const release = new AbortController();
  const { stop, handled, offsets, done } = pollAnswers(
    (offset) => sent.filter((id) => id >= offset).slice(0, 100),
    async ({ update_id: id }, onHeldUp) => {
      if (id !== 1) return;
      onHeldUp?.();
      await once(release.signal, "abort");
    },
  );
  await once(stop.signal, "abort");
  release.abort();
  await done;
  expect(handled).toEqual(sent);
  expect(offsets).toEqual([0, 1, 101, 121, 121]);
});

test("what Telegram refuses is not tried again, and a chat that is gone is unlinked", async () => {
  const person = await makePerson(services, "Student");
  const [gone, other] = [await world.chatOf(person.id), telegram.openChat().person.id];
  for (const chatId of [gone, other]) telegram.sendText(chatId, "/pomoc");
  telegram.deactivate(gone);
  const before = services.logged.length;
  world.start();
  await telegram.waitForMessage(other, () => true, WAIT);
  expect(services.logged.slice(before).join("")).not.toContain("trying again");
  const user = await services.db.prisma.user.findUniqueOrThrow({ where: { id: person.id } });
  expect(user.telegramChatId).toBeNull();
});

test("answers while Redis gives no answer", async () => {
  let hangs = false;
  const url = new URL(await testRedisUrl());
  const real = { port: Number(url.port), host: url.hostname };
  const proxy = net.createServer((socket) => {
    const behind = net.connect(real);
    socket.pipe(behind).on("data", (answer) => hangs || socket.write(answer));
    socket.on("error", () => undefined).on("close", () => behind.destroy());
    behind.on("error", () => undefined).on("close", () => socket.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  url.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  const hung = openPromptRedis(url.href);
  hung.on("error", () => undefined);
  onTestFinished(() => {
    hung.disconnect();
    proxy.close();
  });
  await once(hung, "ready");
  hangs = true;
  const chatId = telegram.openChat().person.id;
  const bot = startBot(telegram.token, services, hung);
  onTestFinished(() => bot.stop());
  telegram.sendText(chatId, "/pomoc");
  await telegram.waitForMessage(chatId, () => true, WAIT);
});

test("waits for an unavailable Bot API", async () => {
  const chatId = telegram.openChat().person.id;
  telegram.faults.add({ answer: "server-error", method: "getMe" });
  telegram.faults.add({ answer: "reset", method: "getUpdates", times: 2 });
  telegram.sendText(chatId, "/pomoc");
  world.start();
  await telegram.waitForMessage(chatId, () => true, WAIT);
  expect(answersIn(chatId)).toBe(1);
});

test("receives updates by webhook and refuses calls without the secret", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/telegram/aktualizacje`;
  const bot = world.start({ telegramWebhookUrl: url, telegramWebhookPort: port });
  const chatId = telegram.openChat().person.id;
  telegram.sendText(chatId, "/pomoc");
  await telegram.waitForMessage(chatId, () => true, WAIT);
  const secret = webhookSecret(services.settings.authSecret);
  const call = (headers: Record<string, string>, body = "{}", method = "POST", to = url) =>
    fetch(to, { method, headers, ...(method === "POST" ? { body } : {}) }).then(({ status }) => status);
  const known = { "x-telegram-bot-api-secret-token": secret };
  expect(await call({})).toBe(401);
  expect(await call({ "x-telegram-bot-api-secret-token": `${secret}x` })).toBe(401);
  expect(await call(known, "kapusta")).toBe(400);
  expect(await call(known, "{}", "GET")).toBe(404);
  expect(await call(known, "{}", "POST", `http://127.0.0.1:${port}/`)).toBe(404);
  await bot.stop();
  // Telegram keeps updates while the bot is stopped.
  telegram.sendText(chatId, "/pomoc");
  await sleep(100);
  world.start({ telegramWebhookUrl: url, telegramWebhookPort: port });
  await expect.poll(() => answersIn(chatId), { timeout: WAIT.timeoutMs }).toBe(2);
});

test("a wrong token ends the bot with an error that does not contain it", async () => {
  const bot = world.start({}, "123:wrong");
  await expect(bot.done).rejects.toThrow("does not know TELEGRAM_BOT_TOKEN");
});

test("logs contain no token", () => {
  const logs = services.logged.join("");
  expect(logs.length).toBeGreaterThan(0);
  expect(logs).not.toContain(telegram.token);
  expect(logs).not.toContain("123:wrong");
});
