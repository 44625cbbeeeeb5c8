// The worker is killed with SIGKILL while notifications go out, by both channels or by one.
// pnpm bench drills/notifications-worker-killed [notifications=1000] [kills=1] [both|telegram|email]
import { setTimeout as sleep } from "node:timers/promises";
import { seconds, Verdict } from "../lab/figures";
import { countStatuses, lostAndDoubled, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { onStage } from "./harness/stage";

const count = Number(process.argv[2] ?? 1000);
const kills = Number(process.argv[3] ?? 1);
const channel = process.argv[4] ?? "both";
const people = { byTelegram: channel === "email" ? 0 : 500, byMail: channel === "telegram" ? 0 : 500 };
/** What a killed worker may have had under way at the Bot API, and sends again before a second is over. */
const AT_ONCE = 4;

await onStage({}, async (stage) => {
  const report = new Verdict(`${count} notifications (${channel}), the worker killed ${kills} times`);
  const start = stage.program("worker");
  const crowd = await makeCrowd(stage, people);
  await writeNotifications(stage, crowd, count);
  const began = Date.now();
  let worker = await start("worker");
  let inTheMiddle = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    // Spread over the whole: each kill when its part of the notifications is out.
    const target = (count * kill) / (kills + 1);
    let sent = 0;
    while (sent < target) {
      await sleep(20);
      ({ sent } = await countStatuses(stage));
      // What a killed worker had claimed waits for its claim to end; the last kills must not wait for that.
      if (worker.exit()) throw new Error(`the worker ended by itself: ${worker.tail()}`);
    }
    if (sent < count) inTheMiddle += 1;
    process.kill(worker.pid, "SIGKILL");
    await worker.exited;
    worker = await start(`worker-${kill}`);
  }
  const counts = await untilDrained(stage, 900_000);
  const { lost, doubled } = lostAndDoubled(stage, count);
  report.figure("took", seconds(Date.now() - began));
  report.figure("kills in the middle", inTheMiddle);
  report.must("noted as sent", counts.sent, counts.sent === count, String(count));
  report.must("lost", lost, lost === 0, "0");
  report.must("sent twice", doubled, doubled <= kills, `at most one for each of ${kills} kills`);
  report.must("kept as failed", counts.failed, counts.failed === 0, "0");
  const refused = stage.telegram.calls("sendMessage").filter(({ status }) => status === 429).length;
  report.must("429 from the Bot API", refused, refused <= kills * AT_ONCE, "as good as none");
  report.end();
});
