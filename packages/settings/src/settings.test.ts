import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Environment, loadServerSettings, loadSettings, SETTING_NAMES, SettingsError } from "./index";

const SECRET = "a-secret-of-more-than-thirty-two-characters";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "korki-settings-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const load = (env: Environment) => loadSettings({ AUTH_SECRET: SECRET, DATA_DIR: dataDir, ...env });

function faultsOf(env: Environment, read: (env: Environment) => unknown = load): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults.map(({ setting, text }) => `${setting} ${text}`);
    throw error;
  }
  return [];
}

describe("defaults", () => {
  test("are those that the documentation promises", () => {
    expect({ ...load({ DATA_DIR: undefined, DEMO: "0" }) }).toEqual({
      production: false,
      port: 3000,
      host: "127.0.0.1",
      dataDir: path.resolve(".data"),
      databaseUrl: null,
      databaseDirectUrl: null,
      redisUrl: null,
      demo: false,
      demoNow: null,
      publicUrl: "http://localhost:3000",
      authSecret: SECRET,
      smtpUrl: null,
      push: null,
      pushAckSeconds: 600,
      mailFrom: '"Korki" <no-reply@localhost>',
      telegramBotToken: null,
      telegramBotUsername: null,
      telegramApiRoot: "https://api.telegram.org",
      telegramWebhookUrl: null,
      telegramWebhookPort: 8443,
      meetingBaseUrl: "https://meet.jit.si/",
      lessonPlace: "own",
      turn: null,
      centreName: "Korki",
      contactPhone: "+48 600 100 200",
      contactEmail: "kontakt@demo.pl",
      priceListUrl: "http://localhost:3000/cennik",
      bookingHorizonDays: 28,
      bookingRequiresPrepaid: false,
      rateLimitScale: 1,
      adminSecondFactor: "optional",
      requireVetting: false,
      reportRequired: false,
      przelewy24: null,
      orderExpiryMinutes: 1440,
      fakturowniaApiRoot: "https://{domain}.fakturownia.pl",
      invoiceRetrySeconds: 60,
      trustProxy: 0,
      apiProcesses: 1,
      workerConcurrency: 20,
      logLevel: "info",
      otlpEndpoint: null,
      backupDir: null,
      backupKey: null,
      backupDays: 7,
      sandboxUrl: null,
      sandboxHttpPort: null,
      sandboxSmtpPort: null,
    });
  });

  test("replace empty values, too", () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, " "]));
    expect(load({ ...empty, AUTH_SECRET: SECRET, DATA_DIR: dataDir })).toEqual(load({}));
  });

  test.each([
    [{}, true],
    [{ DATABASE_URL: "postgres://db/korki" }, false],
    [{ REDIS_URL: "redis://cache" }, false],
    [{ NODE_ENV: "production" }, false],
    [{ DEMO: "0" }, false],
    [{ DEMO: "1", DATABASE_URL: "postgres://db/korki", REDIS_URL: "redis://cache" }, true],
  ])("demo with %j: %s", (env, demo) => {
    expect(load(env).demo).toBe(demo);
  });

  test("of the public address follow the port", () => {
    expect(load({ PORT: "4100" }).publicUrl).toBe("http://localhost:4100");
    expect(load({ PORT: "4100", PUBLIC_URL: "https://korki.example/" }).publicUrl).toBe(
      "https://korki.example",
    );
  });

  test("of the sender take the centre's name and the public host", () => {
    expect(load({ CENTRE_NAME: 'Korki "Plus", Kraków', PUBLIC_URL: "https://korki.example" }).mailFrom).toBe(
      '"Korki \\"Plus\\", Kraków" <no-reply@korki.example>',
    );
  });
});

test("given values are taken, in one form", () => {
  expect(
    load({
      PORT: "80",
      HOST: "::",
      DATABASE_URL: "postgresql://korki:pa%40ss@db.example:5433/korki",
      REDIS_URL: "rediss://:secret@cache.example:6380/2",
      SMTP_URL: "smtps://user:secret@mail.example",
      MAIL_FROM: "Korki Kraków <biuro@korki.example>",
      TELEGRAM_BOT_TOKEN: "123456:AAE-x_y",
      TELEGRAM_BOT_USERNAME: "@korki_bot",
      TELEGRAM_API_ROOT: "http://127.0.0.1:8081/",
      MEETING_BASE_URL: "https://meet.korki.example/rooms",
      BOOKING_REQUIRES_PREPAID: "TRUE",
      RATE_LIMIT_SCALE: "0.5",
      LOG_LEVEL: "debug",
    }),
  ).toMatchObject({
    port: 80,
    host: "::",
    databaseUrl: "postgresql://korki:pa%40ss@db.example:5433/korki",
    redisUrl: "rediss://:secret@cache.example:6380/2",
    smtpUrl: "smtps://user:secret@mail.example",
    mailFrom: "Korki Kraków <biuro@korki.example>",
    telegramBotToken: "123456:AAE-x_y",
    telegramBotUsername: "korki_bot",
    telegramApiRoot: "http://127.0.0.1:8081",
    meetingBaseUrl: "https://meet.korki.example/rooms/",
    lessonPlace: "outside",
    bookingRequiresPrepaid: true,
    rateLimitScale: 0.5,
    logLevel: "debug",
  });
});

