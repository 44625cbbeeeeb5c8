// `pnpm bench chat`: how much the chat relays, stored and checked, beside what socket.io alone can do in the same
// run, and how long it takes to open a conversation of 100,000 messages.
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
import { cpuTimeOf } from "./cpu-time";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const SIZES = (process.env.BENCH_CLIENTS ?? "500,2000").split(",").map(Number);
const SECRET = "the-secret-of-a-benchmark-is-no-secret";
const GOAL = 0.6;

const root = fileURLToPath(new URL("..", import.meta.url));
const dataDir = mkdtempSync(path.join(tmpdir(), "korki-bench-"));
chmodSync(dataDir, 0o711);
const processes = new Processes(dataDir);
const children: ChildProcess[] = [];
let storedBefore = 0;
try {
  await bench();
} finally {
  for (const child of children) child.kill();
  await processes.stopAll();
  rmSync(dataDir, { recursive: true, force: true });
}

async function bench(): Promise<void> {
  const quiet = { dataDir, say: () => undefined };
  const [postgres, redis] = await Promise.all([
    startPostgres(processes, { ...quiet, durable: true }),
    startRedis(processes, { ...quiet, durable: true }),
  ]);
  await migrate(postgres.url);
  const clients = await makeClients(postgres.url, Math.max(...SIZES));
  const chat = await startApi(postgres.url, redis.url);
  const [echo, relay] = await Promise.all([startBare("echo"), startBare("relay")]);
  const beside = { postgres: postgres.process.pid, redis: redis.process.pid };

  console.log(
    "CPU µs: what one message costs the server's process, PostgreSQL and Redis; it tells more than the rest on a busy machine.",
  );
  console.log(
    `${"clients".padStart(8)}  what      messages/s   p50 ms   p99 ms   CPU µs (pg, redis)   chat against it`,
  );
  for (const size of SIZES) {
    const some = clients.slice(0, size);
    const bareEcho = await measure(echo, some, false, {});
    const stored = await measure(chat, some, true, beside);
    const bareRelay = await measure(relay, some, true, {});
    await checkStored(postgres.url, stored);
    row(size, "echo", bareEcho, stored.perSecond / bareEcho.perSecond);
    row(size, "relay", bareRelay, stored.perSecond / bareRelay.perSecond);
    row(size, "chat", stored);
  }
  await openLongConversation(postgres.url, chat.origin, clients);
}

type Served = { origin: string; pid: number | undefined };
type Beside = { postgres?: number; redis?: number };
type Measured = LoadReport & { cpu: number[] };

async function measure(
  { origin, pid }: Served,
  clients: LoadClient[],
  reachesPartner: boolean,
  { postgres, redis }: Beside,
): Promise<Measured> {
  const pids = [pid, ...(postgres && redis ? [postgres, redis] : [])];
  const order: LoadOrder = { origin, clients, seconds: SECONDS, reachesPartner };
  const used: number[][] = [];
  const report = await load(order, () => used.push(pids.map(cpuTimeOf)));
  const [before = [], after = []] = used;
  const cpu = pids.map((_, at) => (1000 * ((after[at] ?? 0) - (before[at] ?? 0))) / report.counted);
  return { ...report, cpu };
}

function row(size: number, what: string, { perSecond, p50, p99, cpu }: Measured, ratio?: number): void {
  const figures = [
    perSecond.toFixed(0).padStart(10),
    p50.toFixed(1).padStart(8),
    p99.toFixed(1).padStart(8),
    cpu
      .map((us) => us.toFixed(0))
      .join(" + ")
      .padStart(18),
  ];
  const share =
    ratio === undefined
      ? ""
      : `${(100 * ratio).toFixed(0)} %${what === "echo" ? ` (goal ${100 * GOAL} %)` : ""}`;
  console.log(`${String(size).padStart(8)}  ${what.padEnd(8)} ${figures.join(" ")}   ${share}`);
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

async function startApi(databaseUrl: string, redisUrl: string): Promise<Served> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, "apps/api/dist/main.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      PORT: String(port),
      DATA_DIR: dataDir,
      AUTH_SECRET: SECRET,
      LOG_LEVEL: "error",
      RATE_LIMIT_SCALE: "100000",
    },
  });
  children.push(child);
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).catch(() => null);
    if (ready?.ok) return { origin, pid: child.pid };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function startBare(kind: "echo" | "relay"): Promise<Served> {
  const child = fork(path.join(root, "bench/chat-bare-server.ts"), [kind], { execArgv: ["--import", "tsx"] });
  children.push(child);
  const port = await new Promise((resolve) => child.once("message", resolve));
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid };
}

async function load(order: LoadOrder, onEdge: () => void): Promise<LoadReport> {
  const child = fork(path.join(root, "bench/chat-load.ts"), { execArgv: ["--import", "tsx"] });
  children.push(child);
  child.send(order);
  return new Promise<LoadReport>((resolve, reject) => {
    child.on("message", (said: "counting" | "counted" | LoadReport) => {
      if (typeof said === "string") onEdge();
      else resolve(said);
    });
    child.once("exit", (code) => reject(new Error(`the load ended with ${code}`)));
  });
}

/** Every acknowledged message is in the database. */
async function checkStored(url: string, { acknowledged, refused }: LoadReport): Promise<void> {
  const db = openDatabase(url, 1);
  const { rows } = await db.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM messages");
  await db.close();
  const stored = (rows[0]?.count ?? 0) - storedBefore;
  storedBefore += stored;
  if (refused > 0 || stored < acknowledged) {
    throw new Error(`${acknowledged} acknowledged, ${stored} stored, ${refused} refused`);
  }
}

/** A conversation of 100,000 messages, opened at its newest page and turned back, over tRPC. */
async function openLongConversation(url: string, origin: string, clients: LoadClient[]): Promise<void> {
  const [reader] = clients;
  if (!reader) return;
  const db = openDatabase(url, 1);
  await db.pool.query(
    `WITH talk AS (
       UPDATE conversations SET last_seq = last_seq + 100000
        WHERE low_user_id = least($1::uuid, $2::uuid) AND high_user_id = greatest($1::uuid, $2::uuid)
    RETURNING id, last_seq - 100000 AS before)
     INSERT INTO messages (id, conversation_id, seq, sender_id, recipient_id, text, client_key)
     SELECT gen_random_uuid(), talk.id, talk.before + at, $2, $1, 'Wiadomość numer ' || at, 'long-' || at
       FROM talk, generate_series(1, 100000) AS at`,
    [reader.id, reader.partnerId],
  );
  await db.close();
  const call = async (input: object) => {
    const query = encodeURIComponent(JSON.stringify({ userId: reader.partnerId, ...input }));
    const from = performance.now();
    const answer = await fetch(`${origin}/trpc/chat.history?input=${query}`, {
      headers: { authorization: `Bearer ${reader.token}` },
    });
    await answer.json();
    if (!answer.ok) throw new Error(`the conversation could not be opened: ${answer.status}`);
    return performance.now() - from;
  };
  const times: number[] = [];
  for (let round = 0; round < 50; round += 1) times.push(await call(round % 2 ? { before: 50_000 } : {}));
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(
    `a page of a conversation of 100,000 messages: median ${at(0.5)} ms, slowest ${at(0.999)} ms (goal < 100 ms)`,
  );
}
