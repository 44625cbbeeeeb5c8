import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bot, InlineKeyboard } from "grammy";
import { createTransport, type SendMailOptions } from "nodemailer";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../start-sandbox";

let sandbox: Sandbox;
let dataDir: string;
const anna = 500_100_001;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "korki-sandbox-"));
  sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, dataDir });
});
afterAll(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

const get = (path: string, init: RequestInit = {}) =>
  fetch(sandbox.url + path, { redirect: "manual", ...init });
const pageOf = async (path: string) => {
  const response = await get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};
const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  get(path, { method: "POST", body: new URLSearchParams(fields), headers });
const postForJson = (path: string, fields: Record<string, string> = {}) =>
  post(path, fields, { accept: "application/json" });

const evil = `<img src=x onerror="alert('x')">&lt;`;

/** Checks that untrusted text is escaped, and that the page has no inline script or style. */
function expectHarmless(page: string) {
  expect(page).not.toMatch(/<img src=x/i);
  expect(page).not.toMatch(/<script(?![^>]*\bsrc="\/dev\/assets\/)/i);
  expect(page.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^<>]*\s(on[a-z]+|style)=/i);
  for (const [, address] of page.matchAll(/\s(?:href|src|action)="([^"]*)"/g))
    expect(address).toMatch(/^(\/dev\/|\/$|https?:\/\/|mailto:)/);
}

describe("the inbox", () => {
  const mail: SendMailOptions = {
    from: "Korki <no-reply@korki.example>",
    to: "anna@example.com",
    subject: "Potwierdź adres",
    text: "Wejdź: https://korki.example/potwierdz/1?a=1&b=2.",
    html: '<p style="color:red">Wejdź <a href="https://korki.example/potwierdz/1">tutaj</a></p>',
  };
  const send = (given: SendMailOptions = {}) =>
    createTransport(sandbox.mail.url).sendMail({ ...mail, ...given });
  const newest = () => sandbox.mail.mails().at(-1)?.id ?? "";

  beforeEach(() => sandbox.mail.clear());

  test("explains itself while it is empty", async () => {
    expect(await pageOf("/dev/inbox")).toContain("Skrzynka jest pusta");
  });

  test("lists mails, newest first, and finds them by recipient", async () => {
    await send({ subject: "Pierwsza" });
    await send({ subject: "Druga", to: "jan@example.com" });
    const list = await pageOf("/dev/inbox");
    expect(list.indexOf("Druga")).toBeLessThan(list.indexOf("Pierwsza"));
    const foundOnly = await pageOf("/dev/inbox?q=JAN@");
    expect(foundOnly).toContain("Druga");
    expect(foundOnly).not.toContain("Pierwsza");
  });

  test("shows the HTML part in a frame that can do nothing, the text with links, the headers", async () => {
    await send();
    const shown = await pageOf(`/dev/inbox/${newest()}`);
    expect(shown).toContain(`<iframe src="/dev/inbox/${newest()}/html"`);
    expect(shown).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(shown).toContain('href="https://korki.example/potwierdz/1?a=1&amp;b=2"');
    const framed = await get(`/dev/inbox/${newest()}/html`);
    expect(framed.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox allow-popups/);
    expect(framed.headers.get("content-security-policy")).not.toMatch(/allow-scripts|allow-same-origin/);
    expect(framed.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(await framed.text()).toContain('<base target="_blank">');
    expect(await pageOf(`/dev/inbox/${newest()}?view=text`)).toContain("<pre");
    expect(await pageOf(`/dev/inbox/${newest()}?view=headers`)).toContain(
      '<th scope="row">Delivered-To</th>',
    );
  });

  test("escapes the content of mails", async () => {
    await send({
      subject: evil,
      text: `${evil} javascript:alert(1)`,
      html: '<a href="javascript:alert(1)">x</a>',
      attachments: [{ filename: `${evil}.txt`, content: "x" }],
    });
    for (const view of ["html", "text", "headers"]) {
      const shown = await pageOf(`/dev/inbox/${newest()}?view=${view}`);
      expectHarmless(shown);
      expect(shown).not.toMatch(/href="javascript:/);
    }
    expectHarmless(await pageOf("/dev/inbox"));
    expectHarmless(await pageOf(`/dev/inbox?q=${encodeURIComponent(evil)}`));
  });

  test("serves the source and the attachments as files", async () => {
    await send({ attachments: [{ filename: "lekcja.ics", content: "BEGIN:VCALENDAR" }] });
    const source = await get(`/dev/inbox/${newest()}/source`);
    expect(source.headers.get("content-disposition")).toMatch(/^attachment; filename="?\w+\.eml"?$/);
    expect(await source.text()).toContain("Return-Path: <no-reply@korki.example>");
    const attachment = await get(`/dev/inbox/${newest()}/attachments/0`);
    expect(attachment.headers.get("content-disposition")).toMatch(/^attachment; filename="?lekcja\.ics"?$/);
    expect(await attachment.text()).toBe("BEGIN:VCALENDAR");
    expect((await get(`/dev/inbox/${newest()}/attachments/1`)).status).toBe(404);
  });

  test("returns mails as JSON, waiting for new ones", async () => {
    await send();
    const waiting = get(`/dev/inbox.json?to=JAN@example.com&wait=10`);
    await send({ to: "jan@example.com", subject: "Dla Jana" });
    expect(await (await waiting).json()).toMatchObject([
      { subject: "Dla Jana", envelope: { to: ["jan@example.com"] }, links: expect.any(Array) },
    ]);
    expect(await (await get(`/dev/inbox.json?after=${newest()}`)).json()).toEqual([]);
  });

  test("updates an open page", async () => {
    const revision = sandbox.mail.store.changes.revision;
    const news = get(`/dev/inbox/live?since=${revision}`);
    await send({ subject: "Nowość" });
    const { parts } = (await (await news).json()) as { parts: Record<string, string> };
    expect(parts.count).toBe("1");
    expect(parts.list).toContain("Nowość");
  });

  test("deletes all mails", async () => {
    await send();
    expect((await post("/dev/inbox/clear")).headers.get("location")).toBe("/dev/inbox");
    expect(await (await get("/dev/inbox.json")).json()).toEqual([]);
  });

  test("accepts faults for drills", async () => {
    const headers = { "content-type": "application/json" };
    const fault = JSON.stringify({ kind: "refuse", times: 1 });
    expect((await get("/dev/inbox/faults", { method: "POST", headers, body: fault })).status).toBe(200);
    await expect(send()).rejects.toMatchObject({ responseCode: 550 });
    expect((await get("/dev/inbox/faults", { method: "POST", headers, body: "{}" })).status).toBe(400);
    await get("/dev/inbox/faults", { method: "DELETE" });
  });
});

describe("the phones", () => {
  const bot = () => new Bot(sandbox.telegram.token, { client: { apiRoot: sandbox.url } }).api;

  test("two exist at first, and a new one can be added", async () => {
    expect(await pageOf("/dev/telegram")).toContain("Ola Uczennica");
    const made = await post("/dev/telegram/chats", { firstName: "Ewa", lastName: evil });
    const address = made.headers.get("location") ?? "";
    expect(address).toMatch(/^\/dev\/telegram\/\d+$/);
    const shown = await pageOf(address);
    expectHarmless(shown);
    expect(shown).toContain("START");
    await post(`${address}/messages`, { text: "/start" });
    expect(await pageOf(address)).not.toContain("START");
  });

  test("a link to the bot is opened on a phone that exists, or on a new one", async () => {
    const token = "a_link-1";
    const shown = await pageOf(`/dev/telegram?start=${token}`);
    expectHarmless(shown);
    const [, address = ""] = /action="(\/dev\/telegram\/\d+\/messages)"/.exec(shown) ?? [];
    await post(address, { text: `/start ${token}` });
    expect((await bot().getUpdates()).at(-1)?.message?.text).toBe(`/start ${token}`);
    await post("/dev/telegram/chats", { firstName: "Iga", start: token, started: "true" });
    const started = (await bot().getUpdates()).at(-1)?.message;
    expect([started?.from?.first_name, started?.text]).toEqual(["Iga", `/start ${token}`]);
    expect(await pageOf("/dev/telegram?start=%22%3E%3Cb")).not.toContain("Link do bota");
  });

  test("a conversation works with plain forms", async () => {
    sandbox.telegram.openChat({ id: anna, firstName: "Anna" });
    await bot().setMyCommands([{ command: "pomoc", description: "Pomoc" }]);
    const sent = await bot().sendMessage(
      anna,
      `Nowa <b>lekcja</b>: /pomoc <a href="https://korki.example/x">tu</a>`,
      {
        parse_mode: "HTML",
        reply_markup: new InlineKeyboard().text("Tak", "tak").url("Otwórz", "https://korki.example/"),
      },
    );
    const shown = await pageOf(`/dev/telegram/${anna}`);
    expect(shown).toContain("Nowa <b>lekcja</b>");
    expect(shown).toContain('<a href="https://korki.example/x" target="_blank"');
    expect(shown).toContain('name="text" value="/pomoc"');
    const button = /action="([^"]*\/buttons\/0)"/.exec(shown)?.[1] ?? "";
    expect((await post(button)).headers.get("location")).toBe(`/dev/telegram/${anna}`);
    const query = (await bot().getUpdates()).at(-1)?.callback_query;
    expect(query).toMatchObject({ data: "tak", message: { message_id: sent.message_id } });
    await bot().answerCallbackQuery(query?.id ?? "", { text: evil, show_alert: true });
    const answered = await pageOf(`/dev/telegram/${anna}`);
    expect(answered).toContain('<div class="alert">');
    expectHarmless(answered);
    expect(await (await postForJson(`${button.slice(0, -1)}1`)).json()).toMatchObject({
      error: expect.any(String),
    });
  });

  test("escapes messages of people and bot", async () => {
    await postForJson(`/dev/telegram/${anna}/messages`, { text: `${evil} /start` });
    await bot().sendMessage(anna, evil);
    expectHarmless(await pageOf(`/dev/telegram/${anna}`));
    expectHarmless(await pageOf("/dev/telegram"));
    const { parts } = (await (await get(`/dev/telegram/live?chat=${anna}`)).json()) as {
      parts: Record<string, string>;
    };
    for (const part of Object.values(parts)) expectHarmless(part);
  });

  test("the bot is blocked and unblocked; refused actions return an error", async () => {
    await post(`/dev/telegram/${anna}/block`);
    expect(await pageOf(`/dev/telegram/${anna}`)).toContain("ODBLOKUJ");
    await expect(bot().sendMessage(anna, "x")).rejects.toMatchObject({ error_code: 403 });
    const refused = await postForJson(`/dev/telegram/${anna}/messages`, { text: "x" });
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { error: "Bot jest zablokowany. Odblokuj go, aby napisać." },
    ]);
    await post(`/dev/telegram/${anna}/unblock`);
    await bot().sendMessage(anna, "znów");
    expect((await postForJson(`/dev/telegram/${anna}/messages`, { text: " " })).status).toBe(409);
  });

  test("returns messages as JSON, waiting for new ones", async () => {
    const last = sandbox.telegram.botMessages(anna).at(-1)?.message_id ?? 0;
    const waiting = get(`/dev/telegram/${anna}/messages.json?after=${last}&wait=10`);
    await bot().sendMessage(anna, "nowa");
    expect(await (await waiting).json()).toMatchObject([{ text: "nowa" }]);
  });

  test("accepts faults for drills", async () => {
    const json = (path: string, method: string, body: unknown) =>
      get(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    await json("/dev/telegram/faults", "POST", { answer: "too-many-requests", retryAfter: 3 });
    await expect(bot().sendMessage(anna, "x")).rejects.toMatchObject({ parameters: { retry_after: 3 } });
    expect((await json("/dev/telegram/faults", "POST", { answer: "explosion" })).status).toBe(400);
    expect(await (await get("/dev/telegram/faults", { method: "DELETE" })).json()).toEqual([]);
  });
});

describe("every page", () => {
  test("has a strict policy, and its own files", async () => {
    const response = await get("/dev/telegram");
    expect(response.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'/,
    );
    expectHarmless(await response.text());
    for (const file of ["base.css", "inbox.css", "telegram.css", "sandbox.js", "sandbox.svg"])
      expect([file, (await get(`/dev/assets/${file}`)).status]).toEqual([file, 200]);
    expect((await get("/dev/")).headers.get("location")).toBe("/dev/inbox");
  });

  test("refuses requests of other sites", async () => {
    const before = sandbox.telegram.chats.list().length;
    const crossSite = await post(
      "/dev/telegram/chats",
      { firstName: "X" },
      { "sec-fetch-site": "cross-site" },
    );
    const foreign = await post("/dev/telegram/chats", { firstName: "X" }, { origin: "https://evil.example" });
    const unnamed = await post("/dev/telegram/chats", { firstName: "X" }, { origin: "null" });
    expect([crossSite.status, foreign.status, unnamed.status]).toEqual([403, 403, 403]);
    expect(sandbox.telegram.chats.list()).toHaveLength(before);
    // A plain form of these pages.
    const own = { "sec-fetch-site": "same-origin", origin: "null" };
    expect((await post("/dev/telegram/chats", { firstName: "X" }, own)).status).toBe(303);
  });

  test.each(["/dev/inbox/nie-ma", "/dev/telegram/1", "/dev/x", "/dev/inbox/nie-ma/html"])(
    "%s is not found",
    async (path) => {
      const response = await get(path, { headers: { accept: "text/html" } });
      expect(response.status).toBe(404);
      expectHarmless(await response.text());
    },
  );

  test("refuses a malformed body", async () => {
    const response = await get("/dev/telegram/chats", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect(response.status).toBe(400);
    expect((await get("/elsewhere")).status).toBe(404);
  });
});
