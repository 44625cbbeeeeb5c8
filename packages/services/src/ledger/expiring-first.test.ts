import { countUnusedLessons, findLedgerFaults, listExpiring, newId } from "@korki/db";
import { addDays } from "@korki/domain";
import { expect, test } from "vitest";
import { cancelLessonAsAdmin } from "../admin-lessons/cancel-lesson";
import { cancelManyLessons } from "../admin-lessons/cancel-many-lessons";
import { deleteLessonAsAdmin } from "../admin-lessons/delete-lesson";
import { restoreManyLessons } from "../admin-lessons/restore-many-lessons";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import { getPolicy, savePolicy } from "../cancellation/policies";
import { voidPayment } from "../payments/payments";
import { bookedLesson, type Classroom, inDays, makeClassroom } from "../testing/classroom";
import { openLedger } from "../testing/student-ledger";
import { actWithUndo, undoAct } from "../undo/undo";
import { expireLessons } from "./expire-lessons";

/** Lessons use what expires before what stays, also when lessons are booked, moved or given back later. */

const { services, asAdmin, pay, plan, ledgerOf, left } = await openLedger();

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

/** Cancels a lesson for one side, without a charge, and takes that back within seconds. */
async function cancelAndUndo(id: string, by: "Student" | "Teacher"): Promise<void> {
  const undoId = newId();
  await actWithUndo(asAdmin, undoId, { lessonId: id }, (on) =>
    cancelLessonAsAdmin(on, { id, by, charged: false }),
  );
  await undoAct(asAdmin, { id: undoId });
}

const cancel = (id: string, by: "Student" | "Teacher" = "Student") =>
  cancelLessonAsAdmin(asAdmin, { id, by, charged: false });

const confirm = (id: string) => updateLessonAsAdmin(asAdmin, { id, status: "Potwierdzona" });

/** Cancels a lesson for one side, and corrects that by its status. */
async function cancelAndConfirm(id: string, by: "Student" | "Teacher"): Promise<void> {
  await cancel(id, by);
  await confirm(id);
}

/** The centre cancels lessons, and restores them. */
async function cancelAndRestoreMany(id: string): Promise<void> {
  const { version } = await services.db.prisma.lesson.findUniqueOrThrow({ where: { id } });
  const [cancelled] = await cancelManyLessons(asAdmin, { lessons: [{ id, version }] });
  const back = { id, version: cancelled?.version ?? 0, status: "Potwierdzona" as const };
  await restoreManyLessons(asAdmin, { lessons: [back] });
}

/** From here on, what a student returns on time is valid for two weeks. */
const returnForTwoWeeks = async () =>
  savePolicy(asAdmin, {
    cutOff: { hours: 24 },
    late: "charge",
    freeLatePerMonth: 0,
    payTeacher: false,
    creditDays: 14,
    version: (await getPolicy(asAdmin))?.version ?? 0,
  });

const faultsOf = (...rooms: Classroom[]) =>
  findLedgerFaults(
    services.db,
    rooms.map(({ student }) => student.id),
  );

test("a lesson whose cancellation is taken back uses what it returned, valid as long as before", async () => {
  await returnForTwoWeeks();
  const expiring = (room: Classroom) => listExpiring(services.db, room.student.id);

  for (const comeBack of [cancelAndUndo, cancelAndConfirm]) {
    // A lesson bought without expiry does not expire after two weeks.
    const room = await makeClassroom(services);
    const payment = await pay(room, 1);
    const lesson = await bookedLesson(services, room, 1, 25);
    await confirm(lesson.id);
    await comeBack(lesson.id, "Student");
    expect([await left(room), await expiring(room), await used(room, [lesson])]).toEqual([0, [], [null]]);
    await deleteLessonAsAdmin(asAdmin, { id: lesson.id });
    expect(await countUnusedLessons(services.db, payment.id)).toBe(1);
    expect(await faultsOf(room)).toEqual([]);
  }

  // A lesson of a package expires with the package.
  for (const comeBack of [cancelAndUndo, cancelAndConfirm, cancelAndRestoreMany]) {
    const room = await makeClassroom(services);
    const last = inDays(services, 40);
    await pay(room, 4, last);
    const lesson = await bookedLesson(services, room, 1, 25);
    await confirm(lesson.id);
    await comeBack(lesson.id, "Teacher");
    expect(await used(room, [lesson])).toEqual([last]);
    expect(await expiring(room)).toMatchObject([{ quantity: 3, expiresOn: last }]);
    expect(await faultsOf(room)).toEqual([]);
  }

  // The same for a lesson that was paid for after it had been booked.
  const owing = await makeClassroom(services);
  const booked = await bookedLesson(services, owing, 1, 25);
  await pay(owing, 1);
  await cancelAndConfirm(booked.id, "Student");
  expect([await left(owing), await expiring(owing)]).toEqual([0, []]);

  // If another lesson uses what was returned, that lesson can still be moved.
  const weekly = await makeClassroom(services);
  await pay(weekly, 2);
  const early = await bookedLesson(services, weekly, 1, 5);
  const late = await bookedLesson(services, weekly, 1, 25);
  await cancelAndUndo(late.id, "Student");
  await updateLessonAsAdmin(asAdmin, { id: early.id, date: inDays(services, 20) });
  expect([await left(weekly), await expiring(weekly)]).toEqual([0, []]);

  // It does not if the payment was deleted, or if the lesson moved to a day after the expiry.
  const other = await makeClassroom(services);
  const mistaken = await pay(other, 1);
  const unpaid = await bookedLesson(services, other, 1, 25);
  await cancel(unpaid.id);
  await voidPayment(asAdmin, { id: mistaken.id });
  await confirm(unpaid.id);
  expect(await left(other)).toBe(-1);

  const moved = await makeClassroom(services);
  await pay(moved, 2, inDays(services, 20));
  const later = await bookedLesson(services, moved, 1, 10);
  await cancel(later.id, "Teacher");
  await updateLessonAsAdmin(asAdmin, { id: later.id, date: inDays(services, 30) });
  await confirm(later.id);
  expect(await used(moved, [later])).toEqual([null]);
  expect(await expiring(moved)).toMatchObject([{ quantity: 1 }]);
  expect(await faultsOf(owing, weekly, other, moved)).toEqual([]);
});

