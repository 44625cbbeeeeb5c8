import path from "node:path";
import { inspect } from "node:util";
import { z } from "zod";

import {
  accountAddress,
  flag,
  host,
  instant,
  mailServer,
  matching,
  oneOf,
  origin,
  positiveNumber,
  secret,
  secretUrl,
  setting,
  turnUrls,
  webAddress,
  wholeNumber,
} from "./fields";
import { keptSecret } from "./kept-secret";
import { type SettingFault, SettingsError } from "./settings-error";
import { keptVapidKeys, publicKeyOf, vapidKey, vapidSubject } from "./vapid";

/** Levels of the JSON logs, as pino names them. */
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const DEMO_EMAIL = "kontakt@demo.pl";

/** A variable's value, or undefined where it is unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

const port = wholeNumber(1, 65_535);

const environment = z.object({
  PORT: setting(port),
  HOST: setting(host),
  DATA_DIR: setting((raw) => raw),
  DATABASE_URL: setting(
    secretUrl(["postgres", "postgresql"], "postgresql://user:password@host:5432/database"),
  ),
  DATABASE_DIRECT_URL: setting(
    secretUrl(["postgres", "postgresql"], "postgresql://user:password@host:5432/database"),
  ),
  REDIS_URL: setting(secretUrl(["redis", "rediss"], "redis://:password@host:6379/0")),
  DEMO: setting(flag),
  DEMO_NOW: setting(instant),
  PUBLIC_URL: setting(origin),
  AUTH_SECRET: setting(secret(32, "Make one with: openssl rand -base64 48")),
  SMTP_URL: setting(mailServer),
  MAIL_FROM: setting(
    matching(/^([^<>\r\n]+<)?[^\s<>@]+@[^\s<>@]+>?$/, 'an e-mail address, alone or as "Name <address@host>"'),
  ),
  VAPID_PUBLIC_KEY: setting(vapidKey(65, "public")),
  VAPID_PRIVATE_KEY: setting(vapidKey(32, "private")),
  VAPID_SUBJECT: setting(vapidSubject),
  PUSH_ACK_SECONDS: setting(wholeNumber(1, 86_400)),
  TELEGRAM_BOT_TOKEN: setting(
    matching(/^\d+:[\w-]+$/, "the token that BotFather gave: digits, a colon, letters", "secret"),
  ),
  TELEGRAM_BOT_USERNAME: setting(
    matching(/^@?\w{3,32}$/, "the bot's user name: letters, digits and underscores"),
  ),
  TELEGRAM_API_ROOT: setting(webAddress),
  TELEGRAM_WEBHOOK_URL: setting(webAddress),
  TELEGRAM_WEBHOOK_PORT: setting(port),
  MEETING_BASE_URL: setting(webAddress),
  TURN_URLS: setting(turnUrls),
  TURN_SECRET: setting(secret(16, "Make one with: openssl rand -base64 32")),
  TURN_ONLY: setting(flag),
  CENTRE_NAME: setting(
    matching(/^[^\p{Cc}<>]{1,80}$/u, "at most 80 characters on one line, without < and >"),
  ),
  CONTACT_PHONE: setting(matching(/^\+?[\d -]{9,20}$/, "a telephone number of digits, spaces and dashes")),
  CONTACT_EMAIL: setting(matching(/^[^\s<>@]+@[^\s<>@]+$/, "an e-mail address")),
  PRICE_LIST_URL: setting(webAddress),
  BOOKING_HORIZON_DAYS: setting(wholeNumber(1, 366)),
  BOOKING_REQUIRES_PREPAID: setting(flag),
  RATE_LIMIT_SCALE: setting(positiveNumber),
  ADMIN_SECOND_FACTOR: setting(oneOf(["optional", "required"])),
  REQUIRE_VETTING: setting(flag),
  REPORT_REQUIRED: setting(flag),
  P24_MERCHANT_ID: setting(wholeNumber(1, 999_999_999)),
  P24_POS_ID: setting(wholeNumber(1, 999_999_999)),
  P24_CRC: setting(
    matching(/^[\w-]{1,64}$/, "the shop's CRC key: letters, digits, underscores and dashes", "secret"),
  ),
  P24_API_KEY: setting(
    matching(/^[\w-]{1,128}$/, "the shop's API key: letters, digits, underscores and dashes", "secret"),
  ),
  P24_API_ROOT: setting(webAddress),
  ORDER_EXPIRY_MINUTES: setting(wholeNumber(1, 43_200)),
  FAKTUROWNIA_API_ROOT: setting(accountAddress),
  INVOICE_RETRY_SECONDS: setting(wholeNumber(1, 86_400)),
  TRUST_PROXY: setting(wholeNumber(0, 10)),
  API_PROCESSES: setting(wholeNumber(1, 64)),
  WORKER_CONCURRENCY: setting(wholeNumber(1, 1000)),
  LOG_LEVEL: setting(oneOf(LOG_LEVELS)),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(webAddress),
  BACKUP_DIR: setting(matching(/^\/[^\0]*$/, "a directory's absolute path, such as /var/backups/korki")),
  BACKUP_KEY: setting(
    matching(
      /^(age1[a-z\d]{58}|AGE-SECRET-KEY-1[A-Z\d]{58})$/,
      "an age recipient (age1…), which encrypts, or an age identity (AGE-SECRET-KEY-1…), which decrypts as well",
      "secret",
    ),
  ),
  BACKUP_DAYS: setting(wholeNumber(1, 3650)),
  SANDBOX_URL: setting(webAddress),
  SANDBOX_HTTP_PORT: setting(port),
  SANDBOX_SMTP_PORT: setting(port),
});

/** The names of all settings in the environment. */
export const SETTING_NAMES = Object.keys(environment.shape);

