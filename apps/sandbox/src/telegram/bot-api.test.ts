import { Api, GrammyError, InlineKeyboard } from "grammy";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TELEGRAM_LIMITS } from "./rate-limits";
import { startTelegramEmulator, type TelegramEmulator } from "./start-telegram-emulator";

let telegram: TelegramEmulator;
let api: Api;
const anna = 101;

beforeAll(async () => {
  telegram = await startTelegramEmulator({ username: "korki_test_bot" });
  telegram.openChat({ id: anna, firstName: "Anna" });
  api = new Api(telegram.token, { apiRoot: telegram.url });
});
afterAll(() => telegram.close());
beforeEach(() => telegram.faults.clear());

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call should have failed"),
    (error: unknown) => {
      if (!(error instanceof GrammyError)) throw error;
      return { code: error.error_code, text: error.description, parameters: error.parameters };
    },
  );

test("sends and edits a message with buttons", async () => {
  const keyboard = new InlineKeyboard().text("Potwierdź", "c:1").url("Otwórz", "https://korki.example/x");
  const sent = await api.sendMessage(anna, "<b>Lekcja</b> &amp; 5 &lt; 6, https://korki.example/a?b=1", {
    parse_mode: "HTML",
    reply_markup: keyboard,
    link_preview_options: { is_disabled: true },
  });
  expect(sent.text).toBe("Lekcja & 5 < 6, https://korki.example/a?b=1");
  expect(sent.entities).toEqual([
    { type: "bold", offset: 0, length: 6 },
    { type: "url", offset: 16, length: 27 },
  ]);
  const edited = await api.editMessageText(anna, sent.message_id, "Potwierdzona");
  expect(edited).not.toHaveProperty("reply_markup");
  await api.editMessageReplyMarkup(anna, sent.message_id, { reply_markup: keyboard });
  expect(telegram.messages(anna)).toMatchObject([{ text: "Potwierdzona", reply_markup: keyboard }]);
});

const button = (data: string) => ({
  reply_markup: { inline_keyboard: [[{ text: "x", callback_data: data }]] },
});

test.each<[string, () => Promise<unknown>, number, RegExp]>([
  ["an unknown chat", () => api.sendMessage(1, "x"), 400, /chat not found/],
  ["an empty text", () => api.sendMessage(anna, "  "), 400, /message text is empty/],
  ["4097 characters", () => api.sendMessage(anna, "ż".repeat(4097)), 400, /message is too long/],
  [
    "65 bytes of callback data",
    () => api.sendMessage(anna, "x", button(`${"ż".repeat(32)}a`)),
    400,
    /Bad Request/,
  ],
  [
    "unescaped HTML",
    () => api.sendMessage(anna, "a & b", { parse_mode: "HTML" }),
    400,
    /can't parse entities/,
  ],
  ["an edit of nothing", () => api.editMessageText(anna, 999_999, "x"), 400, /message to edit not found/],
  [
    "an edit that changes nothing",
    async () => api.editMessageText(anna, (await api.sendMessage(anna, "To samo")).message_id, "To samo"),
    400,
    /message is not modified/,
  ],
  [
    "an edit of the person's message",
    () => api.editMessageText(anna, telegram.sendText(anna, "moje").message_id, "x"),
    400,
    /message can't be edited/,
  ],
  ["an old callback query", () => api.answerCallbackQuery("1"), 400, /query is too old/],
  [
    "a malformed command",
    () => api.setMyCommands([{ command: "zły", description: "x" }]),
    400,
    /BOT_COMMAND_INVALID/,
  ],
  ["a webhook without HTTPS", () => api.setWebhook("http://korki.example/"), 400, /HTTPS URL/],
  ["an unknown method", () => api.getMyName(), 404, /method not found/],
  ["another token", () => new Api("1:x", { apiRoot: telegram.url }).getMe(), 401, /Unauthorized/],
])("refuses %s", async (_, call, code, text) => {
  expect(await refusal(call())).toMatchObject({ code, text: expect.stringMatching(text) });
});

test("reaches only a person who pressed start, did not block the bot and has an account", async () => {
  telegram.openChat({ id: 201, firstName: "Jan", started: false });
  expect((await refusal(api.sendMessage(201, "x"))).text).toBe("Bad Request: chat not found");
  telegram.sendText(201, "/start");
  telegram.block(201);
  expect(await refusal(api.sendMessage(201, "x"))).toMatchObject({
    code: 403,
    text: "Forbidden: bot was blocked by the user",
  });
  telegram.unblock(201);
  await api.sendMessage(201, "x");
  telegram.deactivate(201);
  expect((await refusal(api.sendMessage(201, "x"))).text).toBe("Forbidden: user is deactivated");
});

describe("faults", () => {
  const send = (chatId = anna) => api.sendMessage(chatId, "x");

  test("answer 429 with retry_after for the given number of calls", async () => {
    telegram.faults.add({ answer: "too-many-requests", times: 2, retryAfter: 7 });
    for (const _ of [1, 2])
      expect(await refusal(send())).toMatchObject({ code: 429, parameters: { retry_after: 7 } });
    await send();
  });

  test("answer 500 to one chat and 502 to one method", async () => {
    telegram.openChat({ id: 102 });
    telegram.faults.add({ answer: "server-error", chatId: 102 });
    telegram.faults.add({ answer: "bad-gateway", method: "getMe" });
    await send();
    expect((await refusal(send(102))).code).toBe(500);
    await expect(api.getMe()).rejects.toThrow();
    expect(telegram.faults.list()).toEqual([]);
  });

  test("leave a call unanswered, or cut its connection", async () => {
    const before = telegram.botMessages(anna).length;
    telegram.faults.add({ answer: "silence" });
    const impatient = new Api(telegram.token, { apiRoot: telegram.url, timeoutSeconds: 0.1 });
    await expect(impatient.sendMessage(anna, "x")).rejects.toThrow();
    telegram.faults.add({ answer: "reset" });
    await expect(send()).rejects.toThrow();
    expect(telegram.calls("sendMessage").at(-1)).toMatchObject({ status: 0, chatId: anna });
    expect(telegram.botMessages(anna)).toHaveLength(before);
  });

  test("spare getUpdates unless it is named", async () => {
    telegram.faults.add({ answer: "server-error" });
    await api.getUpdates();
    telegram.faults.clear();
    telegram.faults.add({ answer: "server-error", method: "getUpdates" });
    expect((await refusal(api.getUpdates())).code).toBe(500);
  });
});

test("answers 429 above the rate limits", async () => {
  const limited = await startTelegramEmulator({ limits: TELEGRAM_LIMITS });
  limited.openChat({ id: anna });
  const bot = new Api(limited.token, { apiRoot: limited.url });
  await bot.sendMessage(anna, "pierwsza");
  expect(await refusal(bot.sendMessage(anna, "druga"))).toMatchObject({
    code: 429,
    parameters: { retry_after: 1 },
  });
  await limited.close();
});
