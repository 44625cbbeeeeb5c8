// Two workers of which one after another is killed with SIGKILL, while notifications go out by push: three in ten devices
// are gone, one in twenty is off, one in ten people blocked the bot, one in twenty mailboxes refuses. pnpm bench
// drills/push-worker-killed [notifications=10000] [kills=20] [seconds that devices have=600] [at once=3000]
import { setTimeout as sleep } from "node:timers/promises";
import { newId, openDatabase, startClock } from "@korki/db";
import { addDays, blockStart, today } from "@korki/domain";
import { freePort } from "@korki/local-services";
import { startPushEmulator } from "@korki/sandbox";
import { percentile, seconds, Verdict } from "../lab/figures";
import { cpuTimeOf } from "../lab/process-usage";
import { makePushKeys } from "../lab/push-keys";
import { arrivals, countStatuses, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { onStage, type Stage } from "./harness/stage";

const [COUNT = 10_000, KILLS = 20, ACK_SECONDS = 600, AT_ONCE = 3_000] = process.argv.slice(2).map(Number);
const PEOPLE = 400;
const WARM_UP = 200;
/** Fewer than go out: what waits is what a killed worker had. */
const A_SECOND = 100;
const NEXT_CHANNEL_S = 120;
const GOAL = { aSecond: 300, shownP95Ms: 5_000 };

/** What becomes of a person's notifications, by the place in the crowd modulo 20. */
type Lot = "shown" | "off" | "telegram" | "blocked" | "refused";
const LOTS: readonly Lot[] = [
  ...Array<Lot>(13).fill("shown"),
  ...(["off", "telegram", "telegram", "telegram", "blocked", "blocked", "refused"] as const),
];
const lotOf = (at: number): Lot => LOTS[at % LOTS.length] ?? "shown";

// Noon: nothing waits for the morning.
const NOON = blockStart(addDays(today(new Date()), 1), 4);
const keys = makePushKeys();
const env = {
  // Devices of this machine are a demo's.
  DEMO: "1",
  DEMO_NOW: NOON.toISOString(),
  ...keys,
  VAPID_SUBJECT: "mailto:push@korki.example",
  PUSH_ACK_SECONDS: String(ACK_SECONDS),
};
type Push = Awaited<ReturnType<typeof startPushEmulator>>;

await onStage({}, async (opened) => {
  // Notifications are written by the clock of the programs.
  const { databaseUrl } = await startClock(opened.databaseUrl, NOON);
  const stage: Stage = { ...opened, db: openDatabase(databaseUrl, 5) };
  const report = new Verdict(`${COUNT} notifications by push, two workers, ${KILLS} kills`);
  const port = await freePort();
  const push = await startPushEmulator({
    productUrl: `http://127.0.0.1:${port}`,
    keep: WARM_UP + COUNT + AT_ONCE,
  });
  try {
    const api = await stage.startApi("api", { ...env, PORT: String(port) });
    const crowd = await makePeople(stage, push);
    const start = stage.program("worker");
    const workers = await Promise.all([start("worker-a", env), start("worker-b", env)]);

    const programs = {
      workers: workers.map(({ pid }) => pid),
      API: [api.process.pid],
      PostgreSQL: [stage.postgres().process.pid],
      Redis: [stage.redis().process.pid],
    };
    const reached = crowd.filter((_, at) => lotOf(at) === "shown");
    // Not the workers' beginning is measured.
    await writeNotifications(stage, reached, WARM_UP);
    await untilDrained(stage, 600_000);
    const [from, used] = [Date.now(), usageOf(programs)];
    await writeNotifications(stage, reached, AT_ONCE);
    await untilDrained(stage, 600_000);
    report.figure("processor time of a push, ms", used(AT_ONCE));
    const times = push
      .list()
      .flatMap(({ shown }) => shown.map(({ at }) => at.getTime()))
      .filter((at) => at >= from)
      .sort((a, b) => a - b);
    const rate = (times.length - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000);
    report.must(
      `pushes a second, ${AT_ONCE} at once`,
      Math.round(rate),
      rate >= GOAL.aSecond,
      `≥ ${GOAL.aSecond}`,
    );

    const began = Date.now();
    let killed = 0;
    for (let written = 0; written < COUNT; written += A_SECOND) {
      const next = began + ((written + A_SECOND) / A_SECOND) * 1_000;
      const people = crowd.map((_, at) => crowd[(written + at) % crowd.length] ?? "");
      await writeNotifications(stage, people, Math.min(A_SECOND, COUNT - written), AT_ONCE + written + 1);
      if (killed < KILLS && written >= (COUNT * killed) / KILLS) {
        await sleep(500);
        const at = killed % 2;
        const worker = workers[at];
        if (!worker || worker.exit()) throw new Error(`a worker ended by itself: ${worker?.tail()}`);
        process.kill(worker.pid, "SIGKILL");
        await worker.exited;
        killed += 1;
        workers[at] = await start(`worker-${killed}`, env);
      }
      await sleep(Math.max(0, next - Date.now()));
    }
    const counts = await untilDrained(stage, (ACK_SECONDS + 900) * 1_000);
    report.figure("took", seconds(Date.now() - began));
    await judge(stage, push, crowd, report);
    report.figure("kept as failed", counts.failed);
    report.figure("statuses", JSON.stringify(await countStatuses(stage)));
  } finally {
    await Promise.all([push.close(), stage.db.close()]);
  }
  report.end();
});

/** Measures from now on how long the processors worked for each program, and for this one: phones and push services. */
function usageOf(programs: Readonly<Record<string, readonly number[]>>): (count: number) => string {
  const own = process.cpuUsage();
  const read = () =>
    Object.values(programs).map((pids) => pids.reduce((sum, pid) => sum + cpuTimeOf(pid), 0));
  const before = read();
  return (count) => {
    const { user, system } = process.cpuUsage(own);
    const figures = read().map((ms, at) => ms - (before[at] ?? 0));
    return [...Object.keys(programs), "phones"]
      .map((name, at) => `${name} ${((figures[at] ?? (user + system) / 1000) / count).toFixed(2)}`)
      .join(", ");
  };
}

/** Makes the crowd: everybody has a device and a chat, of which some do not work. */
async function makePeople(stage: Stage, push: Push): Promise<string[]> {
  const { db, telegram, mail } = stage;
  const people = await makeCrowd(stage, { byTelegram: PEOPLE, byMail: 0 });
  for (const [at, userId] of people.entries()) {
    const lot = lotOf(at);
    const phone = push.openPhone(`Telefon ${at}`);
    const sessionId = newId();
    await db.pool.query("INSERT INTO sessions (id, user_id) VALUES ($1, $2)", [sessionId, userId]);
    await db.pool.query(
      `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, name, public_key)
       VALUES ($1, $2, $3, $4, $5, $6, 'Telefon', $7)`,
      [newId(), userId, sessionId, phone.endpoint, phone.keys.p256dh, phone.keys.auth, keys.VAPID_PUBLIC_KEY],
    );
    const { rows } = await db.pool.query<{ chat: string; email: string }>(
      "SELECT telegram_chat_id AS chat, email FROM users WHERE id = $1",
      [userId],
    );
    const device = push.find(phone.id);
    if (lot === "off" && device) push.switch(device, false);
    else if (lot !== "shown") push.remove(phone.id);
    if (lot === "blocked" || lot === "refused") telegram.block(Number(rows[0]?.chat));
    if (lot === "refused") mail.faults.add({ kind: "refuse", recipient: rows[0]?.email ?? "" });
  }
  return people;
}

async function judge(stage: Stage, push: Push, crowd: readonly string[], report: Verdict): Promise<void> {
  const { rows } = await stage.db.pool.query<{
    id: string;
    userId: string;
    number: number;
    status: string;
    shownMs: number | null;
    doneS: number;
  }>(
    `SELECT id, recipient_id AS "userId", substring(facts->>'otherName' from '\\d+')::int AS number, status,
            (extract(epoch FROM shown_at - created_at) * 1000)::int AS "shownMs",
            extract(epoch FROM finished_at - created_at)::int AS "doneS"
       FROM notifications WHERE substring(facts->>'otherName' from '\\d+')::int > $1`,
    [AT_ONCE],
  );
  const shown = new Map<string, number>();
  for (const phone of push.list()) {
    for (const { payload } of phone.shown) shown.set(payload.id, (shown.get(payload.id) ?? 0) + 1);
  }
  const elsewhere = arrivals(stage);
  const lots = new Map(crowd.map((id, at) => [id, lotOf(at)]));
  let [lost, doubled, twiceOnDevice] = [0, 0, 0];
  for (const { id, userId, number, status } of rows) {
    const onDevice = shown.get(id) ?? 0;
    const arrived = onDevice + (elsewhere.get(number) ?? 0);
    if (arrived > 1) doubled += arrived - 1;
    if (onDevice > 1) twiceOnDevice += onDevice - 1;
    // Where every channel refuses, administrators see it.
    if (arrived === 0 && !(lots.get(userId) === "refused" && status === "failed")) lost += 1;
  }
  const shownMs = rows.flatMap(({ shownMs }) => (shownMs === null ? [] : [shownMs])).sort((a, b) => a - b);
  const p95 = percentile(shownMs, 0.95);
  const latest = Math.max(...rows.map(({ doneS }) => doneS));
  const within = ACK_SECONDS + NEXT_CHANNEL_S;
  report.figure("shown by a device", shownMs.length);
  report.must("from due to shown, p95, ms", p95, p95 <= GOAL.shownP95Ms, `≤ ${GOAL.shownP95Ms}`);
  report.must("the latest by any channel, s", latest, latest <= within, `≤ ${within}`);
  report.must("lost", lost, lost === 0, "0");
  report.figure("of those that came twice, on a device, where the second replaces the first", twiceOnDevice);
  report.must("came twice", doubled, doubled <= KILLS, `at most one for each of ${KILLS} kills`);
}