type Given = z.output<typeof environment>;

/** What is not taken from the environment as it is. */
type Made = { production: boolean; authSecret: string; push: PushKeys | null };

/** The keys by which push services know the centre, and whom they may write to. */
export type PushKeys = { publicKey: string; privateKey: string; subject: string };

/** Fills in the defaults. What a setting is called inside, and its type, follows from here. */
function withDefaults(given: Given, { production, authSecret, push }: Made) {
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT ?? 3000}`;
  const centreName = given.CENTRE_NAME ?? "Korki";
  return {
    /** NODE_ENV is `production`. */
    production,
    port: given.PORT ?? 3000,
    host: given.HOST ?? "127.0.0.1",
    /** Absolute path. */
    dataDir: dataDirOf(given),
    databaseUrl: given.DATABASE_URL ?? null,
    /** The same database past a pooler, for LISTEN; null: as `databaseUrl`. */
    databaseDirectUrl: given.DATABASE_DIRECT_URL ?? null,
    redisUrl: given.REDIS_URL ?? null,
    /** Fill an empty database with demo data, show the demo accounts. */
    demo: isDemo(given, production),
    /** When a demo's clock starts; null: with the machine's. */
    demoNow: given.DEMO_NOW ?? null,
    /** An origin, without a slash at its end. */
    publicUrl,
    authSecret,
    smtpUrl: given.SMTP_URL ?? null,
    mailFrom: given.MAIL_FROM ?? senderOf(centreName, publicUrl),
    /** Null: there is no push (rules §33). */
    push,
    /** How long a device has to show a message before the next channel takes over. */
    pushAckSeconds: given.PUSH_ACK_SECONDS ?? 600,
    telegramBotToken: given.TELEGRAM_BOT_TOKEN ?? null,
    /** Without the leading @. */
    telegramBotUsername: given.TELEGRAM_BOT_USERNAME?.replace(/^@/, "") ?? null,
    /** Without a slash at its end. */
    telegramApiRoot: given.TELEGRAM_API_ROOT ?? "https://api.telegram.org",
    /** Updates come by webhook to this address instead of by polling. */
    telegramWebhookUrl: given.TELEGRAM_WEBHOOK_URL ?? null,
    /** Where the bot listens for them (on `host`), behind a proxy. */
    telegramWebhookPort: given.TELEGRAM_WEBHOOK_PORT ?? 8443,
    /** Ends with a slash; a room's name is appended. */
    meetingBaseUrl: `${given.MEETING_BASE_URL ?? "https://meet.jit.si"}/`,
    /** Where lessons take place unless the centre has chosen. */
    lessonPlace: given.MEETING_BASE_URL === undefined ? ("own" as const) : ("outside" as const),
    /** The relay of the lessons' rooms; null: only direct connections. */
    turn: turnOf(given),
    centreName,
    contactPhone: given.CONTACT_PHONE ?? "+48 600 100 200",
    contactEmail: given.CONTACT_EMAIL ?? DEMO_EMAIL,
    /** By default, the product's own page with the price list. */
    priceListUrl: given.PRICE_LIST_URL ?? `${publicUrl}/cennik`,
    bookingHorizonDays: given.BOOKING_HORIZON_DAYS ?? 28,
    bookingRequiresPrepaid: given.BOOKING_REQUIRES_PREPAID ?? false,
    /** Multiplies every rate limit. */
    rateLimitScale: given.RATE_LIMIT_SCALE ?? 1,
    /** `required`: an administrator without a second factor can only set one up (rules §19). */
    adminSecondFactor: given.ADMIN_SECOND_FACTOR ?? "optional",
    /** Teachers without all checks get no new students (rules §16). */
    requireVetting: given.REQUIRE_VETTING ?? false,
    /** Missing lesson reports appear among what needs attention (rules §17). */
    reportRequired: given.REPORT_REQUIRED ?? false,
    /** The shop at Przelewy24; null: the centre takes no payments online (rules §20). */
    przelewy24: przelewy24Of(given),
    orderExpiryMinutes: given.ORDER_EXPIRY_MINUTES ?? 1440,
    /** Where Fakturownia is called, `{domain}` being the account's name; without a slash at its end (rules §36). */
    fakturowniaApiRoot: given.FAKTUROWNIA_API_ROOT ?? FAKTUROWNIA,
    /** Pause before a document is sent again. */
    invoiceRetrySeconds: given.INVOICE_RETRY_SECONDS ?? 60,
    /** How many proxies in front of the server are believed; 0: none. */
    trustProxy: given.TRUST_PROXY ?? 0,
    apiProcesses: given.API_PROCESSES ?? 1,
    workerConcurrency: given.WORKER_CONCURRENCY ?? 20,
    logLevel: given.LOG_LEVEL ?? "info",
    /** Where traces go, as OTLP over HTTP; null: none are made. Without a slash at its end. */
    otlpEndpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** Where base backups and the write-ahead log are kept, as an absolute path; null: there is no archive. */
    backupDir: given.BACKUP_DIR ?? null,
    /** An age recipient or identity by which backups are encrypted; null: they are not. */
    backupKey: given.BACKUP_KEY ?? null,
    /** How many days back the archive can restore. */
    backupDays: given.BACKUP_DAYS ?? 7,
    /** Where the stand-in for the outside world serves its pages; set by the launcher of a demo. */
    sandboxUrl: given.SANDBOX_URL ?? null,
    /** The ports that the launcher chose for that stand-in. */
    sandboxHttpPort: given.SANDBOX_HTTP_PORT ?? null,
    sandboxSmtpPort: given.SANDBOX_SMTP_PORT ?? null,
  };
}

/** Without a secret nobody could be let in to the relay. */
function turnOf({ TURN_URLS: urls, TURN_SECRET: secret, TURN_ONLY: only = true }: Given) {
  return urls && secret ? { urls, secret, only } : null;
}

/** How the product runs. Null means "unset". */
export type Settings = Readonly<ReturnType<typeof withDefaults>>;

/** The settings of a process that needs the database and Redis. */
export type ServerSettings = Settings & { readonly databaseUrl: string; readonly redisUrl: string };

/**
 * Reads every setting from the environment and fills in the defaults. A signing secret that is not given is made once
 * and kept in DATA_DIR, except in production. Throws one `SettingsError` with all faults.
 */
export function loadSettings(env: Environment): Settings {
  const { settings, faults } = readSettings(env);
  if (!settings) throw new SettingsError(faults);
  return settings;
}

/** The same for a server started alone, to which DATABASE_URL and REDIS_URL must be given. */
export function loadServerSettings(env: Environment): ServerSettings {
  const { settings, faults } = readSettings(env);
  const missing = (["DATABASE_URL", "REDIS_URL"] as const)
    .filter((name) => !env[name]?.trim())
    .map((name) => ({
      setting: name,
      text: "is missing: a server started alone needs it. `npm start` brings its own database and Redis.",
    }));
  const { databaseUrl, redisUrl } = settings ?? {};
  if (!settings || !databaseUrl || !redisUrl) throw new SettingsError([...faults, ...missing]);
  return withoutSecretsInLogs({ ...settings, databaseUrl, redisUrl });
}

type Reading =
  | { readonly settings: Settings; readonly faults: readonly [] }
  | { readonly settings: null; readonly faults: readonly SettingFault[] };

function readSettings(env: Environment): Reading {
  const production = env.NODE_ENV === "production";
  const parsed = environment.safeParse(env);
  const faults: SettingFault[] = (parsed.error?.issues ?? []).map((issue) => ({
    setting: String(issue.path[0]),
    text: issue.message,
  }));
  if (production && !env.AUTH_SECRET?.trim())
    faults.push({
      setting: "AUTH_SECRET",
      text: "is missing: production needs a secret of its own. Make one with: openssl rand -base64 48",
    });
  if (production && env.SANDBOX_URL?.trim())
    faults.push({ setting: "SANDBOX_URL", text: "must not be set in production: it shows people's mail." });
  if (production && parsed.success) faults.push(...productionFaults(parsed.data));
  if (parsed.data?.DEMO_NOW && !isDemo(parsed.data, production))
    faults.push({ setting: "DEMO_NOW", text: "moves the clock of a demo only: set DEMO=1, or unset it." });
  if (env.TURN_URLS?.trim() && !env.TURN_SECRET?.trim())
    faults.push({ setting: "TURN_SECRET", text: "is missing: the relay of TURN_URLS asks for it." });
  if (parsed.success && !isDemo(parsed.data, production) && !isOutside(parsed.data.FAKTUROWNIA_API_ROOT))
    faults.push({
      setting: "FAKTUROWNIA_API_ROOT",
      text: "must begin with https:// and lead to another machine, unless DEMO=1: invoices hold people's data.",
    });
  const missing = P24_NAMES.filter((name) => !env[name]?.trim());
  if (parsed.success && missing.length > 0 && missing.length < P24_NAMES.length)
    faults.push(
      ...missing.map((setting) => ({ setting, text: "is missing: Przelewy24 needs all of its settings." })),
    );
  if (parsed.success) faults.push(...pushFaults(env, parsed.data));
  if (!parsed.success || faults.length > 0) return { settings: null, faults };

  const given = parsed.data;
  let authSecret: string;
  let push: PushKeys | null;
  try {
    authSecret = given.AUTH_SECRET ?? keptSecret(dataDirOf(given), "auth-secret");
    push = pushKeysOf(given, production);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `cannot be used: ${reason}. Choose a directory that this user may write to.`;
    return { settings: null, faults: [{ setting: "DATA_DIR", text }] };
  }
  return {
    settings: withoutSecretsInLogs(withDefaults(given, { production, authSecret, push })),
    faults: [],
  };
}

/** What somebody who knows this repository would try. */
const KNOWN_PASSWORDS = ["postgres", "password", "korki", "korki_app", "admin", "changeme", "secret"];
const KNOWN_SECRET = /change.?me|example|default|placeholder/i;

/** What must not be so where people's data is. */
function productionFaults(given: Given): SettingFault[] {
  const faults: SettingFault[] = [];
  const fault = (setting: string, text: string) => faults.push({ setting, text });
  const { hostname, protocol } = new URL(given.PUBLIC_URL ?? "http://localhost");
  if (protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
    fault(
      "PUBLIC_URL",
      `must begin with https:// in production: passwords would cross the network in the clear to ${hostname}.`,
    );
  if (given.DEMO)
    fault("DEMO", "must not be on in production: everybody knows the demo's passwords. Unset it.");
  const secret = given.AUTH_SECRET ?? "";
  if (secret !== "" && (KNOWN_SECRET.test(secret) || new Set(secret).size < 10))
    fault("AUTH_SECRET", "can be guessed. Make one with: openssl rand -base64 48");
  for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL", "REDIS_URL"] as const) {
    const password = decodeURIComponent(new URL(given[name] ?? "none:").password);
    if (KNOWN_PASSWORDS.includes(password.toLowerCase()))
      fault(
        name,
        "has a password that everybody tries first. Give the role another one: openssl rand -hex 24",
      );
  }
  return faults;
}

