import type { JsonLedgerPage } from "@korki/contracts/ledger";
import { wireLedgerEntry } from "@korki/contracts/wire/ledger";
import { toWire } from "@korki/contracts/wire/names";
import {
  countUnusedLessons,
  findLedgerFaults,
  insertRefund,
  listExpiring,
  toDbDate,
  transact,
} from "@korki/db";
import { addDays, type CivilDate, today } from "@korki/domain";
import { expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import { deleteLessonAsAdmin } from "../admin-lessons/delete-lesson";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { saveCentreSettings } from "../centre/centre-settings";
import { countAvailableLessons } from "../lessons/read-lessons";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { bookedLesson, type Classroom, inDays, makeClassroom, notificationsFor } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { refuseRows } from "../testing/refuse-rows";
import { openTestCentre } from "../testing/test-services";
import { adjustLedger } from "./adjust-ledger";
import { expireLessons, warnOfExpiry } from "./expire-lessons";
import { exportMyLedger } from "./export-ledger";
import { listMyLedger, listMyLedgerJson, listStudentLedger, listStudentLedgerJson } from "./list-ledger";

const { services, prisma, asAdmin } = await openTestCentre();
const { pool } = services.db;
const pair = { subject: "Matematyka", level: "liceumP" } as const;

const pay = (room: Classroom, lessonAmount: number, expiresOn?: CivilDate) =>
  addPayment(
    asAdmin,
    { studentId: room.student.id, moneyAmount: 90, lessonAmount, ...pair, description: "wplata", expiresOn },
    null,
  );

let nextBlock = 0;
/** A lesson of the room, at an hour that nobody has. */
async function plan(room: Classroom): Promise<string> {
  nextBlock += 1;
  const lesson = {
    teacherId: room.teacher.id,
    studentId: room.student.id,
    date: inDays(services, 1 + Math.floor(nextBlock / 14)),
    block: nextBlock % 14,
    ...pair,
    description: "",
  };
  return (await createLesson(asAdmin, lesson)).id;
}

async function ledgerOf({ asStudent }: Classroom) {
  const { items } = await listMyLedger(asStudent, { page: 1, pageSize: 1000, direction: "asc" });
  return items;
}
const movements = async (room: Classroom) =>
  (await ledgerOf(room)).map(({ kind, quantity, balance }) => `${kind} ${quantity} = ${balance}`);
const left = async ({ asStudent }: Classroom) =>
  (await countAvailableLessons(asStudent, {}))[0]?.available ?? 0;

test("payments and lessons are entered by the database, with a running balance", async () => {
  const room = await makeClassroom(services);
  const payment = await pay(room, 5);
  const id = await plan(room);
  await updateLessonAsAdmin(asAdmin, { id, status: "Odwolana przez ucznia" });
  await updateLessonAsAdmin(asAdmin, { id, status: "Zrealizowana" });
  await deleteLessonAsAdmin(asAdmin, { id });
  await voidPayment(asAdmin, { id: payment.id });
  expect(await movements(room)).toEqual([
    "purchase 5 = 5",
    "hold -1 = 4",
    "release 1 = 5",
    "hold -1 = 4",
    "release 1 = 5",
    "void -5 = 0",
  ]);
  expect(await countAvailableLessons(room.asStudent, {})).toEqual([]);
  const [bought, held] = await ledgerOf(room);
  expect(bought).toMatchObject({
    paymentId: payment.id,
    lessonId: null,
    description: "wplata",
    expiresOn: null,
  });
  expect(held).toMatchObject({ lessonId: id, paymentId: null, lesson: { teacherName: expect.any(String) } });
  const csv = (await exportMyLedger(room.asStudent, {})).content.split("\r\n");
  expect(csv).toHaveLength(8);
  expect(csv[1]).toContain("Wpłata: 90\u00a0zł, przelew;Matematyka;");
});

const ERASING = "SELECT set_config('korki.erasing', 'on', true);";

test("the ledger cannot be changed, doubled or got round", async () => {
  const room = await makeClassroom(services);
  const payment = await pay(room, 3);
  const lessonId = await plan(room);
  const account = [room.student.id, pair.subject, pair.level];
  for (const statement of [
    "UPDATE ledger_entries SET quantity = 9",
    "DELETE FROM ledger_entries",
    "TRUNCATE ledger_entries",
    "UPDATE ledger_accounts SET balance = 99",
    "DELETE FROM ledger_accounts",
    "UPDATE ledger_lots SET remaining = 99",
    // An erasure may empty a remark, and nothing else.
    `${ERASING} UPDATE ledger_entries SET quantity = 9, description = ''`,
    `${ERASING} UPDATE ledger_entries SET description = 'other'`,
    `${ERASING} UPDATE ledger_accounts SET balance = 99`,
    `${ERASING} DELETE FROM ledger_entries`,
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow("append-only");
  }
  const insert = (columns: string, values: string, ids: string[]) =>
    pool.query(
      `INSERT INTO ledger_entries (student_id, subject, level, ${columns}) VALUES ($1, $2, $3, ${values})`,
      [...account, ...ids],
    );
  await expect(insert("kind, quantity, payment_id", "'purchase', 3, $4", [payment.id])).rejects.toThrow(
    "ledger_entries_payment_kind_key",
  );
  await expect(insert("kind, quantity, lesson_id", "'hold', -1, $4", [lessonId])).rejects.toThrow("in turns");
  await updateLessonAsAdmin(asAdmin, { id: lessonId, status: "Odwolana przez ucznia" });
  await expect(insert("kind, quantity, lesson_id", "'release', 1, $4", [lessonId])).rejects.toThrow(
    "in turns",
  );
  await expect(insert("kind, quantity, lesson_id", "'hold', -2, $4", [lessonId])).rejects.toThrow("check");
  await expect(insert("kind, quantity, payment_id", "'refund', -4, $4", [payment.id])).rejects.toThrow(
    "unused",
  );
  await expect(
    prisma.payment.update({ where: { id: payment.id }, data: { lessonAmount: 30 } }),
  ).rejects.toThrow("otherwise unchanged");
  expect(await left(room)).toBe(3);
});

test("lessons that expire first are used first, and are returned with their expiry", async () => {
  const room = await makeClassroom(services);
  const [soon, later] = [inDays(services, 10), inDays(services, 40)];
  await pay(room, 1);
  await pay(room, 1, later);
  await pay(room, 1, soon);
  const ids = [await plan(room), await plan(room), await plan(room), await plan(room)];
  const holds = (await ledgerOf(room)).filter(({ kind }) => kind === "hold");
  expect(holds.map(({ expiresOn }) => expiresOn)).toEqual([soon, later, null, null]);
  // The one that is owed is settled first. The next comes back as it was, for the lesson that was to use what stays.
  for (const id of [ids[3], ids[1]] as string[]) await deleteLessonAsAdmin(asAdmin, { id });
  const releases = (await ledgerOf(room)).filter(({ kind }) => kind === "release");
  expect(releases.map(({ expiresOn }) => expiresOn)).toEqual([null, later, null]);
  expect((await ledgerOf(room)).at(-1)).toMatchObject({ kind: "hold", lessonId: ids[2], expiresOn: later });
  expect(await left(room)).toBe(1);
});

/** Takes a payment's unused lessons back, as a refund does. Returns how many. */
const refund = (room: Classroom, paymentId: string) =>
  transact(services.db, async (tx) => {
    const quantity = await countUnusedLessons(tx, paymentId);
    const of = { studentId: room.student.id, paymentId, ...pair, createdById: null };
    if (quantity > 0) await insertRefund(tx, { ...of, quantity, createdAt: services.now() });
    return quantity;
  });

test("a lesson that was held before it was paid for is its payment's once it is given back", async () => {
  const room = await makeClassroom(services);
  const ids = [await plan(room), await plan(room), await plan(room)];
  const first = await pay(room, 2);
  const second = await pay(room, 1);
  expect(await countUnusedLessons(services.db, first.id)).toBe(0);
  for (const id of ids.slice(0, 2)) await deleteLessonAsAdmin(asAdmin, { id });
  expect([
    await countUnusedLessons(services.db, first.id),
    await countUnusedLessons(services.db, second.id),
  ]).toEqual([2, 1]);
  expect(await refund(room, second.id)).toBe(1);
  expect(await refund(room, first.id)).toBe(1);
  expect(await movements(room)).toEqual([
    "hold -1 = -1",
    "hold -1 = -2",
    "hold -1 = -3",
    "purchase 2 = -1",
    "purchase 1 = 0",
    "release 1 = 1",
    "release 1 = 2",
    "refund -1 = 1",
    "refund -1 = 0",
  ]);
  expect(await findLedgerFaults(services.db, [room.student.id])).toEqual([]);
});

test("a lesson that is used again, was a gift, or whose payment was voided is no payment's to give back", async () => {
  const room = await makeClassroom(services);
  const gift = { studentId: room.student.id, ...pair, quantity: 1, description: "gratis" };
  await adjustLedger(asAdmin, gift);
  const ids = [await plan(room), await plan(room)];
  const payment = await pay(room, 1);
  const count = () => countUnusedLessons(services.db, payment.id);
  await deleteLessonAsAdmin(asAdmin, { id: ids[0] as string });
  expect(await count()).toBe(0);
  await plan(room);
  await deleteLessonAsAdmin(asAdmin, { id: ids[1] as string });
  expect(await count()).toBe(1);
  // Held from what came back, and given back once more.
  const again = await plan(room);
  expect(await count()).toBe(0);
  await deleteLessonAsAdmin(asAdmin, { id: again });
  expect(await count()).toBe(1);
  await voidPayment(asAdmin, { id: payment.id });
  expect(await count()).toBe(0);
});

test("what stood in for a voided payment's lessons is its own payment's when they are given back", async () => {
  const room = await makeClassroom(services);
  const voided = await pay(room, 1);
  const id = await plan(room);
  const payment = await pay(room, 1);
  await voidPayment(asAdmin, { id: voided.id });
  expect(await countUnusedLessons(services.db, payment.id)).toBe(0);
  await deleteLessonAsAdmin(asAdmin, { id });
  expect(await countUnusedLessons(services.db, voided.id)).toBe(0);
  expect(await refund(room, payment.id)).toBe(1);
  expect(await left(room)).toBe(0);
});

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

/** What is left once what was valid until five days from now has expired, with a lesson bought before that. */
async function leftAfterExpiry(room: Classroom): Promise<number> {
  await pay(room, 1);
  const before = services.clock.time;
  try {
    services.clock.time = new Date(`${inDays(services, 6)}T12:00:00Z`);
    await expireLessons(services);
  } finally {
    services.clock.time = before;
  }
  return left(room);
}

test("a lesson that comes back uses again what it gave back, and nothing paid for is lost", async () => {
  const room = await makeClassroom(services);
  const moveTo = (id: string, days: number) =>
    updateLessonAsAdmin(asAdmin, { id, date: inDays(services, days) });
  await pay(room, 1, inDays(services, 5));
  const { id } = await bookedLesson(services, room, 1);
  await moveTo(id, 12);
  await moveTo(id, 3);
  expect((await ledgerOf(room)).at(-1)).toMatchObject({ kind: "hold", expiresOn: inDays(services, 5) });
  expect(await leftAfterExpiry(room)).toBe(1);

  // Also where something else has paid for it meanwhile.
  const other = await makeClassroom(services);
  await pay(other, 1, inDays(services, 5));
  const moved = await bookedLesson(services, other, 1);
  await pay(other, 1);
  await moveTo(moved.id, 12);
  await moveTo(moved.id, 3);
  expect(await leftAfterExpiry(other)).toBe(2);
});

test("what a moved lesson gives back pays for another that is owed before its last day", async () => {
  const room = await makeClassroom(services);
  await pay(room, 1, inDays(services, 5));
  const first = await bookedLesson(services, room, 1);
  await bookedLesson(services, room, 2, 4);
  await updateLessonAsAdmin(asAdmin, { id: first.id, date: inDays(services, 12) });
  expect(await leftAfterExpiry(room)).toBe(0);

  // One that is owed later than that is not paid for with it.
  const other = await makeClassroom(services);
  await pay(other, 1, inDays(services, 20));
  const early = await bookedLesson(services, other, 1, 13);
  await bookedLesson(services, other, 2, 25);
  await pay(other, 1, inDays(services, 5));
  await updateLessonAsAdmin(asAdmin, { id: early.id, date: inDays(services, 3) });
  expect((await ledgerOf(other)).slice(-2)).toMatchObject([
    { kind: "release", expiresOn: inDays(services, 20) },
    { kind: "hold", expiresOn: inDays(services, 5) },
  ]);
});

/** What of these lessons uses, by its last day; null: what stays. */
const used = async (room: Classroom, lessons: readonly { id: string }[]) => {
  const holds = (await ledgerOf(room)).filter(({ kind }) => kind === "hold");
  return lessons.map(({ id }) => holds.findLast(({ lessonId }) => lessonId === id)?.expiresOn);
};

test("what expires is used by lessons before its last day that were to use what stays", async () => {
  const soon = inDays(services, 5);
  const expiring = (room: Classroom) => listExpiring(services.db, room.student.id);
  // One after the other: what is booked first holds what is paid.
  const book = async (room: Classroom, ...days: number[]) => {
    const booked: Awaited<ReturnType<typeof bookedLesson>>[] = [];
    for (const [index, day] of days.entries()) booked.push(await bookedLesson(services, room, index, day));
    return booked;
  };

  // Bought after lessons held what stays: that pays for the later ones.
  const room = await makeClassroom(services);
  await pay(room, 2);
  const lessons = [...(await book(room, 1)), ...(await book(room, 4, 10, 15))];
  await pay(room, 2, soon);
  expect(await used(room, lessons.slice(0, 2))).toEqual([soon, soon]);
  expect([await left(room), await expiring(room)]).toEqual([0, []]);
  expect(await leftAfterExpiry(room)).toBe(1);
  expect(await findLedgerFaults(services.db, [room.student.id])).toEqual([]);

  // Given back by a lesson.
  const other = await makeClassroom(services);
  await pay(other, 1, soon);
  const [first] = await book(other, 1);
  const later = await pay(other, 1);
  const [second] = await book(other, 3);
  await updateLessonAsAdmin(asAdmin, { id: first?.id ?? "", status: "Odwolana przez ucznia" });
  expect(await used(other, second ? [second] : [])).toEqual([soon]);
  expect(await countUnusedLessons(services.db, later.id)).toBe(1);
  expect([await left(other), await expiring(other)]).toEqual([1, []]);

  // Also where lessons were booked before they were paid for.
  const owing = await makeClassroom(services);
  await book(owing, 1, 4, 10, 15);
  const staying = await pay(owing, 2);
  await pay(owing, 2, soon);
  expect([await left(owing), await expiring(owing)]).toEqual([0, []]);
  await pay(owing, 1);
  const more = await pay(owing, 1, soon);
  expect(await expiring(owing)).toMatchObject([{ quantity: 1, expiresOn: soon }]);
  await voidPayment(asAdmin, { id: more.id });
  expect(await countUnusedLessons(services.db, staying.id)).toBe(0);
  expect(await left(owing)).toBe(1);

  const paid = await makeClassroom(services);
  await book(paid, 1, 4);
  const before = await pay(paid, 2);
  await pay(paid, 3, soon);
  expect(await countUnusedLessons(services.db, before.id)).toBe(2);
  expect(await expiring(paid)).toMatchObject([{ quantity: 1, expiresOn: soon }]);
  expect(
    await findLedgerFaults(
      services.db,
      [other, owing, paid].map(({ student }) => student.id),
    ),
  ).toEqual([]);
});

test("a lesson whose expiring payment is voided gives back what paid for it instead", async () => {
  const room = await makeClassroom(services);
  const staying = await pay(room, 1);
  const lesson = await bookedLesson(services, room, 1, 4);
  const mistaken = await pay(room, 1, inDays(services, 5));
  await voidPayment(asAdmin, { id: mistaken.id });
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Odwolana przez ucznia" });
  expect(await listExpiring(services.db, room.student.id)).toEqual([]);
  expect(await left(room)).toBe(1);
  expect(await countUnusedLessons(services.db, staying.id)).toBe(1);
  expect(await findLedgerFaults(services.db, [room.student.id])).toEqual([]);
});

test("what was used before today, or may have been paid by what expires, stays as it is", async () => {
  const room = await makeClassroom(services);
  const soon = inDays(services, 5);
  await pay(room, 1);
  const lesson = await bookedLesson(services, room, 1, 1);
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Zrealizowana" });
  const time = services.clock.time;
  try {
    services.clock.time = new Date(`${inDays(services, 2)}T12:00:00Z`);
    await pay(room, 1, soon);
  } finally {
    services.clock.time = time;
  }
  expect(await used(room, [lesson])).toEqual([null]);
  expect(await listExpiring(services.db, room.student.id)).toMatchObject([{ quantity: 1 }]);

  const owing = await makeClassroom(services);
  await bookedLesson(services, owing, 2, 3);
  await bookedLesson(services, owing, 3, 15);
  await pay(owing, 3, soon);
  await pay(owing, 1, addDays(soon, -1));
  expect(await listExpiring(services.db, owing.student.id)).toMatchObject([{ quantity: 1 }, { quantity: 2 }]);
  expect(await left(owing)).toBe(2);
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

test("an adjustment has a reason and notifies the student", async () => {
  const room = await makeClassroom(services);
  const input = { studentId: room.student.id, ...pair, quantity: 2, description: "Za polecenie" };
  expect(await adjustLedger(asAdmin, input)).toMatchObject({ kind: "adjustment", quantity: 2, balance: 2 });
  await adjustLedger(asAdmin, { ...input, quantity: -3, description: "Pomyłka" });
  expect(await movements(room)).toEqual(["adjustment 2 = 2", "adjustment -3 = -1"]);
  expect(await notificationsFor(services, room.student)).toEqual(["lessons-adjusted", "lessons-adjusted"]);
  const teacher = { ...input, studentId: room.teacher.id };
  await expect(adjustLedger(asAdmin, teacher)).rejects.toMatchObject({ code: "not_found" });
  const page = { page: 1, pageSize: 1, direction: "desc" } as const;
  expect(await listStudentLedger(asAdmin, { studentId: room.student.id, ...page })).toMatchObject({
    total: 2,
    items: [{ description: "Pomyłka" }],
  });
});

test("a low balance notifies once per crossing, only students who have ever paid", async () => {
  const room = await makeClassroom(services);
  const low = async () =>
    (await outboxOf(services, room.student.id))
      .filter(({ kind }) => kind === "low-balance")
      .map(({ facts }) => facts.available);
  await pay(room, 3);
  await bookedLesson(services, room, 1);
  expect(await low()).toEqual([]);
  const second = await bookedLesson(services, room, 2);
  expect(await low()).toEqual([1]);
  await bookedLesson(services, room, 3);
  expect(await low()).toEqual([1]);
  await pay(room, 2);
  await deleteLessonAsAdmin(asAdmin, { id: second.id });
  // Several lessons at once are one message, with what is left in the end.
  await prisma.lesson.createMany({
    data: [0, 1, 2, 3].map((block) => ({
      id: `01980000-0000-7000-8000-00000000000${block}`,
      teacherId: room.teacher.id,
      studentId: room.student.id,
      date: toDbDate(inDays(services, 25)),
      block,
      ...pair,
      title: "",
      status: "Potwierdzona",
      price: 90,
      rate: 60,
    })),
  });
  expect(await low()).toEqual([1, -1]);

  const unpaid = await makeClassroom(services);
  await adjustLedger(asAdmin, { studentId: unpaid.student.id, ...pair, quantity: 2, description: "x" });
  await bookedLesson(services, unpaid, 1);
  expect(await notificationsFor(services, unpaid.student)).toEqual(["lessons-adjusted"]);
});

test("a threshold of 0 is silence, another one counts from then on", async () => {
  const room = await makeClassroom(services);
  const low = async () =>
    (await notificationsFor(services, room.student)).filter((kind) => kind === "low-balance").length;
  await pay(room, 6);
  try {
    await saveCentreSettings(asAdmin, { lowBalanceThreshold: 0 });
    await adjustLedger(asAdmin, { studentId: room.student.id, ...pair, quantity: -6, description: "x" });
    expect(await low()).toBe(0);
    await adjustLedger(asAdmin, { studentId: room.student.id, ...pair, quantity: 6, description: "x" });
    expect(await saveCentreSettings(asAdmin, { lowBalanceThreshold: 5 })).toMatchObject({
      lowBalanceThreshold: 5,
      monthlySummary: false,
    });
    await adjustLedger(asAdmin, { studentId: room.student.id, ...pair, quantity: -1, description: "x" });
    expect(await low()).toBe(1);
  } finally {
    await saveCentreSettings(asAdmin, { lowBalanceThreshold: 1 });
  }
});

test("days of a payment are checked", async () => {
  const room = await makeClassroom(services);
  const day = today(services.now());
  const input = {
    studentId: room.student.id,
    moneyAmount: 90,
    lessonAmount: 1,
    ...pair,
    description: "wplata",
  };
  const refused = { code: "input" };
  await expect(addPayment(asAdmin, { ...input, paidOn: addDays(day, 1) }, null)).rejects.toMatchObject(
    refused,
  );
  await expect(addPayment(asAdmin, { ...input, expiresOn: addDays(day, -1) }, null)).rejects.toMatchObject(
    refused,
  );
  expect(
    await addPayment(
      asAdmin,
      { ...input, paidOn: addDays(day, -3), expiresOn: day, method: "gotowka" },
      null,
    ),
  ).toMatchObject({ paidOn: addDays(day, -3), expiresOn: day, method: "gotowka" });
  expect(await addPayment(asAdmin, input, null)).toMatchObject({
    paidOn: day,
    expiresOn: null,
    method: "przelew",
    packageId: null,
  });
});

test("REST's text says, byte for byte, what the entries say", async () => {
  const room = await makeClassroom(services);
  await pay(room, 5, inDays(services, 40));
  const id = await plan(room);
  await updateLessonAsAdmin(asAdmin, {
    id,
    status: "Odwolana przez nauczyciela",
    description: 'Gęś "ó" \\ /\n\u0001😀',
  });
  await adjustLedger(asAdmin, {
    studentId: room.student.id,
    ...pair,
    quantity: 2,
    description: "łącznie <b>&\t\u2028",
  });
  const page = { page: 1, pageSize: 1000 };
  const { items, ...position } = await listMyLedger(room.asStudent, { ...page, direction: "asc" });
  const wireItems = toWire(wireLedgerEntry.array())(items);
  const parsed = async (called: Promise<JsonLedgerPage>) => {
    const { items: text, ...place } = await called;
    return { ...place, items: JSON.parse(text) };
  };
  const json = { ...position, items: wireItems };
  expect(items.map(({ description }) => description)).toEqual(["wplata", "", "", "łącznie <b>&\t\u2028"]);
  expect(items[1]?.lesson?.description).toBe('Gęś "ó" \\ /\n\u0001😀');
  // A line of the CSV says what its lesson was about; the line of an adjustment, why it was made.
  const { content } = await exportMyLedger(room.asStudent, {});
  for (const said of ["wplata", 'Gęś ""ó""', "łącznie <b>&"]) expect(content).toContain(said);
  expect(await parsed(listMyLedgerJson(room.asStudent, page))).toEqual(json);
  const ofStudent = listStudentLedgerJson(asAdmin, { ...page, studentId: room.student.id });
  expect(await parsed(ofStudent)).toEqual(json);
  const second = await parsed(listMyLedgerJson(room.asStudent, { page: 2, pageSize: 3 }));
  expect(second).toEqual({ items: wireItems.slice(3), total: 4, page: 2, pageSize: 3 });
  expect((await listMyLedgerJson((await makeClassroom(services)).asStudent, page)).items).toBe("[]");
});
