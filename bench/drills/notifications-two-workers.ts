// Two workers, each with its relay, share the work; spoilt rows and senseless jobs lie among the good ones.
// pnpm bench drills/notifications-two-workers [notifications=5000]
import { DELIVERY_QUEUES, QUEUE_PREFIX } from "@korki/notifications";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { seconds, Verdict } from "../lab/figures";
import { lostAndDoubled, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { onStage } from "./harness/stage";

const count = Number(process.argv[2] ?? 5000);
const SPOILT = 100;

await onStage({ limits: false }, async (stage) => {
  const { db } = stage;
  const report = new Verdict(
    `${count} notifications, two workers and relays, ${SPOILT} spoilt rows, ${SPOILT} senseless jobs`,
  );
  const start = stage.program("worker");
  const workers = await Promise.all([start("worker-a"), start("worker-b")]);
  const people = await makeCrowd(stage, { byTelegram: 500, byMail: 500 });
  const connection = new Redis(stage.redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue(DELIVERY_QUEUES.email, { connection, prefix: QUEUE_PREFIX });
  for (let i = 0; i < SPOILT; i += 1) {
    await queue.add("deliver", [null, {}, { notificationId: i }, "ala"][i % 4], { jobId: `spoilt-${i}` });
  }
  const began = Date.now();
  await db.pool.query(
    `INSERT INTO notifications (id, kind, recipient_id, facts)
     SELECT gen_random_uuid(), CASE WHEN i % 2 = 0 THEN 'lesson-dreamt' ELSE 'relation-added' END, $1, '{"otherName": 7}'
       FROM generate_series(1, $2) i`,
    [people[0], SPOILT],
  );
  await Promise.all(
    Array.from({ length: 5 }, (_, part) =>
      writeNotifications(stage, people, count / 5, 1 + (part * count) / 5),
    ),
  );
  const counts = await untilDrained(stage, 900_000);
  const took = Date.now() - began;
  const { lost, doubled } = lostAndDoubled(stage, count);
  const left = await queue.getJobCountByTypes("wait", "prioritized", "active", "delayed", "failed");
  report.figure("took", seconds(took));
  report.figure("a second", Math.round(count / (took / 1000)));
  report.must("sent", counts.sent, counts.sent === count, String(count));
  report.must("lost", lost, lost === 0, "0");
  report.must("sent twice", doubled, doubled === 0, "0");
  report.must("spoilt rows kept as failed", counts.failed, counts.failed === SPOILT, String(SPOILT));
  report.must("jobs left in the queue", left, left === 0, "0");
  const alive = workers.filter((worker) => !worker.exit()).length;
  report.must("workers that still run", alive, alive === 2, "2");
  await queue.close();
  connection.disconnect();
  report.end();
});