test.each([
  ["smtp://u:p%40ss@mail.example:587", "smtp://u:p%40ss@mail.example:587?requireTLS=true"],
  ["smtp://10.0.0.3?requireTLS=false&name=korki", "smtp://10.0.0.3?requireTLS=true&name=korki"],
  ["smtp://127.mail.example", "smtp://127.mail.example?requireTLS=true"],
  ["smtp://relay?ignoreTLS=true", "smtp://relay?ignoreTLS=true"],
  ["smtps://u:p@mail.example", "smtps://u:p@mail.example"],
  ["smtp://LOCALHOST:2525", "smtp://LOCALHOST:2525"],
  ["smtp://127.0.0.2:25", "smtp://127.0.0.2:25"],
  ["smtp://[::1]:25", "smtp://[::1]:25"],
])("mail goes to %s without encryption only on this machine or when told so", (given, smtpUrl) => {
  expect(load({ SMTP_URL: given })).toMatchObject({ smtpUrl });
});

describe("faults", () => {
  test.each([
    ["PORT", "abc"],
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "3000.5"],
    ["HOST", "http://localhost"],
    ["DATABASE_URL", "mysql://db/korki"],
    ["DATABASE_URL", "korki"],
    ["DATABASE_URL", "postgresql://korki:100%zloty@db/korki"],
    ["DATABASE_DIRECT_URL", "mysql://db/korki"],
    ["REDIS_URL", "localhost:6379"],
    ["REDIS_URL", "redis://:100%@cache"],
    ["DEMO", "maybe"],
    ["DEMO_NOW", "2026-11-31T09:00:00Z"],
    ["DEMO_NOW", "2026-11-25"],
    ["PUBLIC_URL", "korki.example"],
    ["PUBLIC_URL", "https://korki.example/app"],
    ["AUTH_SECRET", "short"],
    ["SMTP_URL", "mail.example:587"],
    ["MAIL_FROM", "Korki"],
    ["MAIL_FROM", "a@b.example\r\nBcc: c@d.example"],
    ["VAPID_PUBLIC_KEY", "key"],
    ["VAPID_PRIVATE_KEY", "key"],
    ["VAPID_SUBJECT", "biuro@centrum.pl"],
    ["VAPID_SUBJECT", "mailto:biuro@localhost"],
    ["VAPID_SUBJECT", "http://centrum.pl"],
    ["VAPID_SUBJECT", "https://127.0.0.1"],
    ["PUSH_ACK_SECONDS", "0"],
    ["TELEGRAM_BOT_TOKEN", "korki_bot"],
    ["TELEGRAM_BOT_USERNAME", "https://t.me/korki_bot"],
    ["TELEGRAM_API_ROOT", "api.telegram.org"],
    ["TELEGRAM_WEBHOOK_URL", "korki.example/hook"],
    ["TELEGRAM_WEBHOOK_PORT", "0"],
    ["MEETING_BASE_URL", "meet.jit.si"],
    ["CENTRE_NAME", "Korki\nPlus"],
    ["CONTACT_PHONE", "zadzwoń"],
    ["CONTACT_EMAIL", "biuro"],
    ["PRICE_LIST_URL", "javascript:alert(1)"],
    ["BOOKING_HORIZON_DAYS", "-1"],
    ["BOOKING_REQUIRES_PREPAID", "2"],
    ["RATE_LIMIT_SCALE", "0"],
    ["ADMIN_SECOND_FACTOR", "yes"],
    ["REQUIRE_VETTING", "2"],
    ["REPORT_REQUIRED", "2"],
    ["P24_MERCHANT_ID", "sklep"],
    ["P24_POS_ID", "-1"],
    ["P24_CRC", "two words"],
    ["P24_API_KEY", "two words"],
    ["P24_API_ROOT", "secure.przelewy24.pl"],
    ["ORDER_EXPIRY_MINUTES", "0"],
    ["FAKTUROWNIA_API_ROOT", "{domain}.fakturownia.pl"],
    ["INVOICE_RETRY_SECONDS", "0"],
    ["TRUST_PROXY", "true"],
    ["API_PROCESSES", "0"],
    ["WORKER_CONCURRENCY", "many"],
    ["LOG_LEVEL", "verbose"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["BACKUP_DIR", "backups"],
    ["BACKUP_KEY", "a passphrase"],
    ["BACKUP_DAYS", "0"],
    ["SANDBOX_URL", "sandbox"],
    ["SANDBOX_HTTP_PORT", "x"],
    ["SANDBOX_SMTP_PORT", "x"],
  ])("%s=%s is refused with a text about that setting alone", (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} (must|is) .+\\.|^AUTH_SECRET is too short.+`));
  });

  test("every setting but the free-form directory has a refused value above", () => {
    const everythingWrong = Object.fromEntries(SETTING_NAMES.map((name) => [name, "\u0000:/"]));
    const faults = faultsOf({ ...everythingWrong, DATA_DIR: dataDir });
    expect(faults.map((fault) => fault.split(" ")[0])).toEqual(
      SETTING_NAMES.filter((name) => name !== "DATA_DIR"),
    );
  });

  test.each([
    ["http://127.0.0.1:4000", false],
    ["http://{domain}.fakturownia.pl", false],
    ["https://localhost/{domain}", false],
    ["https://192.168.0.4", false],
    ["https://{domain}.faktury.example", true],
  ])("invoices go to %s outside a demo: %s", (root, isTaken) => {
    const env = { FAKTUROWNIA_API_ROOT: root };
    expect(faultsOf({ ...env, DEMO: "0" })).toHaveLength(isTaken ? 0 : 1);
    expect(faultsOf({ ...env, DEMO: "1" })).toEqual([]);
  });

  test("come all at once, each on its own line", () => {
    expect(() => load({ PORT: "abc", LOG_LEVEL: "loud" })).toThrow(
      [
        "2 settings are wrong:",
        '  PORT must be a whole number from 1 to 65535, but is "abc".',
        '  LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".',
      ].join("\n"),
    );
  });

  test("never repeat a secret", () => {
    const text = faultsOf({
      DATABASE_URL: "mysql://u:hunter2@db/k",
      REDIS_URL: "http://:hunter2@cache",
      SMTP_URL: "http://:hunter2@mail",
      TELEGRAM_BOT_TOKEN: "hunter2",
      AUTH_SECRET: "hunter2",
      DATABASE_DIRECT_URL: "postgresql://u:hunter2%@db/k",
    }).join();
    expect(text).not.toContain("hunter2");
  });

  test("of a server started alone name what it needs", () => {
    expect(faultsOf({ PORT: "x", AUTH_SECRET: SECRET }, loadServerSettings)).toEqual([
      'PORT must be a whole number from 1 to 65535, but is "x".',
      expect.stringMatching(/^DATABASE_URL is missing: /),
      expect.stringMatching(/^REDIS_URL is missing: /),
    ]);
    const given = { AUTH_SECRET: SECRET, DATABASE_URL: "postgres://db/korki", REDIS_URL: "redis://cache" };
    expect(loadServerSettings(given)).toMatchObject({ databaseUrl: given.DATABASE_URL, demo: false });
  });
});

test("DEMO_NOW moves the clock of a demo, and of nothing else", () => {
  const DEMO_NOW = "2026-12-01T09:00:00+01:00";
  expect(load({ DEMO_NOW }).demoNow).toEqual(new Date("2026-12-01T08:00:00Z"));
  expect(load({}).demoNow).toBeNull();
  expect(faultsOf({ DEMO: "0", DEMO_NOW })).toEqual([expect.stringMatching(/^DEMO_NOW .*DEMO=1/)]);
});

describe("production", () => {
  test("refuses a password with a bare % instead of ending on it", () => {
    expect(faultsOf({ NODE_ENV: "production", DATABASE_URL: "postgresql://korki:100%@db/korki" })).toEqual([
      expect.stringMatching(/^DATABASE_URL .* must be percent-encoded\./),
    ]);
  });

  test("requires a signing secret and creates none", () => {
    expect(faultsOf({ NODE_ENV: "production", AUTH_SECRET: undefined })).toEqual([
      expect.stringMatching(/^AUTH_SECRET is missing: .*openssl rand/),
    ]);
    expect(load({ NODE_ENV: "production" }).production).toBe(true);
  });

  test.each([
    ["PUBLIC_URL", "http://korki.example"],
    ["DEMO", "1"],
    ["AUTH_SECRET", "change-me-to-something-long-and-random"],
    ["AUTH_SECRET", "abababababababababababababababababab"],
    ["DATABASE_URL", "postgresql://korki:postgres@db/korki"],
    ["REDIS_URL", "redis://:password@cache"],
  ])("refuses %s=%s, which a developer's machine may have", (name, value) => {
    const faults = faultsOf({ NODE_ENV: "production", [name]: value });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} .+\\.|^AUTH_SECRET can be guessed`))]);
    expect(faultsOf({ [name]: value })).toEqual([]);
  });

  test.each([
    ["PUBLIC_URL", "https://korki.example"],
    ["PUBLIC_URL", "http://127.0.0.1:4000"],
    ["PUBLIC_URL", "http://[::1]:4000"],
    ["DATABASE_URL", "postgresql://korki@db/korki"],
    ["DEMO", "0"],
  ])("accepts %s=%s", (name, value) => {
    expect(faultsOf({ NODE_ENV: "production", [name]: value })).toEqual([]);
  });

  test("refuses the emulator of the outside world", () => {
    expect(faultsOf({ NODE_ENV: "production", SANDBOX_URL: "http://127.0.0.1:9" })).toEqual([
      expect.stringMatching(/^SANDBOX_URL must not be set/),
    ]);
  });
});

