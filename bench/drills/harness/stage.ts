import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Database, openDatabase } from "@korki/db";
import { migrate } from "@korki/db/migrate";
import {
  type LocalService,
  Processes,
  type RunningProcess,
  startPostgres,
  startRedis,
} from "@korki/local-services";
import {
  type MailCapture,
  startMailCapture,
  startTelegramEmulator,
  TELEGRAM_LIMITS,
  type TelegramEmulator,
} from "@korki/sandbox";
import { Redis } from "ioredis";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/**
 * What a drill happens on: a PostgreSQL and a Redis of its own that can be stopped and killed, a real SMTP server and
 * a Bot API (with its limits) at the network's edge, and the product's programs as processes of their own.
 */
export type Stage = {
  dataDir: string;
  processes: Processes;
  db: Database;
  mail: MailCapture;
  telegram: TelegramEmulator;
  /** What the programs are started with. */
  env: NodeJS.ProcessEnv;
  redisUrl: string;
  /** Stops Redis; answers with what starts it again, with all that it had. */
  stopRedis(): Promise<() => Promise<void>>;
  /** Makes Redis forget everything. */
  emptyRedis(): Promise<void>;
  /** Stops PostgreSQL, breaking every connection, and starts it again after a while. */
  restartPostgres(awayMs: number): Promise<void>;
  /** Builds one of the apps and says how to start it; `name` has to differ among those that run. */
  program(app: "worker" | "bot" | "api"): (name: string, env?: NodeJS.ProcessEnv) => Promise<RunningProcess>;
  close(): Promise<void>;
};

/** @param limits whether the Bot API keeps to its real limits; without them a drill of other things is quicker */
export async function openStage({ limits = true } = {}): Promise<Stage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-drill-"));
  // The database's own user has to pass through when the drill runs as root.
  chmodSync(dataDir, 0o711);
  const processes = new Processes(dataDir);
  const options = { dataDir, durable: true };
  const [firstPostgres, firstRedis, mail, telegram] = await Promise.all([
    startPostgres(processes, options),
    startRedis(processes, options),
    startMailCapture({ keep: 100_000 }),
    startTelegramEmulator({ limits: limits ? TELEGRAM_LIMITS : null }),
  ]);
  let postgres: LocalService = firstPostgres;
  let redis: LocalService = firstRedis;
  await migrate(postgres.url);
  const db = openDatabase(postgres.url, 5);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "development",
    LOG_LEVEL: "warn",
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
    MAIL_FROM: "Korki <powiadomienia@korki.example>",
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
    PUBLIC_URL: "https://korki.example",
    AUTH_SECRET: "a-drill-signs-with-what-everybody-may-know",
    RATE_LIMIT_SCALE: "1000",
  };
  const close = async () => {
    await Promise.allSettled([db.close(), mail.close(), telegram.close()]);
    await processes.stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once("SIGINT", () => void close().then(() => process.exit(130)));

  return {
    dataDir,
    processes,
    db,
    mail,
    telegram,
    env,
    redisUrl: redis.url,
    async stopRedis() {
      const { port } = redis;
      await redis.process.stop();
      return async () => {
        redis = await startRedis(processes, { ...options, port });
      };
    },
    async emptyRedis() {
      const connection = new Redis(redis.url);
      await connection.flushall();
      connection.disconnect();
    },
    async restartPostgres(awayMs) {
      const { port } = postgres;
      await postgres.process.stop();
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      postgres = await startPostgres(processes, { ...options, port });
    },
    program(app) {
      const cwd = path.join(ROOT, "apps", app);
      execFileSync(process.execPath, ["../../scripts/build-server.mjs"], { cwd, stdio: "inherit" });
      return (name, extra = {}) =>
        processes.start({
          name,
          command: process.execPath,
          args: ["--enable-source-maps", "dist/main.js"],
          cwd,
          env: { ...env, ...extra },
          stage: 1,
        });
    },
    close,
  };
}

/** Runs a drill on a stage of its own and clears it away, whatever happens. */
export async function onStage(
  options: Parameters<typeof openStage>[0],
  drill: (stage: Stage) => Promise<void>,
): Promise<void> {
  const stage = await openStage(options);
  try {
    await drill(stage);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await stage.close();
  }
}
