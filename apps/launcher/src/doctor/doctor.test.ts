import { createHash, createHmac } from "node:crypto";
import { createSocket } from "node:dgram";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase } from "@korki/testing";
import { testRedisUrl } from "@korki/testing/redis";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { Client } from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { examine, report } from "./examine";

const database = await createTestDatabase();
const dataDir = mkdtempSync(path.join(tmpdir(), "korki-doctor-"));
const TOKEN = "123456:the-token-of-a-test";

/** Telegram and Przelewy24, as far as the doctor asks them. */
const outside = createServer((request, response) => {
  const { url = "", headers } = request;
  const answers: Record<string, unknown> = {
    [`/bot${TOKEN}/getMe`]: { ok: true, result: { username: "korki_bot" } },
    [`/bot${TOKEN}/getWebhookInfo`]: { ok: true, result: { url: "", pending_update_count: 0 } },
    "/api/v1/testAccess": { data: true },
  };
  const basic = `Basic ${Buffer.from("12:the-key").toString("base64")}`;
  if (url.startsWith("/api") && headers.authorization !== basic) response.statusCode = 401;
  response.end(JSON.stringify(answers[url] ?? { ok: false, description: "Unauthorized" }));
});
await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
const outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
afterAll(() => {
  outside.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const healthy = {
  NODE_ENV: "production",
  AUTH_SECRET: "the-signing-secret-of-tests-is-known-to-all",
  PUBLIC_URL: "https://korki.example.pl",
  PORT: "1",
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  REDIS_URL: await testRedisUrl(),
  TELEGRAM_BOT_TOKEN: TOKEN,
  TELEGRAM_BOT_USERNAME: "korki_bot",
  TELEGRAM_API_ROOT: outsideUrl,
  P24_MERCHANT_ID: "12",
  P24_POS_ID: "12",
  P24_CRC: "crc",
  P24_API_KEY: "the-key",
  P24_API_ROOT: outsideUrl,
};

/** The findings as `state what` and all their text. */
async function examined(env: NodeJS.ProcessEnv) {
  const findings = await examine(env);
  return {
    of: (what: string) => findings.filter((finding) => finding.what === what).map(({ state }) => state),
    text: report(findings).lines.join("\n"),
    code: report(findings).code,
  };
}

test("finds what works, and says what does not and what to do", async () => {
  const { of, text, code } = await examined(healthy);
  for (const what of ["settings", "database", "clock", "migrations", "delivery", "bot", "payments"])
    expect([what, ...of(what)]).toEqual([what, "ok"]);
  expect(of("Redis")).toContain("ok");
  expect(text).toMatch(/BROKEN {2}mail +SMTP_URL is unset: .*Set it to your mail server/);
  expect(text).toMatch(/look .*backup +BACKUP_DIR is unset/);
  expect(code).toBe(1);
});

test("names what cannot be reached or is refused, without repeating a secret", async () => {
  const { of, text } = await examined({
    ...healthy,
    DATABASE_URL: "postgresql://korki:hunter2@127.0.0.1:1/korki",
    REDIS_URL: "redis://:hunter2@127.0.0.1:1",
    SMTP_URL: "smtp://korki:hunter2@127.0.0.1:1",
    TELEGRAM_BOT_TOKEN: "1:hunter2",
    P24_API_KEY: "hunter2",
    BACKUP_DIR: dataDir,
  });
  for (const what of ["database", "Redis", "mail", "bot", "payments", "backup"])
    expect([what, ...of(what)]).toEqual([what, "broken"]);
  expect(text).not.toContain("hunter2");
});

test.each([
  ["is encrypted", [".gz.age"], ["ok"]],
  ["is encrypted while a segment is being written", [".gz.age", ".gz.age.part"], ["ok"]],
  ["is not encrypted although base backups are", [".gz"], ["ok", "broken"]],
])("a write-ahead log that %s", async (_, endings, states) => {
  const backups = mkdtempSync(path.join(dataDir, "backups-"));
  const moment = new Date().toISOString().replaceAll(/[-:.]/g, "");
  const segment = "000000010000000000000001";
  const log = endings.map((ending) => `1/wal/${segment}${ending}`);
  for (const file of [`1/base/${moment}-${segment}.tar.gz.age`, ...log]) {
    mkdirSync(path.dirname(path.join(backups, file)), { recursive: true });
    writeFileSync(path.join(backups, file), "");
  }
  const BACKUP_KEY = await identityToRecipient(await generateX25519Identity());
  const { of } = await examined({ ...healthy, BACKUP_DIR: backups, BACKUP_KEY });
  expect(of("backup")).toEqual(states);
});

test("finds a migration that is missing, a notification that nobody sends, and another bot's token", async () => {
  const other = await createTestDatabase();
  const client = new Client({ connectionString: other.url });
  await client.connect();
  await client.query(
    `INSERT INTO users (id, role, email, name, surname, phone, phone_parent, updated_at)
     VALUES ('00000000-0000-7000-8000-000000000001', 'Student', 'a@example.pl', 'A', 'B', '', '', now())`,
  );
  await client.query(
    `INSERT INTO notifications (id, kind, recipient_id, facts, due_at)
     VALUES (gen_random_uuid(), 'relation-added', '00000000-0000-7000-8000-000000000001', '{}', now() - interval '1 hour')`,
  );
  const env = { ...healthy, DATABASE_URL: other.url };
  expect((await examined({ ...env, TELEGRAM_BOT_USERNAME: "another_bot" })).text).toMatch(
    /BROKEN {2}bot +The token belongs to @korki_bot/,
  );
  expect((await examined(env)).of("delivery")).toEqual(["broken"]);
  await client.query("UPDATE users SET email = 'admin@demo.pl'");
  expect((await examined(env)).text).toMatch(
    /BROKEN {2}demo +Everybody knows the password of admin@demo\.pl/,
  );
  await client.query(
    "DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)",
  );
  await client.end();
  expect((await examined(env)).text).toMatch(
    /BROKEN {2}migrations +1 are not applied, the first is \d{14}_\w+\. Run/,
  );
});

/** A relay as far as the doctor asks it: credentials of coturn's, addresses, and which ones it would send to. */
async function openRelay(secret: string, { isOpenInside = false } = {}): Promise<string> {
  const relay = createSocket("udp4");
  onTestFinished(() => void relay.close());
  relay.on("message", (message, { port, address }) => {
    const type = message.readUInt16BE(0);
    const attributes = new Map<number, Buffer>();
    for (let at = 20; at < message.length; ) {
      const length = message.readUInt16BE(at + 2);
      attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
      at += 4 + Math.ceil(length / 4) * 4;
    }
    const answer = (kind: number, content: Buffer) => {
      const header = Buffer.from(message.subarray(0, 20));
      header.writeUInt16BE(type | kind, 0);
      header.writeUInt16BE(content.length, 2);
      relay.send(Buffer.concat([header, content]), port, address);
    };
    const refuse = (code: number) =>
      answer(
        0x110,
        Buffer.concat([
          Buffer.from([0, 0x09, 0, 4, 0, 0, Math.floor(code / 100), code % 100]),
          Buffer.from([0, 0x14, 0, 4, ...Buffer.from("test"), 0, 0x15, 0, 4, ...Buffer.from("once")]),
        ]),
      );
    const username = attributes.get(0x06)?.toString() ?? "";
    const credential = createHmac("sha1", secret).update(username).digest("base64");
    const key = createHash("md5").update(`${username}:test:${credential}`).digest();
    const signed = createHmac("sha1", key).update(message.subarray(0, -24)).digest();
    if (!attributes.get(0x08)?.equals(signed)) return refuse(401);
    const [expiry] = username.split(":").map(Number);
    if (!expiry || expiry < Date.now() / 1_000) return refuse(401);
    if (type === 0x08 && !isOpenInside) return refuse(403);
    answer(0x100, type === 0x03 ? Buffer.from([0, 0x16, 0, 8, 0, 1, 9, 9, 1, 1, 1, 1]) : Buffer.alloc(0));
  });
  await new Promise<void>((resolve) => relay.bind(0, "127.0.0.1", resolve));
  return `turn:127.0.0.1:${relay.address().port}`;
}

test("takes an address at the relay, and says why there is none or that it leads inside", async () => {
  const secret = "the secret of the relay";
  const [good, open] = [await openRelay(secret), await openRelay(secret, { isOpenInside: true })];
  const withRelay = (TURN_URLS: string, TURN_SECRET = secret) =>
    examined({ ...healthy, TURN_URLS, TURN_SECRET });
  expect((await examined(healthy)).of("relay")).toEqual(["look"]);
  expect((await withRelay(good)).of("relay")).toEqual(["ok"]);
  expect((await withRelay(`${good},${open}`)).text).toMatch(/BROKEN {2}relay +turn:\S+ would send to inner/);
  const wrong = await withRelay(`${good},turn:127.0.0.1:1?transport=tcp`, "another secret of it");
  expect(wrong.of("relay")).toEqual(["broken", "broken"]);
  expect(wrong.text).toMatch(/gives no address: 401.*\n.*gives no address: .*ECONNREFUSED/);
  expect(wrong.text).not.toContain("another secret");
});

test("finds the API of this machine at the address on which it listens, of IPv6 as well", async () => {
  const api = createServer((_, response) => void response.end());
  await new Promise<void>((resolve) => api.listen(0, "::1", resolve));
  onTestFinished(() => void api.close());
  const PORT = String((api.address() as AddressInfo).port);
  for (const HOST of ["::1", "::"])
    expect((await examined({ ...healthy, HOST, PORT })).of("product")).toEqual(["ok"]);
});

test("lists every wrong setting and looks no further", async () => {
  const { text, of } = await examined({ ...healthy, PORT: "x", AUTH_SECRET: "short" });
  expect(of("settings")).toEqual(["broken", "broken"]);
  expect(text).toContain("2 broken, 0 to look at, 0 ok");
});