function isDemo(given: Given, production: boolean): boolean {
  return given.DEMO ?? (!given.DATABASE_URL && !given.REDIS_URL && !production);
}

/** Whether an address is encrypted and names neither this machine nor one by its number. */
function isOutside(root = FAKTUROWNIA): boolean {
  const { protocol, hostname } = new URL(root.replace("{domain}", "domain"));
  return protocol === "https:" && hostname.includes(".") && !/(^|\.)localhost$|^[\d.]+$|^\[/.test(hostname);
}

function dataDirOf(given: Given): string {
  return path.resolve(given.DATA_DIR ?? ".data");
}

/** Fakturownia's accounts. */
export const FAKTUROWNIA = "https://{domain}.fakturownia.pl";

const VAPID_NAMES = ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"] as const;

/** Push needs all of its settings, and two keys that belong together. */
function pushFaults(env: Environment, given: Given): SettingFault[] {
  const missing = VAPID_NAMES.filter((name) => !env[name]?.trim());
  if (missing.length === VAPID_NAMES.length) return [];
  if (missing.length > 0)
    return missing.map((setting) => ({ setting, text: "is missing: push needs all of its settings." }));
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey = "" } = given;
  if (publicKeyOf(privateKey) === publicKey) return [];
  return [{ setting: "VAPID_PUBLIC_KEY", text: "does not belong to VAPID_PRIVATE_KEY. Make both anew." }];
}

