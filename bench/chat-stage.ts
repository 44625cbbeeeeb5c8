// What the chat's benchmarks have in common: a database, a Redis, the built API, people who may write to
// each other, and clients that write.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { newId, openDatabase } from "@korki/db";
import { migrate } from "@korki/db/migrate";
import { freePort, Processes, startPostgres, startRedis } from "@korki/local-services";
import { signAccessToken } from "@korki/services";
import type { LoadClient, LoadOrder, LoadReport } from "./chat-load";

const SECRET = "the-secret-of-a-benchmark-is-no-secret";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A server that is measured. */
export type Served = { origin: string; pid: number | undefined };

export type Stage = {
  databaseUrl: string;
  /** Processes that work for the chat beside the API's own. */
  beside: { postgres: number | undefined; redis: number | undefined };
  /** Pairs of a teacher and a student who may write to each other, all with a session. */
  clients: LoadClient[];
  chat: Served;
  /** Starts a part of a benchmark in a process of its own. */
  fork(file: string, args?: string[]): ChildProcess;
  /** Runs a load to its end; `onEdge` is called when its counting begins and when it ends. */
  load(order: LoadOrder, onEdge?: () => void): Promise<LoadReport>;
};

/**
 * Sets the stage, runs a benchmark on it and clears everything away.
 *
 * @param options how many people, and by how much every limit is multiplied
 */
export async function onStage(
  { people, limitScale }: { people: number; limitScale: number },
  bench: (stage: Stage) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-bench-"));
  chmodSync(dataDir, 0o711);
  const processes = new Processes(dataDir);
  const children: ChildProcess[] = [];
  const forked: Stage["fork"] = (file, args = []) => {
    const child = fork(path.join(root, "bench", file), args, { execArgv: ["--import", "tsx"] });
    children.push(child);
    return child;
  };
  try {
    const quiet = { dataDir, say: () => undefined };
    const [postgres, redis] = await Promise.all([
      startPostgres(processes, { ...quiet, durable: true }),
      startRedis(processes, { ...quiet, durable: true }),
    ]);
    await migrate(postgres.url);
    const clients = await makeClients(postgres.url, people);
    const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, DATA_DIR: dataDir };
    const chat = await startApi({ ...env, RATE_LIMIT_SCALE: String(limitScale) }, children);
    await bench({
      databaseUrl: postgres.url,
      beside: { postgres: postgres.process.pid, redis: redis.process.pid },
      clients,
      chat,
      fork: forked,
      load: (order, onEdge = () => undefined) => load(forked("chat-load.ts"), order, onEdge),
    });
  } finally {
    for (const child of children) child.kill();
    await processes.stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Pairs of a teacher and a student who may write to each other, all with a session. */
async function makeClients(url: string, count: number): Promise<LoadClient[]> {
  const db = openDatabase(url);
  const ids = Array.from({ length: count }, () => newId());
  const sessionIds = ids.map(() => newId());
  await db.pool.query(
    `INSERT INTO users (id, role, email, name, surname)
     SELECT id, CASE WHEN at % 2 = 0 THEN 'Student' ELSE 'Teacher' END, at || '@bench.pl', 'Anna', 'Nowak'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, at)`,
    [ids],
  );
  await db.pool.query("INSERT INTO sessions (id, user_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])", [
    sessionIds,
    ids,
  ]);
  const [teachers, students] = [0, 1].map((side) => ids.filter((_, at) => at % 2 === side));
  await db.pool.query(
    "INSERT INTO teaching_relations (teacher_id, student_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])",
    [teachers, students],
  );
  await db.close();
  return Promise.all(
    ids.map(async (id, at) => ({
      id,
      token: await signAccessToken(SECRET, { userId: id, sessionId: sessionIds[at] ?? "" }, new Date()),
      partnerId: ids[at % 2 === 0 ? at + 1 : at - 1] ?? "",
    })),
  );
}

async function startApi(settings: Record<string, string>, children: ChildProcess[]): Promise<Served> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, "apps/api/dist/main.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...settings, PORT: String(port), AUTH_SECRET: SECRET, LOG_LEVEL: "error" },
  });
  children.push(child);
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).catch(() => null);
    if (ready?.ok) return { origin, pid: child.pid };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function load(child: ChildProcess, order: LoadOrder, onEdge: () => void): Promise<LoadReport> {
  child.send(order);
  return new Promise<LoadReport>((resolve, reject) => {
    child.on("message", (said: "counting" | "counted" | LoadReport) => {
      if (typeof said === "string") onEdge();
      else resolve(said);
    });
    child.once("exit", (code) => reject(new Error(`the load ended with ${code}`)));
  });
}
