// `pnpm bench chat`: how many messages the chat checks, stores and relays, beside what socket.io alone can do, and how
// long it takes to open a conversation of 100,000 messages. The servers take turns within one run; each figure is the
// median of the rounds.
import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { type Database, newId } from "@korki/db";
import { signAccessToken } from "@korki/services";
import type { LoadClient, LoadOrder, LoadReport } from "./lab/chat/load";
import { inLab, type Lab, SECRET } from "./lab/lab";
import { cpuTimeOf } from "./lab/process-usage";

/** Makes pairs of a teacher and a student who may write to each other, each with a session. */
async function makeClients({ pool }: Database, count: number): Promise<LoadClient[]> {
  const ids = Array.from({ length: count }, () => newId());
  const sessionIds = ids.map(() => newId());
  await pool.query(
    `INSERT INTO users (id, role, email, name, surname)
     SELECT id, CASE WHEN at % 2 = 0 THEN 'Student' ELSE 'Teacher' END, at || '@bench.pl', 'Anna', 'Nowak'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, at)`,
    [ids],
  );
  await pool.query("INSERT INTO sessions (id, user_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])", [
    sessionIds,
    ids,
  ]);
  const [teachers, students] = [0, 1].map((side) => ids.filter((_, at) => at % 2 === side));
  await pool.query(
    "INSERT INTO teaching_relations (teacher_id, student_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])",
    [teachers, students],
  );
  return Promise.all(
    ids.map(async (id, at) => ({
      id,
      token: await signAccessToken(SECRET, { userId: id, sessionId: sessionIds[at] ?? "" }, new Date()),
      partnerId: ids[at % 2 === 0 ? at + 1 : at - 1] ?? "",
    })),
  );
}

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SIZES = (process.env.BENCH_CLIENTS ?? "500,2000").split(",").map(Number);
const GOAL = 0.6;

type Kind = "echo" | "relay" | "chat";
/** `cpu`: µs for each message, of the server and then of PostgreSQL and Redis. */
type Measured = LoadReport & { cpu: number[] };

const children: ChildProcess[] = [];

/** A server that is measured. */
type Served = { origin: string; pid: number };

await inLab(null, async (lab) => {
  const [clients, api] = [await makeClients(lab.db, Math.max(...SIZES)), await lab.startApi("api")];
  const [echo, bareRelay] = [await startBare("echo"), await startBare("relay")];
  const chat = { origin: api.origin, pid: api.process.pid };
  const servers = { echo, relay: bareRelay, chat } satisfies Record<Kind, Served>;
  console.log(
    "CPU µs: the time of the server's process, PostgreSQL and Redis for one message; the most reliable figure on a busy machine.",
  );
  console.log(
    `${"clients".padStart(8)}  what      messages/s   p50 ms   p99 ms   CPU µs (pg, redis)   chat against it`,
  );
  const tally = { stored: 0 };
  for (const size of SIZES) await compare(lab, servers, clients.slice(0, size), tally);
  await openLongConversation(lab, chat.origin, clients);
});
for (const child of children) child.kill();

async function compare(
  lab: Lab,
  servers: Record<Kind, Served>,
  clients: LoadClient[],
  tally: { stored: number },
): Promise<void> {
  const kinds: Kind[] = ["echo", "chat", "relay"];
  const results: Record<Kind, Measured[]> = { echo: [], chat: [], relay: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of kinds) {
      const measured = await measure(lab, servers[kind], clients, kind);
      if (kind === "chat") await checkStored(lab, measured, tally);
      results[kind].push(measured);
    }
  }
  for (const kind of ["echo", "relay", "chat"] as const) {
    const shares = results.chat.map((chat, at) => chat.perSecond / (results[kind][at]?.perSecond ?? 1));
    row(clients.length, kind, results[kind], kind === "chat" ? null : median(shares));
  }
}

async function measure(
  lab: Lab,
  { origin, pid }: Served,
  clients: LoadClient[],
  kind: Kind,
): Promise<Measured> {
  const beside = [lab.postgres().process.pid, lab.redis().process.pid];
  const pids = [pid, ...(kind === "chat" ? beside : [])];
  const used: number[][] = [];
  const order = { origin, clients, seconds: SECONDS, reachesPartner: kind !== "echo" };
  const report = await load(order, () => used.push(pids.map(cpuTimeOf)));
  const [before = [], after = []] = used;
  const cpu = pids.map((_, at) => (1000 * ((after[at] ?? 0) - (before[at] ?? 0))) / report.counted);
  return { ...report, cpu };
}

function row(size: number, kind: Kind, rounds: Measured[], share: number | null): void {
  const middle = (pick: (one: Measured) => number) => median(rounds.map(pick));
  const cpu = (rounds[0]?.cpu ?? []).map((_, at) => middle((one) => one.cpu[at] ?? 0).toFixed(0));
  const figures = [
    middle((one) => one.perSecond)
      .toFixed(0)
      .padStart(10),
    middle((one) => one.p50)
      .toFixed(1)
      .padStart(8),
    middle((one) => one.p99)
      .toFixed(1)
      .padStart(8),
    cpu.join(" + ").padStart(18),
  ];
  const goal = kind === "echo" ? ` (goal ${100 * GOAL} %)` : "";
  const against = share === null ? "" : `${(100 * share).toFixed(0)} %${goal}`;
  console.log(`${String(size).padStart(8)}  ${kind.padEnd(8)} ${figures.join(" ")}   ${against}`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function startBare(kind: "echo" | "relay"): Promise<Served> {
  const child = forkPart("bare-server.ts", kind);
  const port = await new Promise((resolve) => child.once("message", resolve));
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
}

/** Runs a load to its end; `onEdge` is called when its counting begins and when it ends. */
function load(order: LoadOrder, onEdge: () => void): Promise<LoadReport> {
  const child = forkPart("load.ts");
  child.send(order);
  return new Promise<LoadReport>((resolve, reject) => {
    child.on("message", (said: "counting" | "counted" | LoadReport) => {
      if (typeof said === "string") onEdge();
      else resolve(said);
    });
    child.once("exit", (code) => reject(new Error(`the load ended with ${code}`)));
  });
}

/** Starts a part of this benchmark in a process of its own. */
function forkPart(file: string, ...args: string[]): ChildProcess {
  const child = fork(path.join(import.meta.dirname, "lab/chat", file), args, {
    execArgv: ["--import", "tsx"],
  });
  children.push(child);
  return child;
}

/** Throws unless every acknowledged message is in the database. */
async function checkStored(
  { db }: Lab,
  { acknowledged, refused }: LoadReport,
  tally: { stored: number },
): Promise<void> {
  const { rows } = await db.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM messages");
  const stored = (rows[0]?.count ?? 0) - tally.stored;
  tally.stored += stored;
  if (refused > 0 || stored < acknowledged) {
    throw new Error(`${acknowledged} acknowledged, ${stored} stored, ${refused} refused`);
  }
}

/** Opens a conversation of 100,000 messages at its newest page and at an older one, over tRPC. */
async function openLongConversation({ db }: Lab, origin: string, [reader]: LoadClient[]): Promise<void> {
  if (!reader) return;
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
