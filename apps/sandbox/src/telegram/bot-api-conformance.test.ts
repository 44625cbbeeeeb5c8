import { Bot, GrammyError, InlineKeyboard } from "grammy";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failure, METHOD_RESULTS, type MethodName, successOf } from "./bot-api-responses";
import { startTelegramEmulator, type TelegramEmulator } from "./start-telegram-emulator";

/** Every answer that grammY receives is held against the schema of the public description. */
const answered = new Set<string>();
const checkingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const method = String(input instanceof Request ? input.url : input)
    .split("/")
    .at(-1) as MethodName;
  const body: unknown = await response.clone().json();
  expect(response.headers.get("content-type")).toBe("application/json");
  if (response.ok) successOf(method).parse(body);
  else expect(failure.parse(body).error_code).toBe(response.status);
  answered.add(method);
  return response;
};

let telegram: TelegramEmulator;
let bot: Bot;
const anna = 101;

beforeAll(async () => {
  telegram = await startTelegramEmulator({ username: "korki_test_bot", name: "Korki" });
  telegram.openChat({ id: anna, firstName: "Anna", lastName: "Nowak", username: "anna_nowak" });
  bot = new Bot(telegram.token, { client: { apiRoot: telegram.url, fetch: checkingFetch } });
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

describe("answers have the shapes of the public description", () => {
  test("the bot's own methods", async () => {
    expect(await bot.api.getMe()).toMatchObject({
      is_bot: true,
      username: "korki_test_bot",
      first_name: "Korki",
    });
    await bot.api.setMyCommands([{ command: "start", description: "Zacznij" }]);
    await bot.api.setMyCommands([{ command: "pomoc", description: "Pomoc" }], {
      scope: { type: "all_private_chats" },
      language_code: "pl",
    });
    expect(await bot.api.getMyCommands()).toEqual([{ command: "start", description: "Zacznij" }]);
    expect(
      await bot.api.getMyCommands({ scope: { type: "all_private_chats" }, language_code: "pl" }),
    ).toHaveLength(1);
    await bot.api.deleteMyCommands();
    expect(await bot.api.getMyCommands()).toEqual([]);
    await bot.api.setMyName("Korki demo");
    expect(await bot.api.getMyName()).toEqual({ name: "Korki demo" });
    await bot.api.setMyName("");
    await bot.api.setMyDescription("Powiadomienia o lekcjach");
    expect(await bot.api.getMyDescription()).toEqual({ description: "Powiadomienia o lekcjach" });
    await bot.api.setMyShortDescription("Lekcje");
    expect(await bot.api.getMyShortDescription()).toEqual({ short_description: "Lekcje" });
    await bot.api.setChatMenuButton({ menu_button: { type: "commands" } });
    expect(await bot.api.getChatMenuButton({ chat_id: anna })).toEqual({ type: "commands" });
    expect(await bot.api.getChat(anna)).toMatchObject({ id: anna, type: "private", first_name: "Anna" });
  });

  test("a message is sent, edited and deleted", async () => {
    const keyboard = new InlineKeyboard()
      .text("Potwierdź", "confirm:1")
      .url("Otwórz", "https://korki.example/x");
    const sent = await bot.api.sendMessage(
      anna,
      "<b>Nowa lekcja</b> &amp; 5 &lt; 6, https://korki.example/a?b=1",
      {
        parse_mode: "HTML",
        reply_markup: keyboard,
        link_preview_options: { is_disabled: true },
        protect_content: true,
      },
    );
    expect(sent.text).toBe("Nowa lekcja & 5 < 6, https://korki.example/a?b=1");
    expect(sent.entities).toEqual([
      { type: "bold", offset: 0, length: 11 },
      { type: "url", offset: 21, length: 27 },
    ]);
    const reply = await bot.api.sendMessage(anna, "Odpowiedź", {
      reply_parameters: { message_id: sent.message_id },
    });
    expect(reply.reply_to_message?.message_id).toBe(sent.message_id);
    const edited = await bot.api.editMessageText(anna, sent.message_id, "Potwierdzona");
    expect(edited).toMatchObject({ text: "Potwierdzona" });
    expect(edited).not.toHaveProperty("reply_markup");
    expect(
      await bot.api.editMessageReplyMarkup(anna, sent.message_id, { reply_markup: keyboard }),
    ).toMatchObject({
      text: "Potwierdzona",
    });
    expect(
      telegram.messages(anna).find((each) => each.message_id === sent.message_id)?.reply_markup,
    ).toBeDefined();
    await bot.api.sendChatAction(anna, "typing");
    await bot.api.deleteMessage(anna, sent.message_id);
    await bot.api.deleteMessages(anna, [reply.message_id, 999_999]);
    expect(telegram.botMessages(anna)).toEqual([]);
  });

  test("updates, callback queries and blocks reach the bot", async () => {
    const first = telegram.sendText(anna, "/start kod_12 i https://korki.example");
    const [update] = await bot.api.getUpdates({ limit: 1, allowed_updates: [] });
    expect(update?.message).toMatchObject({
      message_id: first.message_id,
      chat: { id: anna, type: "private" },
      entities: [{ type: "bot_command", offset: 0, length: 6 }, { type: "url" }],
    });
    const sent = await bot.api.sendMessage(anna, "Potwierdzasz?", {
      reply_markup: new InlineKeyboard().text("Tak", "yes").row().text("Nie", "no"),
    });
    const queryId = telegram.pressButton(anna, sent.message_id, 1);
    telegram.block(anna);
    telegram.unblock(anna);
    const updates = await bot.api.getUpdates({ offset: (update?.update_id ?? 0) + 1 });
    expect(updates.map((each) => Object.keys(each)[1])).toEqual([
      "callback_query",
      "my_chat_member",
      "my_chat_member",
    ]);
    expect(updates[0]?.callback_query).toMatchObject({ id: queryId, data: "no", from: { id: anna } });
    expect(updates[1]?.my_chat_member?.new_chat_member.status).toBe("kicked");
    await bot.api.answerCallbackQuery(queryId, { text: "Dobrze", show_alert: true });
    expect(await telegram.waitForAnswer(queryId)).toMatchObject({ text: "Dobrze", showAlert: true });
    expect((await refusal(bot.api.answerCallbackQuery(queryId))).text).toMatch(/query is too old/);
    expect(await bot.api.getUpdates({ offset: -1 })).toHaveLength(1);
    expect(telegram.pendingUpdates).toBe(1);
    await bot.api.getUpdates({ offset: 2 ** 40 });
    expect(telegram.pendingUpdates).toBe(0);
  });

  test("a webhook's settings", async () => {
    await bot.api.setWebhook("https://korki.example/hook", { secret_token: "s-1", max_connections: 7 });
    expect(await bot.api.getWebhookInfo()).toMatchObject({
      url: "https://korki.example/hook",
      max_connections: 7,
    });
    expect((await refusal(bot.api.getUpdates())).code).toBe(409);
    await bot.api.deleteWebhook({ drop_pending_updates: true });
    expect((await bot.api.getWebhookInfo()).url).toBe("");
    expect((await refusal(bot.api.setWebhook("http://korki.example/hook"))).text).toMatch(/HTTPS URL/);
    expect((await refusal(bot.api.setWebhook("https://a.pl/", { secret_token: "ż" }))).code).toBe(400);
  });
});

describe("refusals are Telegram's", () => {
  const button = (text: string, data: string) => ({
    reply_markup: { inline_keyboard: [[{ text, callback_data: data }]] },
  });

  test.each<[string, () => Promise<unknown>, number, string]>([
    ["an unknown chat", () => bot.api.sendMessage(1, "x"), 400, "Bad Request: chat not found"],
    ["an empty text", () => bot.api.sendMessage(anna, "  "), 400, "Bad Request: message text is empty"],
    [
      "4097 characters after parsing",
      () => bot.api.sendMessage(anna, `<b>${"ż".repeat(4097)}</b>`, { parse_mode: "HTML" }),
      400,
      "Bad Request: message is too long",
    ],
    [
      "callback data of 65 bytes",
      () => bot.api.sendMessage(anna, "x", button("OK", `${"ż".repeat(32)}a`)),
      400,
      "Bad Request: BUTTON_DATA_INVALID",
    ],
    [
      "empty callback data",
      () => bot.api.sendMessage(anna, "x", button("OK", "")),
      400,
      "Bad Request: BUTTON_DATA_INVALID",
    ],
    [
      "an address without a host",
      () => bot.api.sendMessage(anna, "x", { reply_markup: new InlineKeyboard().url("x", "korki") }),
      400,
      "Bad Request: inline keyboard button URL 'korki' is invalid: Wrong HTTP URL",
    ],
    [
      "an unknown tag",
      () => bot.api.sendMessage(anna, "ż <p>x</p>", { parse_mode: "HTML" }),
      400,
      `Bad Request: can't parse entities: Unsupported start tag "p" at byte offset 3`,
    ],
    [
      "an unknown action",
      () => bot.api.sendChatAction(anna, "dance" as "typing"),
      400,
      "Bad Request: wrong parameter action in request",
    ],
    [
      "an edit of nothing",
      () => bot.api.editMessageText(anna, 999_999, "x"),
      400,
      "Bad Request: message to edit not found",
    ],
    [
      "deleting nothing",
      () => bot.api.deleteMessage(anna, 999_999),
      400,
      "Bad Request: message to delete not found",
    ],
    [
      "a command with a capital dash",
      () => bot.api.setMyCommands([{ command: "zły", description: "x" }]),
      400,
      "Bad Request: BOT_COMMAND_INVALID",
    ],
    [
      "an early close",
      () => bot.api.close(),
      429,
      expect.stringMatching(/^Too Many Requests: retry after \d+$/),
    ],
  ])("%s", async (_, call, code, text) => {
    expect(await refusal(call())).toMatchObject({ code, text });
  });

  test.each<[MethodName, Record<string, unknown>, string]>([
    ["sendMessage", { text: "x" }, "chat_id is empty"],
    ["sendMessage", { chat_id: anna }, "message text is empty"],
    ["editMessageText", { chat_id: anna, message_id: 1 }, "message text is empty"],
    ["editMessageText", { chat_id: anna, text: "x" }, "message identifier is not specified"],
    ["editMessageReplyMarkup", { message_id: 1 }, "chat_id is empty"],
    ["deleteMessage", { chat_id: anna }, "message to delete not found"],
    ["deleteMessages", { chat_id: anna }, "message identifiers are not specified"],
    ["deleteMessages", { chat_id: anna, message_ids: [] }, "expected an Array of 1-100 message identifiers"],
    ["answerCallbackQuery", {}, "query is too old and response timeout expired or query ID is invalid"],
    ["sendChatAction", { chat_id: anna }, "wrong parameter action in request"],
    ["sendChatAction", { action: "typing" }, "chat_id is empty"],
    ["setMyCommands", {}, "can't parse list of bot commands"],
    ["getChat", {}, "chat_id is empty"],
  ])("%s with %j alone lacks what the description requires", async (method, parameters, text) => {
    const response = await checkingFetch(`${telegram.url}/bot${telegram.token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(parameters),
    });
    expect(await response.json()).toEqual({
      ok: false,
      error_code: 400,
      description: `Bad Request: ${text}`,
    });
  });

  test("4096 characters after parsing, and 64 bytes of data, are taken", async () => {
    const text = `<b>${"ż".repeat(4096)}</b>`;
    const sent = await bot.api.sendMessage(anna, text, {
      parse_mode: "HTML",
      ...button("OK", "ż".repeat(32)),
    });
    expect(sent.text).toHaveLength(4096);
  });

  test("an edit that changes nothing, and one of the person's message", async () => {
    const sent = await bot.api.sendMessage(anna, "To samo", button("OK", "x"));
    const same = refusal(bot.api.editMessageText(anna, sent.message_id, "To samo", button("OK", "x")));
    expect((await same).text).toMatch(/^Bad Request: message is not modified/);
    const theirs = telegram.sendText(anna, "moje");
    expect((await refusal(bot.api.editMessageText(anna, theirs.message_id, "x"))).text).toBe(
      "Bad Request: message can't be edited",
    );
  });

  test("someone who has not pressed start, blocked the bot, or left", async () => {
    telegram.openChat({ id: 201, firstName: "Jan", started: false });
    expect((await refusal(bot.api.sendMessage(201, "x"))).text).toBe("Bad Request: chat not found");
    telegram.sendText(201, "/start");
    telegram.block(201);
    expect(await refusal(bot.api.sendMessage(201, "x"))).toMatchObject({
      code: 403,
      text: "Forbidden: bot was blocked by the user",
    });
    telegram.unblock(201);
    await bot.api.sendMessage(201, "x");
    telegram.deactivate(201);
    expect((await refusal(bot.api.sendMessage(201, "x"))).text).toBe("Forbidden: user is deactivated");
  });

  test("logging out ends it", async () => {
    const other = await startTelegramEmulator({ token: "42:other" });
    const api = new Bot("42:other", { client: { apiRoot: other.url, fetch: checkingFetch } }).api;
    await api.logOut();
    expect(await refusal(api.getMe())).toMatchObject({ code: 400, text: "Logged out" });
    await other.close();
  });
});

test("every method of the emulator was held against its schema", async () => {
  await refusal(bot.api.close());
  expect([...answered].sort()).toEqual(Object.keys(METHOD_RESULTS).sort());
});
