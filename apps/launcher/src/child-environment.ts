import { FAKTUROWNIA, isLoopback, type Settings } from "@korki/settings";

/** The bot token of a demo; the emulator accepts any. It is worthless outside this machine. */
const DEMO_BOT_TOKEN = "7000000001:SANDBOX-korki-bot-token";
const DEMO_BOT_USERNAME = "korki_demo_bot";

/** The shop of the emulated payment provider. */
const DEMO_SHOP = {
  P24_MERCHANT_ID: "1001",
  P24_POS_ID: "1001",
  P24_CRC: "demo-crc-key",
  P24_API_KEY: "demo-api-key",
};

/** The ports of the sandbox, on loopback. */
export interface SandboxPorts {
  readonly http: number;
  readonly smtp: number;
}

/** The environment variables of each kind of process; undefined means unset. */
export interface ChildEnvironments {
  readonly api: NodeJS.ProcessEnv;
  readonly worker: NodeJS.ProcessEnv;
  readonly bot: NodeJS.ProcessEnv;
  readonly sandbox: NodeJS.ProcessEnv;
}

/** Returns which external services the sandbox emulates: in production none. */
export function standIns(settings: Settings) {
  const { production, demo, smtpUrl, telegramBotToken, przelewy24, fakturowniaApiRoot } = settings;
  return {
    mail: !production && smtpUrl === null,
    telegram: !production && demo && telegramBotToken === null,
    payments: !production && demo && przelewy24 === null,
    invoices: !production && demo && fakturowniaApiRoot === FAKTUROWNIA,
  };
}

/** Returns whether any external service is emulated. */
export function needsSandbox(settings: Settings): boolean {
  return Object.values(standIns(settings)).includes(true);
}

/** Returns why this configuration would show strangers the captured mail or the demo; null if it would not. */
export function exposureFault(settings: Settings): string | null {
  const { host, publicUrl, demo, production } = settings;
  const { mail, telegram } = standIns(settings);
  if (production || !(mail || telegram || demo)) return null;
  const reach = isLoopback(host)
    ? !isLoopback(new URL(publicUrl).hostname) && `PUBLIC_URL=${publicUrl} is public`
    : `HOST=${host} can be reached from other machines`;
  if (!reach) return null;
  const shown = [demo && "the demo's accounts", mail && "captured mail with everybody's links"].filter(
    Boolean,
  );
  return (
    `${reach}, and without NODE_ENV=production anybody there would have ${shown.join(" and ")}. ` +
    "Set NODE_ENV=production (and SMTP_URL), or keep HOST and PUBLIC_URL on loopback."
  );
}

/**
 * Returns the variables added to the given environment of each process: the addresses of the database and Redis, and
 * the sandbox's addresses for external services that are not configured (null: there is no sandbox).
 */
export function childEnvironments(
  settings: Settings,
  given: NodeJS.ProcessEnv,
  services: { readonly databaseUrl: string; readonly redisUrl: string },
  sandbox: SandboxPorts | null,
): ChildEnvironments {
  const standIn = standIns(settings);
  const common: NodeJS.ProcessEnv = {
    ...given,
    PORT: String(settings.port),
    HOST: settings.host,
    DATA_DIR: settings.dataDir,
    PUBLIC_URL: settings.publicUrl,
    DEMO: settings.demo ? "1" : "0",
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    SANDBOX_URL: undefined,
  };
  if (!sandbox) return { api: common, worker: common, bot: common, sandbox: common };

  const sandboxUrl = `http://127.0.0.1:${sandbox.http}`;
  const telegram = standIn.telegram
    ? {
        TELEGRAM_API_ROOT: sandboxUrl,
        TELEGRAM_BOT_TOKEN: DEMO_BOT_TOKEN,
        TELEGRAM_BOT_USERNAME: settings.telegramBotUsername ?? DEMO_BOT_USERNAME,
      }
    : {};
  const payments = standIn.payments ? { ...DEMO_SHOP, P24_API_ROOT: sandboxUrl } : {};
  const invoices = standIn.invoices ? { FAKTUROWNIA_API_ROOT: sandboxUrl } : {};
  const mail = standIn.mail ? { SMTP_URL: `smtp://127.0.0.1:${sandbox.smtp}` } : {};
  return {
    api: { ...common, ...telegram, ...payments, ...invoices, SANDBOX_URL: sandboxUrl },
    worker: { ...common, ...telegram, ...payments, ...invoices, ...mail },
    bot: { ...common, ...telegram },
    sandbox: {
      ...common,
      ...telegram,
      ...payments,
      SANDBOX_HTTP_PORT: String(sandbox.http),
      SANDBOX_SMTP_PORT: String(sandbox.smtp),
    },
  };
}
