import { listExpiring } from "@korki/db";
import { addDays } from "@korki/domain";
import { expect, test } from "vitest";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { voidPayment } from "../payments/payments";
import { bookedLesson, inDays, makeClassroom, notificationsFor } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { refuseRows } from "../testing/refuse-rows";
import { openLedger, pair } from "../testing/student-ledger";
import { expireLessons, warnOfExpiry } from "./expire-lessons";

/** What is left expires after its last day, and the student is warned a week before. */

const { services, asAdmin, pay, plan, ledgerOf, movements, left } = await openLedger();
const { pool } = services.db;

test("what is left expires once, after its last day, whichever process looks and whatever another's cannot do", async () => {
  const [room, spoilt] = [await makeClassroom(services), await makeClassroom(services)];
  const lastDay = inDays(services, 3);
  await pay(spoilt, 1, lastDay);
  await refuseRows(
    services,
    "ledger_entries",
    `NEW.student_id = '${spoilt.student.id}' AND NEW.kind = 'expiry'`,
  );
  const payment = await pay(room, 3, lastDay);
  await plan(room);
  const before = services.clock.time;
  try {
    services.clock.time = new Date(`${lastDay}T12:00:00Z`);
    await expireLessons(services);
    expect(await left(room)).toBe(2);
    services.clock.time = new Date(`${addDays(lastDay, 1)}T00:30:00Z`);
    await Promise.all(Array.from({ length: 6 }, () => expireLessons(services)));
  } finally {
    services.clock.time = before;
  }
  expect(await left(spoilt)).toBe(1);
  expect(await movements(room)).toEqual(["purchase 3 = 3", "hold -1 = 2", "expiry -2 = 0"]);
  expect((await ledgerOf(room))[2]).toMatchObject({ paymentId: payment.id, expiresOn: lastDay });
  expect(
    (await outboxOf(services, room.student.id)).filter(({ kind }) => kind === "lessons-expired"),
  ).toEqual([
    {
      kind: "lessons-expired",
      facts: { studentId: room.student.id, lessons: [{ ...pair, quantity: 2, expiresOn: lastDay }] },
    },
  ]);
  // Only what expiry has not taken is taken back.
  await voidPayment(asAdmin, { id: payment.id });
  expect(await left(room)).toBe(-1);
});

test("a lesson returned after its last day expires on its own", async () => {
  const room = await makeClassroom(services);
  const lastDay = inDays(services, 2);
  await pay(room, 2, lastDay);
  const id = await plan(room);
  const before = services.clock.time;
  try {
    services.clock.time = new Date(`${addDays(lastDay, 1)}T12:00:00Z`);
    await expireLessons(services);
    await updateLessonAsAdmin(asAdmin, { id, status: "Odwolana przez ucznia" });
    expect(await left(room)).toBe(1);
    await expireLessons(services);
  } finally {
    services.clock.time = before;
  }
  expect(await movements(room)).toEqual([
    "purchase 2 = 2",
    "hold -1 = 1",
    "expiry -1 = 0",
    "release 1 = 1",
    "expiry -1 = 0",
  ]);
  expect((await ledgerOf(room))[4]).toMatchObject({ lessonId: id, paymentId: null, expiresOn: lastDay });
});

test("a week before, the student is warned once", async () => {
  const room = await makeClassroom(services);
  const lastDay = inDays(services, 20);
  await pay(room, 2, lastDay);
  await pay(room, 1, lastDay);
  const warnings = async () =>
    (await notificationsFor(services, room.student)).filter((kind) => kind === "lessons-expiring").length;
  const before = services.clock.time;
  try {
    services.clock.time = new Date(`${addDays(lastDay, -8)}T12:00:00Z`);
    await warnOfExpiry(services);
    expect(await warnings()).toBe(0);
    services.clock.time = new Date(`${addDays(lastDay, -7)}T12:00:00Z`);
    await Promise.all([warnOfExpiry(services), warnOfExpiry(services), warnOfExpiry(services)]);
    await warnOfExpiry(services);
  } finally {
    services.clock.time = before;
  }
  expect(await warnings()).toBe(1);
});

test("the warning counts what the expiry takes: nothing that a lesson up to then needs", async () => {
  const room = await makeClassroom(services);
  await bookedLesson(services, room, 1, 12);
  await pay(room, 2, inDays(services, 5));
  await pay(room, 1, inDays(services, 6));
  const expiring = async () =>
    (await listExpiring(services.db, room.student.id)).map(({ expiresOn, quantity }) => [
      expiresOn,
      quantity,
    ]);
  const [first, second] = [inDays(services, 5), inDays(services, 6)];
  expect(await expiring()).toEqual([
    [first, 2],
    [second, 1],
  ]);
  // A lesson that is owed up to then, beside what is free.
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query("UPDATE lessons SET date = $2 WHERE student_id = $1", [room.student.id, first]);
  } finally {
    await client.query("RESET session_replication_role");
    client.release();
  }
  expect(await expiring()).toEqual([
    [first, 1],
    [second, 1],
  ]);
});