describe("the signing secret of a machine that was given none", () => {
  const kept = () => path.join(dataDir, "nested", "auth-secret");
  const loadKept = () => load({ AUTH_SECRET: undefined, DATA_DIR: path.dirname(kept()) });

  test("is made once and kept for its owner alone", () => {
    const { authSecret } = loadKept();
    expect(authSecret.length).toBeGreaterThanOrEqual(64);
    expect(loadKept().authSecret).toBe(authSecret);
    expect(readFileSync(kept(), "utf8").trim()).toBe(authSecret);
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
  });

  test("is a fault of DATA_DIR where that cannot be written", () => {
    writeFileSync(path.join(dataDir, "file"), "");
    for (const unusable of [path.join(dataDir, "file"), "/proc/korki"]) {
      expect(faultsOf({ AUTH_SECRET: undefined, DATA_DIR: unusable })).toEqual([
        expect.stringMatching(/^DATA_DIR cannot be used: .*Choose a directory/),
      ]);
    }
  });

  test("an emptied file is not taken for a secret", () => {
    loadKept();
    writeFileSync(kept(), "");
    expect(faultsOf({ AUTH_SECRET: undefined, DATA_DIR: path.dirname(kept()) })[0]).toContain("is empty");
  });
});

test("printed or logged settings do not show the secrets", () => {
  const settings = load({
    DATABASE_URL: "postgres://u:hunter2@db/k",
    REDIS_URL: "redis://:hunter2@cache",
    SMTP_URL: "smtp://u:hunter2@mail",
    TELEGRAM_BOT_TOKEN: "1:hunter2",
    AUTH_SECRET: `hunter2${SECRET}`,
    TURN_URLS: "turn:relay.example:3478",
    TURN_SECRET: "hunter2-of-the-relay",
  });
  for (const text of [JSON.stringify({ settings }), inspect(settings)]) {
    expect(text).not.toContain("hunter2");
    expect(text).toContain("[secret]");
  }
});

