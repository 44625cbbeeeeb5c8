import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Database, openDatabase } from "@korki/db";
import { migrate } from "@korki/db/migrate";
import {
  freePort,
  type LocalService,
  NODE_FLAGS,
  Processes,
  type RunningProcess,
  startPostgres,
  startRedis,
} from "@korki/local-services";
import { signAccessToken } from "@korki/services";
import { type DataSize, loadData, loadedId } from "../load-data";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Signs the tokens of benchmarks. */
export const SECRET = "a-benchmark-signs-with-what-everybody-may-know";

/** A running API process. */
export type Api = { origin: string; port: number; process: RunningProcess };

/** A PostgreSQL and a Redis of its own, and the product's programs as built. */
export type Lab = {
  dataDir: string;
  processes: Processes;
  databaseUrl: string;
  redisUrl: string;
  db: Database;
  /** The environment of the programs. */
  env: NodeJS.ProcessEnv;
  /** Builds an app and returns a function that starts it. Each running program needs its own name. */
  program(app: "worker" | "bot" | "api", root?: string): StartProgram;
  /**
   * Builds the API on the first call. Resolves when the started process answers.
   *
   * @param root another release's directory; default: this one
   */
  startApi(name: string, env?: NodeJS.ProcessEnv, root?: string): Promise<Api>;
  /** Adds a filled database to the same server. */
  addDatabase(name: string, size: DataSize): Promise<string>;
  postgres(): LocalService;
  redis(): LocalService;
  /** Stops PostgreSQL, breaking every connection, and starts it again after `awayMs`. */
  restartPostgres(awayMs?: number): Promise<void>;
  /** Stops Redis and returns a function that starts it again with its data. */
  stopRedis(): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

type StartProgram = (name: string, env?: NodeJS.ProcessEnv) => Promise<RunningProcess>;

async function openLab(size: DataSize | null, changed: NodeJS.ProcessEnv): Promise<Lab> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-bench-"));
  // PostgreSQL's own user must be able to pass through when this runs as root.
  chmodSync(dataDir, 0o711);
  const processes = new Processes(dataDir);
  const options = { dataDir, durable: true };
  console.log("starting PostgreSQL and Redis …");
  let [postgres, redis] = await Promise.all([
    startPostgres(processes, options),
    startRedis(processes, options),
  ]);
  await migrate(postgres.url);
  const db = openDatabase(postgres.url, 5);
  if (size) await fill(db, size);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    AUTH_SECRET: SECRET,
    RATE_LIMIT_SCALE: "100000",
    ...changed,
  };

  const close = async () => {
    await db.close();
    await processes.stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void close().then(() => process.exit(130)));
  }

  const program = (app: string, root = ROOT): StartProgram => {
    const cwd = path.join(root, "apps", app);
    execFileSync(process.execPath, ["../../scripts/build-server.mjs"], { cwd, stdio: "inherit" });
    return (name, extra = {}) =>
      processes.start({
        name,
        command: process.execPath,
        args: [...NODE_FLAGS, ...(process.env.BENCH_NODE_ARGS?.split(" ") ?? []), "dist/main.js"],
        cwd,
        stage: 1,
        env: { ...env, ...extra },
      });
  };
  const apiPrograms = new Map<string, StartProgram>();

  return {
    dataDir,
    processes,
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    db,
    env,
    program,
    postgres: () => postgres,
    redis: () => redis,
    async startApi(name, extra = {}, root = ROOT) {
      const startProgram = apiPrograms.get(root) ?? program("api", root);
      apiPrograms.set(root, startProgram);
      const port = extra.PORT ? Number(extra.PORT) : await freePort();
      const running = await startProgram(name, { ...extra, PORT: String(port) });
      const origin = `http://127.0.0.1:${port}`;
      await answering(origin, running);
      return { origin, port, process: running };
    },
    async addDatabase(name, itsSize) {
      await db.pool.query(`CREATE DATABASE ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      await migrate(url.href);
      const other = openDatabase(url.href, 2);
      await fill(other, itsSize);
      await other.close();
      return url.href;
    },
    async restartPostgres(awayMs = 0) {
      const { port } = postgres;
      await postgres.process.stop();
      await pause(awayMs);
      postgres = await startPostgres(processes, { ...options, port });
    },
    async stopRedis() {
      const { port } = redis;
      await redis.process.stop();
      return async () => {
        redis = await startRedis(processes, { ...options, port });
      };
    },
    close,
  };
}

async function fill(db: Database, size: DataSize): Promise<void> {
  const from = performance.now();
  await loadData(db, size);
  const took = ((performance.now() - from) / 1000).toFixed(1);
  console.log(
    `${size.lessons} lessons, ${size.teachers} teachers, ${size.students} students, ${size.messages} messages: ${took} s`,
  );
}

async function answering(origin: string, running: RunningProcess): Promise<void> {
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).catch(() => null);
    await ready?.text();
    if (ready?.ok) return;
    if (running.exit()) throw new Error(`${running.name} did not start:\n${running.tail()}`);
    await pause(100);
  }
}

/**
 * Runs a benchmark in a lab of its own and cleans up afterwards.
 *
 * @param size the data to fill the database with; null: none
 * @param env changes to the environment of the programs
 */
export async function inLab(
  size: DataSize | null,
  work: (lab: Lab) => Promise<void>,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const lab = await openLab(size, env);
  try {
    await work(lab);
  } catch (error) {
    console.error(error);
    await lab.close();
    // What the work had begun would go on.
    process.exit(1);
  }
  await lab.close();
}

/** One of the loaded people, with a bearer token that is valid for 15 minutes from a moment. */
export type LoadedPerson = { id: string; token: string };

export async function loadedPerson(
  kind: "student" | "teacher" | "admin",
  n: number,
  at = new Date(),
): Promise<LoadedPerson> {
  const userId = loadedId(kind, n);
  const sessionId = loadedId("session", n, kind);
  return { id: userId, token: await signAccessToken(SECRET, { userId, sessionId }, at) };
}
