import { testSettings } from "@korki/testing";
import { describe, expect, test } from "vitest";
import { childEnvironments, exposureFault, needsSandbox, standIns } from "./child-environment";

const SERVICES = { databaseUrl: "postgres://127.0.0.1/korki", redisUrl: "redis://127.0.0.1" };
const PORTS = { http: 4001, smtp: 4002 };

describe("emulated services", () => {
  test.each([
    ["in a demo", {}, { mail: true, telegram: true, payments: true, invoices: true }],
    [
      "mail alone outside a demo",
      { DEMO: "0" },
      { mail: true, telegram: false, payments: false, invoices: false },
    ],
    [
      "not where it is configured",
      { SMTP_URL: "smtp://mail" },
      { mail: false, telegram: true, payments: true, invoices: true },
    ],
    [
      "not where the bot has a token",
      { TELEGRAM_BOT_TOKEN: "1:a" },
      { mail: true, telegram: false, payments: true, invoices: true },
    ],
    [
      "never in production",
      { NODE_ENV: "production" },
      { mail: false, telegram: false, payments: false, invoices: false },
    ],
  ])("%s", (_, env, expected) => {
    expect(standIns(testSettings(env))).toEqual(expected);
  });
});

test("payments alone need the sandbox, too", () => {
  const own = { SMTP_URL: "smtp://mail", TELEGRAM_BOT_TOKEN: "1:a" };
  expect(needsSandbox(testSettings(own))).toBe(true);
  expect(needsSandbox(testSettings({ ...own, DEMO: "0" }))).toBe(false);
});

describe("strangers do not see captured mail or a demo", () => {
  test.each([
    ["on every address", { HOST: "0.0.0.0" }, "HOST=0.0.0.0 can be reached"],
    ["under a public address", { PUBLIC_URL: "https://korki.example" }, "PUBLIC_URL=https://korki.example"],
    ["under a name over http", { PUBLIC_URL: "http://korki.example.pl" }, "PUBLIC_URL=http://korki"],
    [
      "under a name over http with a database of one's own and a proxy",
      {
        PUBLIC_URL: "http://korki.example.pl",
        DATABASE_URL: "postgres://db/korki",
        DEMO: "1",
        TRUST_PROXY: "1",
      },
      "the demo's accounts",
    ],
    [
      "with a database of one's own, where mail is captured",
      { HOST: "10.0.0.5", DEMO: "0" },
      "captured mail",
    ],
    ["in a demo with real mail", { HOST: "::", SMTP_URL: "smtp://mail" }, "the demo's accounts"],
  ])("refused %s", (_, env, message) => {
    expect(exposureFault(testSettings(env))).toContain(message);
  });

  test.each([
    ["on loopback", {}],
    ["on another loopback address", { HOST: "127.0.0.2" }],
    ["on IPv6's loopback", { HOST: "::1", PUBLIC_URL: "http://[::1]:3000" }],
    ["in production", { NODE_ENV: "production", HOST: "0.0.0.0", PUBLIC_URL: "https://korki.example" }],
    ["with real mail and no demo", { HOST: "0.0.0.0", DEMO: "0", SMTP_URL: "smtp://mail" }],
  ])("fine %s", (_, env) => {
    expect(exposureFault(testSettings(env))).toBeNull();
  });
});

test("every process gets the addresses and keeps the given environment", () => {
  const settings = testSettings({ PORT: "4000", DATA_DIR: "/data" });
  const given = { PATH: "/usr/bin", CENTRE_NAME: "Korki Plus", SANDBOX_URL: "http://stale" };
  const env = childEnvironments(settings, given, SERVICES, PORTS);
  for (const of of Object.values(env))
    expect(of).toMatchObject({
      PATH: "/usr/bin",
      CENTRE_NAME: "Korki Plus",
      PORT: "4000",
      HOST: "127.0.0.1",
      DATA_DIR: "/data",
      PUBLIC_URL: "http://localhost:4000",
      DEMO: "1",
      DATABASE_URL: SERVICES.databaseUrl,
      REDIS_URL: SERVICES.redisUrl,
    });
});

test("a demo uses the sandbox for external services", () => {
  const { api, worker, bot, sandbox } = childEnvironments(testSettings(), {}, SERVICES, PORTS);
  const telegram = {
    TELEGRAM_API_ROOT: "http://127.0.0.1:4001",
    TELEGRAM_BOT_TOKEN: expect.stringMatching(/^\d+:[\w-]+$/),
    TELEGRAM_BOT_USERNAME: "korki_demo_bot",
  };
  expect(api).toMatchObject({ ...telegram, SANDBOX_URL: "http://127.0.0.1:4001" });
  expect(worker).toMatchObject({ ...telegram, SMTP_URL: "smtp://127.0.0.1:4002" });
  expect(bot).toMatchObject(telegram);
  expect(sandbox).toMatchObject({ SANDBOX_HTTP_PORT: "4001", SANDBOX_SMTP_PORT: "4002" });
  expect(api).not.toHaveProperty("SMTP_URL");
});

test("uses no sandbox if there is none", () => {
  const settings = testSettings({ NODE_ENV: "production" });
  const { api, worker } = childEnvironments(settings, { SANDBOX_URL: "http://stale" }, SERVICES, null);
  expect(api.SANDBOX_URL).toBeUndefined();
  expect(worker.SMTP_URL).toBeUndefined();
  expect(worker.TELEGRAM_BOT_TOKEN).toBeUndefined();
});

test("keeps configured external services", () => {
  const given = { SMTP_URL: "smtp://mail", TELEGRAM_BOT_TOKEN: "1:a" };
  const { worker } = childEnvironments(testSettings(given), given, SERVICES, PORTS);
  expect(worker).toMatchObject(given);
  expect(worker.TELEGRAM_API_ROOT).toBeUndefined();
});