/** The given keys; in a demo without any, those of this machine. */
function pushKeysOf(given: Given, production: boolean): PushKeys | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = given;
  if (publicKey && privateKey && subject) return { publicKey, privateKey, subject };
  if (!isDemo(given, production)) return null;
  return { ...keptVapidKeys(dataDirOf(given)), subject: `mailto:${given.CONTACT_EMAIL ?? DEMO_EMAIL}` };
}

const P24_NAMES = ["P24_MERCHANT_ID", "P24_POS_ID", "P24_CRC", "P24_API_KEY"] as const;

function przelewy24Of(given: Given) {
  const { P24_MERCHANT_ID: merchantId, P24_POS_ID: posId, P24_CRC: crc, P24_API_KEY: apiKey } = given;
  if (!merchantId || !posId || !crc || !apiKey) return null;
  return { merchantId, posId, crc, apiKey, apiRoot: given.P24_API_ROOT ?? "https://secure.przelewy24.pl" };
}

/** The sender of mails where none is given; the name is quoted, so that it may hold commas. */
function senderOf(centreName: string, publicUrl: string): string {
  const name = centreName.replace(/["\\]/g, "\\$&");
  return `"${name}" <no-reply@${new URL(publicUrl).hostname}>`;
}

const SECRETS = [
  "authSecret",
  "databaseUrl",
  "databaseDirectUrl",
  "redisUrl",
  "smtpUrl",
  "telegramBotToken",
  "przelewy24",
  "push",
  "turn",
  "backupKey",
] as const satisfies readonly (keyof Settings)[];

/** Printed or logged settings show that a secret is set, not its value. */
function withoutSecretsInLogs<T extends Settings>(settings: T): T {
  const redacted = () => ({
    ...settings,
    ...Object.fromEntries(SECRETS.map((name) => [name, settings[name] === null ? null : "[secret]"])),
  });
  return Object.defineProperties(settings, {
    toJSON: { value: redacted },
    [inspect.custom]: { value: redacted },
  });
}