test("the README names every setting", () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const named = SETTING_NAMES.filter((name) => !name.startsWith("SANDBOX_"));
  expect(named.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

describe("Przelewy24", () => {
  const shop = { P24_MERCHANT_ID: "12", P24_POS_ID: "34", P24_CRC: "c0ffee", P24_API_KEY: "key" };

  test("is set up by four settings together", () => {
    expect(load(shop).przelewy24).toEqual({
      merchantId: 12,
      posId: 34,
      crc: "c0ffee",
      apiKey: "key",
      apiRoot: "https://secure.przelewy24.pl",
    });
    expect(faultsOf({ ...shop, P24_CRC: "" })).toEqual([
      "P24_CRC is missing: Przelewy24 needs all of its settings.",
    ]);
  });

  test("does not show its keys where settings are printed", () => {
    expect(inspect(load(shop)) + JSON.stringify(load(shop))).not.toMatch(/c0ffee|key"/);
  });
});

describe("push", () => {
  const keys = {
    VAPID_PUBLIC_KEY:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    VAPID_PRIVATE_KEY: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    VAPID_SUBJECT: "mailto:biuro@centrum.pl",
  };

  test("needs two keys that belong together, and an address", () => {
    const { publicKey } = load({}).push ?? {};
    expect(faultsOf({ ...keys, VAPID_SUBJECT: "" })).toEqual([
      "VAPID_SUBJECT is missing: push needs all of its settings.",
    ]);
    expect(faultsOf({ ...keys, VAPID_PUBLIC_KEY: publicKey })).toEqual([
      "VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY. Make both anew.",
    ]);
  });

  test("has keys of this machine in a demo, the same every time, and elsewhere none", () => {
    expect(load({}).push).toEqual(load({}).push);
    expect(load({}).push?.publicKey).toMatch(/^B[\w-]{86}$/);
    expect(load({ DEMO: "0" }).push).toBeNull();
    expect(inspect(load({})) + JSON.stringify(load({}))).not.toContain(load({}).push?.privateKey);
  });
});
