// `pnpm bench load [seconds a step]`: an evening's mix (reads 85 %, chat 10 %, bookings 4 %, administrators 1 %) at a
// rising rate against one and two API processes with 100,000 lessons: the rate held at p99 < 250 ms, and its cost.
// Calls come at their rate regardless of responses; waiting counts.
import { callAtRate, type Outcome, openEvening } from "./lab/evening";
import { percentile, table } from "./lab/figures";
import { type Api, inLab, type Lab } from "./lab/lab";
import { cpuTimeOf, memoryOf } from "./lab/process-usage";
import { LARGE } from "./load-data";

const SECONDS = Number(process.argv[2] ?? 8);
const FIRST_RATE = 20;
const STEP = 1.4;
const GOAL_MS = 250;

await inLab(LARGE, async (lab) => {
  const held: number[] = [];
  for (const count of [1, 2]) {
    const apis: Api[] = [];
    for (let n = 0; n < count; n += 1) apis.push(await lab.startApi(`api-${count}-${n}`));
    held.push(await climb(lab, apis));
    await Promise.all(apis.map((api) => api.process.stop()));
    await lab.db.pool.query(
      "UPDATE lessons SET deleted_at = now() WHERE deleted_at IS NULL AND date > current_date AND block < 13",
    );
  }
  const [one = 0, two = 0] = held;
  console.log(
    `\nheld at p99 < ${GOAL_MS} ms: ${one}/s by one process, ${two}/s by two (× ${(two / one).toFixed(2)})`,
  );
});

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
