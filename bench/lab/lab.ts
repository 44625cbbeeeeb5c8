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
  Processes,
  type RunningProcess,
  startPostgres,
  startRedis,
} from "@korki/local-services";
import { signAccessToken } from "@korki/services";
import { type DataSize, loadData, loadedId } from "../load-data";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Signs the tokens of a benchmark, whose people are made up. */
export const SECRET = "a-benchmark-signs-with-what-everybody-may-know";

/** An API process that answers. */
export type Api = { origin: string; port: number; process: RunningProcess };

/** A PostgreSQL and a Redis of its own, a filled database, and the product's API as built. */
export type Lab = {
  dataDir: string;
  processes: Processes;
  databaseUrl: string;
  db: Database;
  /** @param env what differs from the lab's own settings */
  startApi(name: string, env?: NodeJS.ProcessEnv): Promise<Api>;
  /** A second database on the same server, filled. */
  addDatabase(name: string, size: DataSize): Promise<string>;
  postgres(): LocalService;
  redis(): LocalService;
  /** Stops PostgreSQL, breaking every connection, and starts it again. */
  restartPostgres(): Promise<void>;
  /** Stops Redis; answers with what starts it again. */
  stopRedis(): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

async function openLab(size: DataSize): Promise<Lab> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-bench-"));
  // The database's own user has to pass through when this runs as root.
  chmodSync(dataDir, 0o711);
  const processes = new Processes(dataDir);
  const options = { dataDir, durable: true };
  console.log("building the API, starting PostgreSQL and Redis …");
  execFileSync(process.execPath, ["../../scripts/build-server.mjs"], {
    cwd: path.join(ROOT, "apps/api"),
    stdio: "inherit",
  });
  let [postgres, redis] = await Promise.all([
    startPostgres(processes, options),
    startRedis(processes, options),
  ]);
  await migrate(postgres.url);
  const db = openDatabase(postgres.url, 5);
  await fill(db, size);

  const close = async () => {
    await db.close();
    await processes.stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void close().then(() => process.exit(130)));
  }

  return {
    dataDir,
    processes,
    databaseUrl: postgres.url,
    db,
    postgres: () => postgres,
    redis: () => redis,
    async startApi(name, env = {}) {
      const port = env.PORT ? Number(env.PORT) : await freePort();
      const running = await processes.start({
        name,
        command: process.execPath,
        args: [...(process.env.BENCH_NODE_ARGS?.split(" ") ?? []), "dist/main.js"],
        cwd: path.join(ROOT, "apps/api"),
        stage: 1,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: "production",
          LOG_LEVEL: "warn",
          DATA_DIR: dataDir,
          DATABASE_URL: postgres.url,
          REDIS_URL: redis.url,
          AUTH_SECRET: SECRET,
          RATE_LIMIT_SCALE: "100000",
          PORT: String(port),
          ...env,
        },
      });
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
    async restartPostgres() {
      const { port } = postgres;
      await postgres.process.stop();
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

/** Runs a benchmark in a lab of its own and clears it away, whatever happens. */
export async function inLab(size: DataSize, work: (lab: Lab) => Promise<void>): Promise<void> {
  const lab = await openLab(size);
  try {
    await work(lab);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await lab.close();
  }
}

/** One of the loaded people, with a bearer token that holds for a quarter of an hour. */
export type LoadedPerson = { id: string; token: string };

export async function loadedPerson(kind: "student" | "teacher" | "admin", n: number): Promise<LoadedPerson> {
  const userId = loadedId(kind, n);
  const sessionId = loadedId("session", n, kind);
  return { id: userId, token: await signAccessToken(SECRET, { userId, sessionId }, new Date()) };
}
