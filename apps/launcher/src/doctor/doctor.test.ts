import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase } from "@korki/testing";
import { testRedisUrl } from "@korki/testing/redis";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
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

test("lists every wrong setting and looks no further", async () => {
  const { text, of } = await examined({ ...healthy, PORT: "x", AUTH_SECRET: "short" });
  expect(of("settings")).toEqual(["broken", "broken"]);
  expect(text).toContain("2 broken, 0 to look at, 0 ok");
});
