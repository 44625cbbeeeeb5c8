// `pnpm bench faults [calls a second] [seconds without Redis] [kills] [lessons] [seconds between kills]`: an evening's mix
// against two API processes behind nginx, while lessons are held in their rooms, orders are paid, bills are issued and
// teachers' phones show what was booked; PostgreSQL is restarted, Redis is away, API processes and workers are killed, and
// all are rolled over. Afterwards every acknowledged booking has to be there, once, with its notification sent, every paid
// order, every bill, every acknowledged stroke of a board, and the whole time of every lesson; ends with 1 where something
// is not.
import { setTimeout as pause } from "node:timers/promises";
import { checkBookings } from "./lab/booked";
import { callAtRate, type Outcome, openEvening } from "./lab/evening";
import { openOffice } from "./lab/evening-office";
import { percentile, Verdict } from "./lab/figures";
import { holdLessons } from "./lab/held-lessons";
import { inLab } from "./lab/lab";
import { startProxy } from "./lab/proxy";
import { ROOM_ENV, START } from "./lab/rooms";
import { LARGE } from "./load-data";

const RATE = Number(process.argv[2] ?? 40);
const REDIS_AWAY_S = Number(process.argv[3] ?? 60);
const KILLS = Number(process.argv[4] ?? 6);
const LESSONS = Number(process.argv[5] ?? 300);
const KILL_EVERY_S = Number(process.argv[6] ?? 60);
const WORKER_KILLS = 6;
/** Of the calls that read, over the whole evening. */
const READ_GOAL_MS = 200;
/** Quiet seconds before and after each fault. */
const REST_MS = 4_000;

await inLab({ ...LARGE, lessons: 20_000, messages: 20_000 }, async (lab) => {
  const office = await openOffice();
  const env = { ...ROOM_ENV, ...office.env };
  // Each of them must trust one proxy.
  const start = (name: string, port?: number) =>
    lab.startApi(name, {
      ...env,
      TRUST_PROXY: "1",
      ...(port === undefined ? {} : { PORT: String(port) }),
    });
  const apis = [await start("api-0"), await start("api-1")];
  const proxy = await startProxy(
    lab,
    apis.map(({ port }) => port),
  );
  await office.giveTeachersPhones(lab.db, LARGE, proxy.origin);
  const startWorker = lab.program("worker");
  const workers = [await startWorker("worker-0", env), await startWorker("worker-1", env)];
  const evening = await openEvening(LARGE, 0, START);
  const verdict = new Verdict();
  const phases: { name: string; from: number; to: number }[] = [];
  let isOver = false;
  const lessonsEnd = await holdLessons(lab.db, proxy.origin, { count: LESSONS, isOver: () => isOver });
  const payments = office.payOrders(proxy.origin, LARGE, START, () => isOver);
  const load = callAtRate(evening, [proxy.origin], { perSecond: RATE, until: () => isOver });

  const phase = async (name: string, fault: () => Promise<unknown>) => {
    const from = Date.now();
    await fault();
    phases.push({ name, from, to: Date.now() });
    await pause(REST_MS);
    for (const { process: api } of apis)
      if (api.exit()) throw new Error(`${api.name} ended by itself: ${name}\n${api.tail()}`);
  };
  await phase("nothing happens", () => pause(2 * REST_MS));
  await phase("PostgreSQL restarted", () => lab.restartPostgres());
  await phase(`Redis away for ${REDIS_AWAY_S} s`, async () => {
    const start = await lab.stopRedis();
    await pause(1000 * REDIS_AWAY_S);
    await start();
  });
  await phase(`an API process killed, ${KILLS} times`, async () => {
    for (let n = 0; n < KILLS; n += 1) {
      const next = pause(1000 * KILL_EVERY_S);
      const api = apis[n % 2];
      if (!api) throw new Error("there is no such process");
      process.kill(api.process.pid, "SIGKILL");
      await api.process.exited;
      apis[n % 2] = await start(`api-again-${n}`, api.port);
      await next;
    }
  });
  await phase(`workers killed while bills are issued, ${WORKER_KILLS} times`, async () => {
    await office.chargeInAdvance(lab.db, LARGE, START);
    for (let n = 0; n < WORKER_KILLS; n += 1) {
      const worker = workers[n % 2];
      if (!worker) throw new Error("there is no such process");
      process.kill(worker.pid, "SIGKILL");
      await worker.exited;
      workers[n % 2] = await startWorker(`worker-again-${n}`, env);
      // Until it has begun to work.
      await pause(REST_MS / 2);
    }
  });
  await phase("API processes and workers rolled over", async () => {
    for (const at of [0, 1]) {
      const old = apis[at];
      await old?.process.stop();
      apis[at] = await start(`api-rolled-${at}`, old?.port);
      await workers[at]?.stop();
      workers[at] = await startWorker(`worker-rolled-${at}`, env);
    }
  });
  isOver = true;
  await payments;
  report(await load, phases, verdict);
  const p95 = readP95(await load);
  verdict.must(
    "reads that were answered: p95 in ms",
    p95.toFixed(0),
    p95 <= READ_GOAL_MS,
    `≤ ${READ_GOAL_MS}`,
  );
  await checkBookings(lab.db, await load, verdict);
  await office.check(lab.db, await load, verdict);
  await lessonsEnd(verdict);
  await office.close();
  verdict.end();
});

/** Of the reads that were answered. */
function readP95(outcomes: readonly Outcome[]): number {
  const reads = outcomes.filter(({ kind, status }) => kind === "read" && status === 200);
  const times = reads.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return percentile(times, 0.95);
}

function report(
  outcomes: readonly Outcome[],
  phases: readonly { name: string; from: number; to: number }[],
  verdict: Verdict,
): void {
  verdict.figure("calls in all", outcomes.length);
  for (const { name, from, to } of phases) {
    const during = outcomes.filter(({ at }) => at >= from && at < to + REST_MS);
    const failed = during.filter(({ status }) => status !== 200);
    const kinds = new Map<string, number>();
    for (const { status } of failed)
      kinds.set(String(status || "no answer"), (kinds.get(String(status || "no answer")) ?? 0) + 1);
    const seen = [...kinds].map(([what, count]) => `${count} × ${what}`).join(", ");
    const seconds = ((to - from) / 1000).toFixed(0);
    const text = `${failed.length} of ${during.length} failed in ${seconds} s ${seen && `(${seen})`}`;
    if (/nothing|Redis|rolled/.test(name)) verdict.must(name, text, failed.length === 0, "0 failed");
    else verdict.figure(name, text);
    verdict.figure("  reads: p95 in ms", readP95(during).toFixed(0));
  }
  const last = phases.at(-1)?.to ?? 0;
  const after = outcomes.filter(({ at }) => at >= last + REST_MS / 2);
  const bad = after.filter(({ status }) => status !== 200).length;
  verdict.must("afterwards", `${bad} of ${after.length} failed`, bad === 0 && after.length > 0, "0 failed");
}
