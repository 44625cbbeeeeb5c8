// One notification's worker dies over and over in the middle of its job: more stalls than BullMQ's default forgives.
// pnpm bench drills/notifications-job-stalls [stalls=3]
import { setTimeout as sleep } from "node:timers/promises";
import { seconds, Verdict } from "../lab/figures";
import { lostAndDoubled, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { onStage } from "./harness/stage";

const stalls = Number(process.argv[2] ?? 3);

await onStage({ limits: false }, async (stage) => {
  const { mail, db } = stage;
  const report = new Verdict(
    `a job left by its worker ${stalls} times; BullMQ gives a job up after one stall by default`,
  );
  const start = stage.program("worker");
  const [slow = ""] = await makeCrowd(stage, { byTelegram: 0, byMail: 1 });
  const { rows } = await db.pool.query<{ email: string }>("SELECT email FROM users WHERE id = $1", [slow]);
  // The answer to this person's mail never comes before the worker is killed; the mail itself is not kept.
  mail.faults.add({ kind: "delay", ms: 3_600_000, recipient: rows[0]?.email ?? "" });
  await writeNotifications(stage, [slow], 1);
  const began = Date.now();
  for (let stall = 1; stall <= stalls; stall += 1) {
    const worker = await start(`worker-${stall}`);
    await attempts(stall);
    await sleep(500);
    process.kill(worker.pid, "SIGKILL");
    await worker.exited;
    report.figure(`left for the ${stall}. time after`, seconds(Date.now() - began));
  }
  mail.faults.clear();
  await start("worker");
  const others = await makeCrowd(stage, { byTelegram: 0, byMail: 100 });
  await writeNotifications(stage, others, 100, 2);
  const counts = await untilDrained(stage, 300_000);
  const { lost, doubled } = lostAndDoubled(stage, 101);
  report.must("sent", counts.sent, counts.sent === 101, "101: it, and 100 neighbours");
  report.must("lost", lost, lost === 0, "0");
  report.must("sent twice", doubled, doubled === 0, "0");
  report.end();

  async function attempts(wanted: number): Promise<void> {
    for (const deadline = Date.now() + 300_000; ; await sleep(200)) {
      const { rows } = await db.pool.query<{ attempts: number }>(
        "SELECT max(attempts) AS attempts FROM notifications",
      );
      if ((rows[0]?.attempts ?? 0) >= wanted) return;
      if (Date.now() > deadline) throw new Error(`the job was not taken for the ${wanted}. time`);
    }
  }
});
