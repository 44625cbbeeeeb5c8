// What the chat relays, stored and checked, beside what socket.io alone can do: they take turns within one run, and
// each figure is the median of the rounds.
import { openDatabase } from "@korki/db";
import type { LoadClient, LoadReport } from "./chat-load";
import { onStage, type Served, type Stage } from "./chat-stage";
import { cpuTimeOf } from "./cpu-time";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SIZES = (process.env.BENCH_CLIENTS ?? "500,2000").split(",").map(Number);
const GOAL = 0.6;

type Kind = "echo" | "relay" | "chat";
/** `cpu`: µs for each message, of the server and then of PostgreSQL and Redis. */
type Measured = LoadReport & { cpu: number[] };

/** Prints throughput and waiting times by number of clients, and how long a long conversation takes to open. */
export async function relay(): Promise<void> {
  await onStage({ people: Math.max(...SIZES), limitScale: 100_000 }, async (stage) => {
    const [echo, bareRelay] = await Promise.all([startBare(stage, "echo"), startBare(stage, "relay")]);
    const servers = { echo, relay: bareRelay, chat: stage.chat } satisfies Record<Kind, Served>;
    console.log(
      "CPU µs: what one message costs the server's process, PostgreSQL and Redis; it tells more than the rest on a busy machine.",
    );
    console.log(
      `${"clients".padStart(8)}  what      messages/s   p50 ms   p99 ms   CPU µs (pg, redis)   chat against it`,
    );
    const tally = { stored: 0 };
    for (const size of SIZES) await compare(stage, servers, size, tally);
    await openLongConversation(stage);
  });
}

async function compare(
  stage: Stage,
  servers: Record<Kind, Served>,
  size: number,
  tally: { stored: number },
): Promise<void> {
  const kinds: Kind[] = ["echo", "chat", "relay"];
  const results: Record<Kind, Measured[]> = { echo: [], chat: [], relay: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of kinds) {
      const measured = await measure(stage, servers[kind], stage.clients.slice(0, size), kind);
      if (kind === "chat") await checkStored(stage.databaseUrl, measured, tally);
      results[kind].push(measured);
    }
  }
  for (const kind of ["echo", "relay", "chat"] as const) {
    const shares = results.chat.map((chat, at) => chat.perSecond / (results[kind][at]?.perSecond ?? 1));
    row(size, kind, results[kind], kind === "chat" ? null : median(shares));
  }
}

async function measure(
  { beside, load }: Stage,
  { origin, pid }: Served,
  clients: LoadClient[],
  kind: Kind,
): Promise<Measured> {
  const pids = [pid, ...(kind === "chat" ? [beside.postgres, beside.redis] : [])];
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

async function startBare({ fork }: Stage, kind: "echo" | "relay"): Promise<Served> {
  const child = fork("chat-bare-server.ts", [kind]);
  const port = await new Promise((resolve) => child.once("message", resolve));
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid };
}

/** Every acknowledged message is in the database. */
async function checkStored(
  url: string,
  { acknowledged, refused }: LoadReport,
  tally: { stored: number },
): Promise<void> {
  const db = openDatabase(url, 1);
  const { rows } = await db.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM messages");
  await db.close();
  const stored = (rows[0]?.count ?? 0) - tally.stored;
  tally.stored += stored;
  if (refused > 0 || stored < acknowledged) {
    throw new Error(`${acknowledged} acknowledged, ${stored} stored, ${refused} refused`);
  }
}

/** A conversation of 100,000 messages, opened at its newest page and turned back, over tRPC. */
async function openLongConversation({ databaseUrl, chat, clients }: Stage): Promise<void> {
  const [reader] = clients;
  if (!reader) return;
  const db = openDatabase(databaseUrl, 1);
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
    const answer = await fetch(`${chat.origin}/trpc/chat.history?input=${query}`, {
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
