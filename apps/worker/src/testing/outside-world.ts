import {
  type MailCapture,
  startMailCapture,
  startTelegramEmulator,
  type TelegramEmulator,
} from "@korki/sandbox";
import { openTestServices, type TestServices } from "@korki/services/testing/test-services";
import type { ServerSettings } from "@korki/settings";
import { testRedisUrl } from "@korki/testing/redis";
import { afterAll, onTestFinished } from "vitest";
import { startWorker, type WorkerOptions } from "../start-worker";

/** The environment of a test: its own database and Redis, an SMTP server and a Bot API. */
export type TestWorld = {
  services: TestServices;
  mail: MailCapture;
  telegram: TelegramEmulator;
  redisUrl: string;
  /** Starts a worker and closes it after the test. */
  startWorker(options?: WorkerOptions, changed?: Partial<ServerSettings>): { close(): Promise<void> };
};

/** Shortens a worker's waits for tests. */
const QUICK: WorkerOptions = {
  relay: { pollMs: 100, strandedAfterSeconds: 2, strandedPollMs: 300 },
  stall: { lockMs: 2000, checkMs: 500 },
  retrySeconds: [0.2, 0.3, 0.4, 0.5],
};

/** Opens the environment of a test file and closes it after the file. */
export async function openTestWorld(env: Record<string, string> = {}): Promise<TestWorld> {
  const redisUrl = await testRedisUrl();
  const mail = await startMailCapture({ keep: 5000 });
  const telegram = await startTelegramEmulator();
  afterAll(async () => {
    await Promise.all([mail.close(), telegram.close()]);
  });
  const services = await openTestServices({
    SMTP_URL: mail.url,
    MAIL_FROM: "Korki <powiadomienia@korki.example>",
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
    PUBLIC_URL: "https://korki.example",
    ...env,
  });
  const settings = { ...services.settings, databaseUrl: services.databaseUrl, redisUrl };
  return {
    services,
    mail,
    telegram,
    redisUrl,
    startWorker(options = {}, changed = {}) {
      const worker = startWorker({ ...settings, ...changed }, services.log, { ...QUICK, ...options });
      let closed: Promise<void> | undefined;
      const close = () => {
        closed ??= worker.close();
        return closed;
      };
      onTestFinished(close);
      return { close };
    },
  };
}
