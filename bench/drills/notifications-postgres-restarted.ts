// PostgreSQL is stopped, breaking every connection, and started again while notifications go out.
// pnpm bench drills/notifications-postgres-restarted [notifications=2000] [restarts=3]
import { setTimeout as sleep } from "node:timers/promises";
import { seconds, Verdict } from "../lab/figures";
import { countStatuses, lostAndDoubled, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { onStage } from "./harness/stage";

const count = Number(process.argv[2] ?? 2000);
const restarts = Number(process.argv[3] ?? 3);
const AWAY_MS = 3000;

await onStage({ limits: false }, async (stage) => {
  const report = new Verdict(
    `${count} notifications, PostgreSQL restarted ${restarts} times (${AWAY_MS / 1000} s each)`,
  );
  const people = await makeCrowd(stage, { byTelegram: 200, byMail: 200 });
  await writeNotifications(stage, people, count);
  const began = Date.now();
  const worker = await stage.program("worker")("worker");
  let inTheMiddle = 0;
  for (let restart = 1; restart <= restarts; restart += 1) {
    let sent = 0;
    while (sent < (count * restart) / (restarts + 1)) {
      await sleep(20);
      ({ sent } = await countStatuses(stage));
    }
    if (sent < count) inTheMiddle += 1;
    await stage.restartPostgres(AWAY_MS);
  }
  const counts = await untilDrained(stage, 600_000);
  const { lost, doubled } = lostAndDoubled(stage, count);
  report.figure("took", seconds(Date.now() - began));
  report.figure("restarts in the middle", inTheMiddle);
  report.must("the worker still runs", worker.exit() ? "no" : "yes", !worker.exit(), "yes");
  report.must("sent", counts.sent, counts.sent === count, String(count));
  report.must("lost", lost, lost === 0, "0");
  report.must("sent twice", doubled, doubled === 0, "0");
  report.end();
});
