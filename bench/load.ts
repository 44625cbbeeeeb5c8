// `pnpm bench load [seconds a step] [processes,…] [pgbouncer]`: an evening's mix (reads 85 %, chat 10 %, bookings 4 %,
// administrators 1 %) at a rising rate against one and two API processes with 100,000 lessons: the rate held at
// p99 < 250 ms, and its cost. Calls come at their rate regardless of responses; waiting counts. With `pgbouncer` the
// processes share 20 connections of PgBouncer in transaction mode. Ends with 1 where a call fails at a rate that is held.
import { SIGNALS_APPLICATION } from "@korki/db";
import { callAtRate, type Outcome, openEvening } from "./lab/evening";
import { percentile, table, Verdict } from "./lab/figures";
import { type Api, inLab, type Lab } from "./lab/lab";
import { startPgBouncer } from "./lab/pgbouncer";
import { cpuTimeOf, memoryOf } from "./lab/process-usage";
import { LARGE } from "./load-data";

const SECONDS = Number(process.argv[2] ?? 8);
const FIRST_RATE = 20;
const STEP = 1.4;
const GOAL_MS = 250;
/** The rate of the drills: an evening at a large centre. */
const GOAL_RATE = 40;
const POOL_SIZE = 20;

const [, , , counts = "1,2", pooler] = process.argv;
if (pooler !== undefined && pooler !== "pgbouncer") throw new Error(`there is no pooler ${pooler}`);

await inLab(LARGE, async (lab) => {
  const verdict = new Verdict();
  const env = pooler
    ? { DATABASE_URL: await startPgBouncer(lab, POOL_SIZE), DATABASE_DIRECT_URL: lab.databaseUrl }
    : {};
  for (const count of counts.split(",").map(Number)) {
    const apis: Api[] = [];
    for (let n = 0; n < count; n += 1) apis.push(await lab.startApi(`api-${count}-${n}`, env));
    const held = await climb(lab, apis);
    const connections = await connectionsOf(lab);
    await Promise.all(apis.map((api) => api.process.stop()));
    await lab.db.pool.query(
      "UPDATE lessons SET deleted_at = now() WHERE deleted_at IS NULL AND date > current_date AND block < 13",
    );
    const label = `${count} processes: held at p99 < ${GOAL_MS} ms without a failed call`;
    verdict.must(label, `${held}/s`, held >= GOAL_RATE, `≥ ${GOAL_RATE}/s`);
    verdict.figure("connections to PostgreSQL, those that listen apart", connections);
  }
  verdict.end();
});

/** Returns how many connections do the processes' work: the lab's own and those that listen do not count. */
async function connectionsOf(lab: Lab): Promise<number> {
  const { rows } = await lab.db.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> $1`,
    [SIGNALS_APPLICATION],
  );
  return rows[0]?.count ?? 0;
}

/** Raises the rate until it is not held. Returns the last rate that was. */
async function climb(lab: Lab, apis: Api[]): Promise<number> {
  const origins = apis.map(({ origin }) => origin);
  const evening = await openEvening(LARGE);
  await run(40, 5);
  const rows: string[][] = [];
  let held = 0;
  for (let rate = FIRST_RATE; ; rate = Math.ceil(rate * STEP)) {
    await evening.renew();
    const pids = [...apis.map(({ process: api }) => api.pid), lab.postgres().process.pid];
    const before = pids.map(cpuTimeOf);
    const outcomes = await run(rate, SECONDS);
    const cpu = pids.map((pid, at) => ((cpuTimeOf(pid) - (before[at] ?? 0)) / (10 * SECONDS)).toFixed(0));
    const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
    const failed = outcomes.filter(({ status }) => status !== 200).length;
    const p99 = percentile(times, 0.99);
    const memory = apis.map(({ process: api }) => memoryOf(api.pid).toFixed(0));
    rows.push([
      `${rate}/s`,
      ...[0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(0)),
      String(failed),
      cpu.slice(0, -1).join(" + "),
      cpu.at(-1) ?? "",
      memory.join(" + "),
    ]);
    if (p99 >= GOAL_MS || failed > 0) break;
    held = rate;
  }
  console.log(`\n${apis.length} API process${apis.length > 1 ? "es" : ""}`);
  const head = ["rate", "p50 ms", "p95", "p99", "failed", "CPU % API", "CPU % PostgreSQL", "MB API"];
  console.log(table([head, ...rows]));
  return held;

  function run(perSecond: number, seconds: number): Promise<Outcome[]> {
    const end = performance.now() + 1000 * seconds;
    return callAtRate(evening, origins, { perSecond, until: () => performance.now() >= end });
  }
}
