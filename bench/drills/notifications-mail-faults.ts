// The mail server greylists, refuses, drops connections and is slow.
// pnpm bench drills/notifications-mail-faults

import { seconds, Verdict } from "../lab/figures";
import { lostAndDoubled, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { onStage } from "./harness/stage";

const COUNT = 1000;
const REFUSED = 25;

await onStage({}, async (stage) => {
  const { mail, db } = stage;
  const report = new Verdict(`${COUNT} mails while the mail server fails in every way`);
  const people = await makeCrowd(stage, { byTelegram: 0, byMail: COUNT });
  const { rows } = await db.pool.query<{ email: string }>(
    "SELECT email FROM users WHERE id = ANY($1::uuid[]) ORDER BY email LIMIT $2",
    [people, REFUSED],
  );
  for (const { email } of rows) mail.faults.add({ kind: "refuse", recipient: email });
  mail.faults.greylist(200);
  mail.faults.drop(20);
  mail.faults.add({ kind: "delay", ms: 3000, times: 20 });
  await writeNotifications(stage, people, COUNT);
  const began = Date.now();
  await stage.program("worker")("worker");
  const counts = await untilDrained(stage, 900_000);
  const { lost, doubled } = lostAndDoubled(stage, COUNT);
  const { rows: reasons } = await db.pool.query<{ reason: string; count: number }>(
    "SELECT last_error AS reason, count(*)::int AS count FROM notifications WHERE status = 'failed' GROUP BY 1",
  );
  const ids = mail
    .mails()
    .map(({ headers }) => headers.find(({ name }) => /^message-id$/i.test(name))?.value);
  report.figure("took", seconds(Date.now() - began));
  report.must("sent", counts.sent, counts.sent === COUNT - REFUSED, String(COUNT - REFUSED));
  report.must(
    "kept as failed",
    counts.failed,
    counts.failed === REFUSED,
    `${REFUSED}, those refused for good`,
  );
  for (const { reason, count } of reasons) report.figure(`  ${count} x`, reason);
  report.must("lost of those that could arrive", lost - REFUSED, lost === REFUSED, "0");
  report.must("sent twice", doubled, doubled === 0, "0");
  report.must("different Message-IDs", new Set(ids).size, new Set(ids).size === ids.length, "one per mail");
  report.end();
});
