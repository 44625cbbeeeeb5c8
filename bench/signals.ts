// `pnpm bench signals [seconds]`: what signals cost commits. Durable commits that signal, as many as 32 connections make
// and at 1,000 a second, with signals sent by each transaction and with those sent after commit; how late these are;
// then bookings by one, two and four API processes, both ways: as fast as they can on the cores there are, and each process
// held to a share of a core, as on machines of its own.
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "@korki/db";
import pg from "pg";
import { callFor } from "./lab/callers";
import { percentile, table, Verdict } from "./lab/figures";
import { type Api, inLab, type Lab, loadedPerson } from "./lab/lab";
import { cpuTimeOf, holdToShare } from "./lab/process-usage";
import { bookingBody, bookingNumber } from "./lab/read-calls";
import { LARGE } from "./load-data";

const SECONDS = Number(process.argv[2] ?? 5);
const CONNECTIONS = 32;
const RATE = 1_000;
const GOAL_MS = 20;
const GOAL_RATIO = 1.5;
/** Percent of a core that each process may take, so that four of them leave room for PostgreSQL. */
const SHARE = 25;
/** Of the bookings that no other repeats. */
let booked = 0;
const total = (failures: Map<string, number>) =>
  [...failures.values()].reduce((sum, count) => sum + count, 0);

const SIZE = { ...LARGE, lessons: 5_000, messages: 1_000 };

/** What `send_signal` was before: the transaction notifies by itself. */
const IN_TRANSACTION = `CREATE OR REPLACE FUNCTION send_signal(channel text, payload text) RETURNS void
  LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify(channel, payload); END $$`;

await inLab(SIZE, async (lab) => {
  const { rows } = await lab.db.pool.query<{ source: string }>(
    "SELECT pg_get_functiondef('send_signal'::regproc) AS source",
  );
  const ways: readonly (readonly [string, string])[] = [
    ["in the transaction", IN_TRANSACTION],
    ["after commit", rows[0]?.source ?? ""],
  ];
  await lab.db.pool.query("CREATE TABLE bench_commits (at timestamptz NOT NULL)");
  const verdict = new Verdict();
  const commits: string[][] = [];
  for (const [way, source] of ways) {
    await lab.db.pool.query(source);
    const most = await commitFor(lab, null);
    const paced = await commitFor(lab, RATE);
    commits.push([way, most.perSecond, most.p99, paced.perSecond, paced.p50, paced.p99, paced.late]);
    if (way === "after commit") {
      verdict.must(
        `p99 at ${RATE} signalled commits a second, ms`,
        paced.p99,
        Number(paced.p99) <= GOAL_MS,
        `≤ ${GOAL_MS}`,
      );
      verdict.must(
        "heard after its commit, p99 ms",
        paced.late,
        Number(paced.late) <= GOAL_MS,
        `≤ ${GOAL_MS}`,
      );
    }
  }
  console.log(
    table([
      ["signals", "commits/s", "p99 ms", `at ${RATE}/s`, "p50 ms", "p99 ms", "heard p99 ms later"],
      ...commits,
    ]),
  );

  const bookings: string[][] = [];
  for (const share of [null, SHARE]) {
    for (const [way, source] of ways) {
      await lab.db.pool.query(source);
      const results: Booked[] = [];
      for (const count of [1, 2, 4]) results.push(await book(lab, count, way, share));
      const [one, , four] = results;
      const ratio = (four?.perSecond ?? 0) / (one?.perSecond ?? 1);
      bookings.push([
        share ? `${way}, each at most ${share} % of a core` : way,
        ...results.map(({ perSecond }) => perSecond.toFixed(0)),
        `× ${ratio.toFixed(2)}`,
      ]);
      bookings.push(["  CPU % API + PostgreSQL + callers", ...results.map(({ cpu }) => cpu), ""]);
      if (share && source !== IN_TRANSACTION)
        verdict.must(
          "bookings by four processes held to a share, times those of one",
          ratio.toFixed(2),
          ratio >= GOAL_RATIO,
          `≥ ${GOAL_RATIO}`,
        );
    }
  }
  console.log(table([["bookings a second", "1 process", "2", "4", "4 : 1"], ...bookings]));
  verdict.end();
});