test("what expires first is used first when a cancellation is taken back", async () => {
  await returnForTwoWeeks();
  const [soon, later] = [inDays(services, 20), inDays(services, 40)];

  // Bought meanwhile: what the lesson had used stays.
  const room = await makeClassroom(services);
  const staying = await pay(room, 1);
  const lesson = await bookedLesson(services, room, 1, 18);
  await cancel(lesson.id);
  await pay(room, 1, soon);
  await confirm(lesson.id);
  expect(await used(room, [lesson])).toEqual([soon]);
  expect(await countUnusedLessons(services.db, staying.id)).toBe(1);
  expect(await listExpiring(services.db, room.student.id)).toEqual([]);

  // What expires again is used by another lesson that was to use what stays.
  const other = await makeClassroom(services);
  await pay(other, 1, later);
  const first = await bookedLesson(services, other, 1, 18);
  await pay(other, 1);
  await cancel(first.id, "Teacher");
  const second = await bookedLesson(services, other, 2, 25);
  await pay(other, 1, soon);
  await confirm(first.id);
  expect(await used(other, [first, second])).toEqual([soon, later]);
  expect(await left(other)).toBe(1);
  expect(await faultsOf(room, other)).toEqual([]);
});

test("a past lesson whose cancellation is taken back uses again what has expired since its day", async () => {
  const room = await makeClassroom(services);
  const last = inDays(services, -2);
  const before = services.clock.time;
  try {
    services.clock.time = new Date(`${inDays(services, -10)}T12:00:00Z`);
    await pay(room, 2, last);
    await bookedLesson(services, room, 1, 6);
  } finally {
    services.clock.time = before;
  }
  await expireLessons(services);
  await pay(room, 1, inDays(services, 20));
  const lesson = await services.db.prisma.lesson.findFirstOrThrow({ where: { studentId: room.student.id } });
  await cancelAndConfirm(lesson.id, "Teacher");
  expect([await left(room), await used(room, [lesson])]).toEqual([1, [last]]);
  expect(await faultsOf(room)).toEqual([]);
});

test("a cancelled lesson that is owed returns nothing that expires", async () => {
  await returnForTwoWeeks();
  const released = async (room: Classroom) =>
    (await ledgerOf(room)).findLast(({ kind }) => kind === "release")?.expiresOn;

  // The one before it is paid for.
  const room = await makeClassroom(services);
  await pay(room, 1);
  await bookedLesson(services, room, 1, 20);
  const owed = await bookedLesson(services, room, 2, 25);
  await cancel(owed.id);
  expect([await released(room), await left(room)]).toEqual([null, 0]);

  // A later one was booked first with what is paid for.
  const other = await makeClassroom(services);
  await pay(other, 1);
  const weekly = await bookedLesson(services, other, 1, 25);
  const extra = await bookedLesson(services, other, 2, 20);
  await cancel(extra.id);
  expect([await released(other), await left(other)]).toEqual([null, 0]);
  await cancel(weekly.id);
  expect([await released(other), await left(other)]).toEqual([inDays(services, 14), 1]);

  // Of lessons that were booked before the payment, the first is paid for.
  const late = await makeClassroom(services);
  const [first, second, third] = [
    await bookedLesson(services, late, 1, 20),
    await bookedLesson(services, late, 2, 25),
    await bookedLesson(services, late, 3, 26),
  ];
  await pay(late, 1);
  for (const { id } of [second, third]) {
    await cancel(id);
    expect(await released(late)).toBeNull();
  }
  await cancel(first.id);
  expect([await released(late), await left(late)]).toEqual([inDays(services, 14), 1]);
  expect(await faultsOf(room, other, late)).toEqual([]);
});
