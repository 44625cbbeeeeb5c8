// Redis is stopped for a while, and emptied, while lessons are booked over HTTP and notifications go out.
// pnpm bench drills/notifications-redis-away [seconds=60]
import { setTimeout as sleep } from "node:timers/promises";
import { addDays, today } from "@korki/domain";
import { seconds, Verdict } from "../lab/figures";
import { openBookingDesk } from "./harness/booking-desk";
import { lostAndDoubled, makeCrowd, untilDrained, writeNotifications } from "./harness/outbox";
import { onStage } from "./harness/stage";

const awaySeconds = Number(process.argv[2] ?? 60);
const NUMBERED = 2000;

await onStage({ limits: false }, async (stage) => {
  const report = new Verdict(`Redis stopped for ${awaySeconds} s and emptied twice`);
  await stage.program("worker")("worker");
  const desk = await openBookingDesk(stage);
  const people = await makeCrowd(stage, { byTelegram: 200, byMail: 200 });
  const half = NUMBERED / 2;

  const startRedis = await stage.stopRedis();
  const stoppedAt = Date.now();
  await writeNotifications(stage, people, half);
  const first = addDays(today(new Date()), 2);
  const statuses = new Map<number, number>();
  for (let booking = 0; Date.now() - stoppedAt < awaySeconds * 1000; booking += 1) {
    const status = await desk.book(addDays(first, Math.floor(booking / 14) % 20), booking % 14);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await sleep(Math.max(0, (awaySeconds * 1000) / 200 - 5));
  }
  const booked = statuses.get(200) ?? 0;
  const refused = [...statuses].filter(([status]) => status !== 200).map(([status, n]) => `${n} x ${status}`);
  report.figure(
    "bookings while Redis was away",
    [...statuses.values()].reduce((a, b) => a + b, 0),
  );
  report.must("of these refused", refused.join(", ") || "none", refused.length === 0, "none");
  await startRedis();
  const backAt = Date.now();
  await stage.emptyRedis();
  await writeNotifications(stage, people, half, half + 1);
  await sleep(1000);
  await stage.emptyRedis();
  const counts = await untilDrained(stage, 400_000);
  const { lost, doubled } = lostAndDoubled(stage, NUMBERED);
  report.figure("all delivered after Redis came back", seconds(Date.now() - backAt));
  report.must("lost", lost, lost === 0, "0");
  report.must("sent twice", doubled, doubled === 0, "0");
  const told = stage.mail.mails().filter(({ subject }) => subject.startsWith("Nowa rezerwacja")).length;
  report.must("teachers told of bookings", told, told === booked, String(booked));
  report.must("sent", counts.sent, counts.sent === NUMBERED + booked, String(NUMBERED + booked));
  report.end();
});