/** Commits with a signal each: as fast as possible, or at a rate. */
async function commitFor(lab: Lab, perSecond: number | null) {
  const pool = new pg.Pool({ connectionString: lab.databaseUrl, max: CONNECTIONS });
  const acknowledged = new Map<string, number>();
  const late: number[] = [];
  const listener = listen(lab.databaseUrl, "korki_changes", {
    onSignal(payload) {
      const at = acknowledged.get(payload);
      if (at !== undefined) late.push(Math.max(0, performance.now() - at));
    },
  });
  // Connections are open before the clock runs, as a server's are.
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  for (const client of clients) client.release();
  // The listener goes on duty within half a second of a rush.
  const rushed = performance.now() + 1_500;
  while (performance.now() < rushed) await pool.query("SELECT send_signal('korki_changes', 'rush')");
  const times: number[] = [];
  const end = performance.now() + 1000 * SECONDS;
  let n = 0;
  const commit = async () => {
    const payload = `${n++}`;
    const from = performance.now();
    await pool.query({
      name: "commit",
      text: "WITH added AS (INSERT INTO bench_commits VALUES (now())) SELECT send_signal('korki_changes', $1)",
      values: [payload],
    });
    const to = performance.now();
    acknowledged.set(payload, to);
    times.push(to - from);
  };
  if (perSecond === null)
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < end) await commit();
      }),
    );
  else {
    const from = performance.now();
    const open: Promise<void>[] = [];
    while (performance.now() < end) {
      const due = Math.floor(((performance.now() - from) / 1000) * perSecond) - n;
      for (let k = 0; k < due; k += 1) open.push(commit());
      await pause(1);
    }
    await Promise.all(open);
  }
  await pause(200);
  await listener.close();
  await pool.end();
  times.sort((a, b) => a - b);
  late.sort((a, b) => a - b);
  return {
    perSecond: (times.length / SECONDS).toFixed(0),
    p50: percentile(times, 0.5).toFixed(1),
    p99: percentile(times, 0.99).toFixed(1),
    late: percentile(late, 0.99).toFixed(1),
  };
}

/** Bookings a second, and how many percent of a core the API, PostgreSQL and the callers took meanwhile. */
type Booked = { perSecond: number; cpu: string };

/** Books with this many API processes, each held to so many percent of a core (null: as much as there is). */
async function book(lab: Lab, count: number, way: string, share: number | null): Promise<Booked> {
  const apis: Api[] = [];
  for (let n = 0; n < count; n += 1) apis.push(await lab.startApi(`api ${way} ${share} ${count} ${n}`));
  if (share) for (const api of apis) await holdToShare(api.process.pid, share);
  const tokens = await Promise.all(
    Array.from({ length: SIZE.students }, async (_, n) => (await loadedPerson("student", n)).token),
  );
  const run = async (seconds: number) => {
    const samples = await Promise.all(
      apis.map((api) =>
        callFor(seconds, api.origin, () => {
          const booking = bookingNumber(booked++, SIZE);
          return {
            method: "PUT",
            path: "/api/student/reserve_lesson",
            token: tokens[booking.student] ?? "",
            body: bookingBody(booking),
          };
        }),
      ),
    );
    return samples.reduce((sum, { calls, ms, failures }) => sum + (calls - total(failures)) / (ms / 1000), 0);
  };
  await run(3);
  const used = () => [
    apis.reduce((sum, api) => sum + cpuTimeOf(api.process.pid), 0),
    cpuTimeOf(lab.postgres().process.pid),
    (process.cpuUsage().user + process.cpuUsage().system) / 1000,
  ];
  const [before, from] = [used(), performance.now()];
  const perSecond = await run(SECONDS);
  const ms = performance.now() - from;
  const cpu = used()
    .map((each, at) => ((100 * (each - (before[at] ?? 0))) / ms).toFixed(0))
    .join(" + ");
  await Promise.all(apis.map((api) => api.process.stop()));
  await lab.db.pool.query(
    "UPDATE lessons SET deleted_at = now() WHERE date > current_date AND deleted_at IS NULL",
  );
  return { perSecond, cpu };
}
