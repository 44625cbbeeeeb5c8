import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failure } from "./bot-api-responses";
import { TELEGRAM_LIMITS } from "./rate-limits";
import { startTelegramEmulator, type TelegramEmulator } from "./start-telegram-emulator";

let telegram: TelegramEmulator;
const anna = 101;

beforeAll(async () => {
  telegram = await startTelegramEmulator();
  telegram.openChat({ id: anna });
});
afterAll(() => telegram.close());
beforeEach(() => telegram.faults.clear());

const urlOf = (method: string, token = telegram.token) => `${telegram.url}/bot${token}/${method}`;
const send = (text: string, init: RequestInit = {}) =>
  fetch(urlOf("sendMessage"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chat_id: anna, text }),
    ...init,
  });
const markup = JSON.stringify({ inline_keyboard: [[{ text: "OK", callback_data: "ok" }]] });

describe("parameters", () => {
  test("come as a query", async () => {
    const query = new URLSearchParams({ chat_id: String(anna), text: "ż & query", reply_markup: markup });
    const response = await fetch(`${urlOf("sendMessage")}?${query}`);
    expect(await response.json()).toMatchObject({
      ok: true,
      result: { text: "ż & query", reply_markup: JSON.parse(markup) },
    });
  });

  test("come urlencoded", async () => {
    const body = new URLSearchParams({ chat_id: String(anna), text: "urlencoded", reply_markup: markup });
    const response = await fetch(urlOf("sendMessage"), { method: "POST", body });
    expect(await response.json()).toMatchObject({ result: { text: "urlencoded", reply_markup: {} } });
  });

  test("come as multipart, with a file", async () => {
    const body = new FormData();
    body.set("url", "https://korki.example/hook");
    body.set("certificate", new File(["PEM"], "cert.pem"));
    body.set("allowed_updates", '["message"]');
    expect(await (await fetch(urlOf("setWebhook"), { method: "POST", body })).json()).toMatchObject({
      ok: true,
    });
    const info = await (await fetch(urlOf("getWebhookInfo"))).json();
    expect(info).toMatchObject({ result: { has_custom_certificate: true, allowed_updates: ["message"] } });
    await fetch(`${urlOf("setWebhook")}?url=&allowed_updates=[]`);
  });

  test("come as JSON, objects also as text in it", async () => {
    const body = JSON.stringify({ chat_id: String(anna), text: "json", reply_markup: markup });
    expect(await (await send("", { body })).json()).toMatchObject({
      result: { text: "json", reply_markup: {} },
    });
  });

  test.each([
    ["JSON cut off", "application/json", '{"chat_id":1'],
    ["a list", "application/json", "[]"],
    ["a broken form", "multipart/form-data; boundary=x", "--y"],
  ])("%s is refused", async (_, type, body) => {
    const response = await send("", { headers: { "content-type": type }, body });
    expect(response.status).toBe(400);
    failure.parse(await response.json());
  });
});

describe("addresses", () => {
  test("names of methods may be spelled in any case", async () => {
    expect(await (await fetch(urlOf("GETME"))).json()).toMatchObject({ ok: true, result: { is_bot: true } });
  });

  test.each([
    ["an unknown method", () => urlOf("sendTelegram"), 404, "Not Found: method not found"],
    ["no method", () => urlOf(""), 404, "Not Found: method not found"],
    ["another bot's token", () => urlOf("getMe", "1:other"), 401, "Unauthorized"],
    ["no token at all", () => urlOf("getMe", "korki"), 401, "Unauthorized: invalid token specified"],
    ["a broken address", () => urlOf("getMe", "%zz"), 401, "Unauthorized: invalid token specified"],
  ])("%s", async (_, address, status, description) => {
    const response = await fetch(address());
    expect(response.status).toBe(status);
    expect(failure.parse(await response.json())).toMatchObject({ error_code: status, description });
  });

  test("a token with its colon encoded is that token", async () => {
    expect((await fetch(urlOf("getMe", telegram.token.replace(":", "%3A")))).status).toBe(200);
  });
});

describe("faults", () => {
  test("429 with retry_after, as often as told", async () => {
    telegram.faults.add({ answer: "too-many-requests", times: 2, retryAfter: 7 });
    for (const _ of [1, 2]) {
      const response = await send("x");
      expect(response.headers.get("retry-after")).toBe("7");
      expect(await response.json()).toEqual({
        ok: false,
        error_code: 429,
        description: "Too Many Requests: retry after 7",
        parameters: { retry_after: 7 },
      });
    }
    expect((await send("x")).status).toBe(200);
  });

  test("500 and 502, for one method, one chat", async () => {
    telegram.openChat({ id: 102 });
    telegram.faults.add({ answer: "server-error", chatId: 102 });
    telegram.faults.add({ answer: "bad-gateway", method: "getMe" });
    expect((await send("x")).status).toBe(200);
    const other = await send("x", { body: JSON.stringify({ chat_id: 102, text: "x" }) });
    expect(other.status).toBe(500);
    const gateway = await fetch(urlOf("getMe"));
    expect([gateway.status, gateway.headers.get("content-type")]).toEqual([502, "text/html"]);
    expect(telegram.faults.list()).toEqual([]);
  });

  test("silence, before or after the message arrived", async () => {
    const before = telegram.botMessages(anna).length;
    telegram.faults.add({ answer: "silence" });
    await expect(send("nie dojdzie", { signal: AbortSignal.timeout(100) })).rejects.toThrow();
    expect(telegram.botMessages(anna)).toHaveLength(before);
    telegram.faults.add({ answer: "silence", afterEffect: true });
    await expect(send("dojdzie", { signal: AbortSignal.timeout(100) })).rejects.toThrow();
    expect(telegram.botMessages(anna).at(-1)?.text).toBe("dojdzie");
  });

  test("a connection that is cut", async () => {
    telegram.faults.add({ answer: "reset" });
    await expect(send("x")).rejects.toThrow();
    expect(telegram.calls("sendMessage").at(-1)).toMatchObject({ status: 0, chatId: anna });
  });

  test("getUpdates is spared unless it is named", async () => {
    telegram.faults.add({ answer: "server-error" });
    expect((await fetch(urlOf("getUpdates"))).status).toBe(200);
    telegram.faults.clear();
    telegram.faults.add({ answer: "server-error", method: "getUpdates" });
    expect((await fetch(urlOf("getUpdates"))).status).toBe(500);
  });
});

test("limits answer 429 and let the message through afterwards", async () => {
  telegram.setLimits(TELEGRAM_LIMITS);
  expect((await send("pierwsza")).status).toBe(200);
  const second = await send("druga");
  expect(await second.json()).toMatchObject({ error_code: 429, parameters: { retry_after: 1 } });
  telegram.setLimits(null);
  expect((await send("druga")).status).toBe(200);
});
