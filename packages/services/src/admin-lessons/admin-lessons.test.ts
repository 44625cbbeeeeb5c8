import { randomUUID } from "node:crypto";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { commonTexts } from "@korki/contracts/texts/common";
import { newId } from "@korki/db";
import { blockStart, type CivilDate, LESSON_STATUSES } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import { cancelLesson } from "../lessons/cancel-lesson";
import { setPrice } from "../prices/prices";
import { exportPerson } from "../privacy/personal-data";
import {
  bookedLesson,
  type Classroom,
  inDays,
  makeClassroom,
  notificationsFor,
  storedLesson,
} from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, type Person } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { actWithUndo, undoAct } from "../undo/undo";
import { createLesson, quoteLesson } from "./create-lesson";
import { deleteLessonAsAdmin } from "./delete-lesson";
import { getCalendar } from "./get-calendar";
import { getLessonForAdmin, listLessonsForAdmin } from "./get-lessons";
import { getDayBlocks } from "./lesson-placement";
import { updateLessonAsAdmin } from "./update-lesson";

const { services, prisma, asAdmin } = await openTestCentre();
const start = services.clock.time;
let room: Classroom;
beforeEach(async () => {
  services.clock.time = start;
  room = await makeClassroom(services);
});

function newLesson(block: number, date = inDays(services, 3)) {
  const { teacher, student } = room;
  const [subject, level] = ["Fizyka", "liceumR"] as const;
  return { teacherId: teacher.id, studentId: student.id, date, block, subject, level, description: "" };
}

test("a lesson starts unconfirmed, with its level's pair of prices, and notifies both", async () => {
  const lesson = await createLesson(asAdmin, newLesson(4));
  expect(lesson).toMatchObject({
    status: "Nie potwierdzona",
    title: "Fizyka",
    price: 100,
    rate: 70,
    version: 0,
  });
  for (const person of [room.teacher, room.student]) {
    expect(await notificationsFor(services, person)).toEqual(["lesson-added-by-admin"]);
  }
});

test("quotes what a lesson would cost, and what the student has left for it", async () => {
  const { teacher, student } = room;
  const pair = { teacherId: teacher.id, studentId: student.id, subject: "Fizyka", level: "liceumR" } as const;
  expect(await quoteLesson(asAdmin, pair)).toEqual({ price: 100, rate: 70, available: 0 });
  await createLesson(asAdmin, newLesson(4));
  await setPrice(asAdmin, { studentId: student.id, teacherId: null, level: "liceumR", price: 85, rate: 60 });
  expect(await quoteLesson(asAdmin, pair)).toEqual({ price: 85, rate: 60, available: -1 });
  await expect(quoteLesson(asAdmin, { ...pair, studentId: teacher.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a lesson may be in the past, and then notifies nobody", async () => {
  const lesson = await createLesson(asAdmin, newLesson(4, inDays(services, -30)));
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Zrealizowana" });
  expect(await notificationsFor(services, room.student)).toEqual([]);
});

test("no date that does not exist, no year outside the plan", async () => {
  for (const date of ["2026-02-30", "2025-02-29", "2031-01-01", "2023-12-31", ""]) {
    await expect(createLesson(asAdmin, newLesson(4, date))).rejects.toMatchObject({
      code: "input",
      message: adminLessonTexts.invalidDay,
    });
  }
  const lesson = await createLesson(asAdmin, newLesson(4, "2028-02-29"));
  expect(lesson.date).toBe("2028-02-29");
});

test("no overlap, neither for the teacher nor for the student", async () => {
  await createLesson(asAdmin, newLesson(4));
  const other = await makeClassroom(services);
  await expect(createLesson(asAdmin, { ...newLesson(4), studentId: other.student.id })).rejects.toMatchObject(
    { code: "conflict", message: adminLessonTexts.teacherBusy },
  );
  await expect(createLesson(asAdmin, { ...newLesson(4), teacherId: other.teacher.id })).rejects.toMatchObject(
    { code: "conflict", message: adminLessonTexts.studentBusy },
  );
});

test("people of another role are not found, disabled ones get nothing new ahead of them", async () => {
  const { teacher, student } = room;
  const swapped = { teacherId: student.id, studentId: teacher.id };
  await expect(createLesson(asAdmin, { ...newLesson(4), ...swapped })).rejects.toMatchObject({
    code: "not_found",
  });
  await services.db.prisma.user.update({ where: { id: teacher.id }, data: { isDisabled: true } });
  await expect(createLesson(asAdmin, newLesson(4))).rejects.toMatchObject({ code: "conflict" });
  await createLesson(asAdmin, newLesson(4, inDays(services, -3)));
});

test.each(["teacher", "student"] as const)(
  "a disabled %s's lesson is not moved ahead nor planned again; everything else may be noted",
  async (who) => {
    const { id } = await createLesson(asAdmin, newLesson(4));
    await services.db.prisma.user.update({ where: { id: room[who].id }, data: { isDisabled: true } });
    const message = adminLessonTexts[`${who}Disabled`];
    const refused = { code: "conflict", message };
    await expect(updateLessonAsAdmin(asAdmin, { id, block: 5 })).rejects.toMatchObject(refused);
    for (const status of ["Potwierdzona", "Odwolana przez ucznia"] as const) {
      await updateLessonAsAdmin(asAdmin, { id, status, description: status });
    }
    await expect(updateLessonAsAdmin(asAdmin, { id, status: "Potwierdzona" })).rejects.toMatchObject(refused);
    await updateLessonAsAdmin(asAdmin, { id, status: "Zrealizowana", date: inDays(services, -3) });
  },
);

test.each(["teacher", "student"] as const)(
  "no status between two edits plans a disabled %s's lesson again, nor moves it ahead",
  async (who) => {
    const cancelled = await createLesson(asAdmin, newLesson(4));
    await updateLessonAsAdmin(asAdmin, { id: cancelled.id, status: "Odwolana przez ucznia" });
    const planned = await createLesson(asAdmin, newLesson(5));
    const past = await createLesson(asAdmin, newLesson(5, inDays(services, -3)));
    await services.db.prisma.user.update({ where: { id: room[who].id }, data: { isDisabled: true } });
    const refused = { code: "conflict", message: adminLessonTexts[`${who}Disabled`] };
    const outcome = { status: "Zrealizowana" } as const;
    await updateLessonAsAdmin(asAdmin, { id: cancelled.id, ...outcome });
    await updateLessonAsAdmin(asAdmin, { id: planned.id, ...outcome, block: 6 });
    for (const { id } of [cancelled, planned]) {
      await expect(updateLessonAsAdmin(asAdmin, { id, status: "Potwierdzona" })).rejects.toMatchObject(
        refused,
      );
    }
    const ahead = { id: past.id, ...outcome, date: inDays(services, 4) };
    await expect(updateLessonAsAdmin(asAdmin, ahead)).rejects.toMatchObject(refused);
  },
);

test("any of the six statuses, from any of them, and the slot follows", async () => {
  const { id } = await createLesson(asAdmin, newLesson(4));
  for (const from of LESSON_STATUSES) {
    for (const to of LESSON_STATUSES) {
      if (from === to) continue;
      await services.db.prisma.lesson.update({ where: { id }, data: { status: from } });
      expect((await updateLessonAsAdmin(asAdmin, { id, status: to })).status).toBe(to);
      const { slot } = await storedLesson(services, id);
      expect(slot === null).toBe(to.startsWith("Odwolana"));
    }
  }
});

test("the reason of a cancellation is gone once the lesson counts as cancelled by the other side", async () => {
  const { id } = await bookedLesson(services, room, 4);
  await cancelLesson(room.asTeacher, { lessonId: id, reason: "Moja choroba" });
  const edit = await updateLessonAsAdmin(asAdmin, { id, description: "Ułamki zwykłe" });
  expect(edit.cancelMessage).toBe("Moja choroba");
  const other = await updateLessonAsAdmin(asAdmin, { id, status: "Odwolana przez ucznia" });
  expect(other.cancelMessage).toBeNull();
  const copy = await exportPerson(asAdmin, { userId: room.student.id });
  expect(copy.lessons).toMatchObject([{ status: "Odwolana przez ucznia", cancel_message: null }]);
});

test("taking a cancellation back needs the slot to be free still", async () => {
  const { id } = await createLesson(asAdmin, newLesson(4));
  await updateLessonAsAdmin(asAdmin, { id, status: "Odwolana przez ucznia" });
  await createLesson(asAdmin, newLesson(4));
  await expect(updateLessonAsAdmin(asAdmin, { id, status: "Potwierdzona" })).rejects.toMatchObject({
    code: "conflict",
    message: adminLessonTexts.teacherBusy,
  });
  expect(await storedLesson(services, id)).toMatchObject({ status: "Odwolana przez ucznia", slot: null });
});

test("an edit that changes nothing says so", async () => {
  const lesson = await createLesson(asAdmin, newLesson(4));
  const { id, date, block, status, description } = lesson;
  for (const edit of [{ id }, { id, date, block, status, description }]) {
    await expect(updateLessonAsAdmin(asAdmin, edit)).rejects.toMatchObject({
      code: "input",
      message: adminLessonTexts.nothingChanged,
    });
  }
  expect(await storedLesson(services, id)).toMatchObject({ version: 0 });
});

test("a lesson moves to any free block and notifies both", async () => {
  const lesson = await bookedLesson(services, room, 5);
  const moved = await updateLessonAsAdmin(asAdmin, {
    id: lesson.id,
    version: 0,
    date: inDays(services, 60),
    block: 13,
  });
  expect(moved).toMatchObject({ date: inDays(services, 60), block: 13, version: 1 });
  expect(await notificationsFor(services, room.student)).toEqual(["lesson-moved"]);
  expect(await notificationsFor(services, room.teacher)).toEqual(["lesson-booked", "lesson-moved"]);
});

test("moves one after another are told as one, from the slot that people know", async () => {
  const { id, date } = await bookedLesson(services, room, 5);
  const drag = (block: number) => {
    const undoId = newId();
    return actWithUndo(asAdmin, undoId, { lessonId: id }, (on) =>
      updateLessonAsAdmin(on, { id, block }),
    ).then(() => undoId);
  };
  const waiting = async (person: Pick<Person, "id">) =>
    (
      await prisma.notification.findMany({
        where: { recipientId: person.id, kind: "lesson-moved", status: "pending" },
        orderBy: { id: "asc" },
      })
    ).map(({ facts, dueAt }) => ({ facts, dueAt }));
  await drag(6);
  services.clock.time = new Date(start.getTime() + 8_000);
  const undoId = await drag(7);
  for (const person of [room.teacher, room.student]) {
    const dueAt = new Date(start.getTime() + 20_000);
    expect(await waiting(person)).toMatchObject([
      { dueAt, facts: { date, block: 6, fromDate: date, fromBlock: 5 } },
      { dueAt, facts: { date, block: 7, fromDate: date, fromBlock: 5 } },
    ]);
  }
  // First the waiting message is true again, then neither is.
  await undoAct(asAdmin, { id: undoId });
  await drag(7);
  await drag(6);
  await drag(5);
  for (const person of [room.teacher, room.student]) {
    expect(await waiting(person)).toMatchObject([{ facts: { block: 6 } }, { facts: { block: 7 } }]);
  }
  await prisma.notification.updateMany({ where: { recipientId: room.teacher.id }, data: { status: "sent" } });
  await drag(8);
  expect(await waiting(room.teacher)).toMatchObject([{ facts: { block: 8, fromBlock: 5 } }]);
  await prisma.notification.updateMany({ where: { recipientId: room.teacher.id }, data: { status: "sent" } });
  await drag(9);
  expect(await waiting(room.teacher)).toMatchObject([{ facts: { block: 9, fromBlock: 8 } }]);
  expect((await waiting(room.student)).at(-1)).toMatchObject({ facts: { block: 9, fromBlock: 5 } });
});

test("an administrator's confirmation or cancellation notifies the people", async () => {
  const lesson = await bookedLesson(services, room, 5);
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Potwierdzona" });
  expect((await storedLesson(services, lesson.id)).confirmedAt).toEqual(services.now());
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Odwolana przez nauczyciela" });
  expect(await notificationsFor(services, room.student)).toEqual([
    "lesson-confirmed",
    "lesson-cancelled-by-admin",
  ]);
  expect(await notificationsFor(services, room.teacher)).toEqual([
    "lesson-booked",
    "lesson-cancelled-by-admin",
  ]);
});

test.each(["Potwierdzona", "Nie potwierdzona"] as const)(
  "a cancelled lesson that an administrator sets to %s is on again for both people and who pays",
  async (status) => {
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, room.student, { isPayer: true });
    const lesson = await bookedLesson(services, room, 5);
    await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Odwolana przez nauczyciela" });
    await updateLessonAsAdmin(asAdmin, { id: lesson.id, status });
    for (const person of [room.teacher, room.student, parent]) {
      const told = await notificationsFor(services, person);
      expect(told.filter((kind) => kind !== "lesson-booked").toSorted()).toEqual([
        "lesson-cancelled-by-admin",
        "lessons-changed-by-admin",
      ]);
    }
    await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Odwolana przez ucznia" });
    await updateLessonAsAdmin(asAdmin, { id: lesson.id, status, block: 6 });
    for (const person of [room.teacher, room.student, parent]) {
      expect(await notificationsFor(services, person)).toContain("lesson-moved");
    }
  },
);

test("a cancelled lesson that an administrator marks as held after all is told to its people", async () => {
  const lesson = await bookedLesson(services, room, 5);
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Odwolana przez nauczyciela" });
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Zrealizowana" });
  for (const person of [room.teacher, room.student]) {
    expect((await notificationsFor(services, person)).at(-1)).toBe("lessons-changed-by-admin");
  }
});

test("a confirmation that an administrator takes back is told to both", async () => {
  const lesson = await bookedLesson(services, room, 5);
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Potwierdzona" });
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Nie potwierdzona" });
  for (const person of [room.teacher, room.student]) {
    expect((await notificationsFor(services, person)).at(-1)).toBe("lessons-changed-by-admin");
  }
});

test("a deleted lesson is gone from every list; its history is not", async () => {
  const lesson = await bookedLesson(services, room, 5);
  await deleteLessonAsAdmin(asAdmin, { id: lesson.id });
  await expect(getLessonForAdmin(asAdmin, lesson)).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteLessonAsAdmin(asAdmin, lesson)).rejects.toMatchObject({ code: "not_found" });
  await expect(updateLessonAsAdmin(asAdmin, { id: lesson.id, block: 6 })).rejects.toMatchObject({
    code: "not_found",
  });
  const day = { from: lesson.date, to: lesson.date, teacherId: room.teacher.id };
  expect(await getCalendar(asAdmin, day)).toEqual([]);
  const history = await services.db.prisma.historyEntry.findMany({ where: { entityId: lesson.id } });
  expect(history.map(({ action }) => action)).toEqual(["book", "delete"]);
  expect(await notificationsFor(services, room.student)).toEqual(["lesson-cancelled-by-admin"]);
});

test("a lesson that is deleted after its start is told to its people until it is over", async () => {
  const parent = await makePerson(services, "Parent");
  await makeGuardian(services, parent, room.student, { isPayer: true });
  const people = [room.teacher, room.student, parent];
  const toldOf = async (deletedAt: (date: CivilDate, block: number) => Date) => {
    const { id, date, block } = await createLesson(asAdmin, newLesson(5));
    services.clock.time = deletedAt(date, block);
    await deleteLessonAsAdmin(asAdmin, { id });
    services.clock.time = start;
    const rows = await prisma.notification.findMany({
      where: { recipientId: { in: people.map((person) => person.id) }, kind: "lesson-cancelled-by-admin" },
    });
    return rows
      .filter(({ facts }) => (facts as { lessonId: string }).lessonId === id)
      .map(({ facts }) => facts);
  };
  const begun = await toldOf((date, block) => new Date(blockStart(date, block).getTime() + 60_000));
  expect(begun).toHaveLength(people.length);
  expect(begun).toMatchObject(people.map(() => ({ charged: false, reason: null })));
  expect(await toldOf((date, block) => new Date(blockStart(date, block).getTime() + 3_600_000))).toEqual([]);
});

test("two administrators edit one lesson: the later edit is a conflict", async () => {
  const lesson = await createLesson(asAdmin, newLesson(4));
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, version: lesson.version, block: 5 });
  await expect(
    updateLessonAsAdmin(asAdmin, { id: lesson.id, version: lesson.version, block: 6 }),
  ).rejects.toMatchObject({ code: "conflict", message: commonTexts.changedMeanwhile });
});

test("two edits at the same moment without a version: no write is lost silently", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await createLesson(asAdmin, newLesson(round));
    const outcomes = await Promise.allSettled(
      ["a", "b", "c", "d"].map((description) => updateLessonAsAdmin(asAdmin, { id, description })),
    );
    const won = outcomes.filter(({ status }) => status === "fulfilled").length;
    const { version } = await storedLesson(services, id);
    expect(version).toBe(won);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
    }
  }
});

test("moving two lessons onto each other's block never hangs and never overlaps", async () => {
  const [a, b] = [await createLesson(asAdmin, newLesson(2)), await createLesson(asAdmin, newLesson(3))];
  const outcomes = await Promise.allSettled([
    updateLessonAsAdmin(asAdmin, { id: a.id, block: 3 }),
    updateLessonAsAdmin(asAdmin, { id: b.id, block: 2 }),
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
  }
  const slots = await services.db.prisma.personSlot.findMany({ where: { personId: room.teacher.id } });
  expect(new Set(slots.map(({ block }) => block)).size).toBe(2);
});

test("lists are filtered, paged and counted", async () => {
  const { teacher, student } = room;
  for (let block = 0; block < 5; block += 1) await createLesson(asAdmin, newLesson(block, "2026-03-29"));
  await createLesson(asAdmin, newLesson(0, "2027-03-01"));
  const of = {
    teacherId: teacher.id,
    studentId: student.id,
    direction: "asc" as const,
    page: 1,
    pageSize: 2,
  };
  const first = await listLessonsForAdmin(asAdmin, { ...of, month: 3, year: 2026 });
  expect(first).toMatchObject({ total: 5, page: 1, pageSize: 2 });
  expect(first.items.map(({ block }) => block)).toEqual([0, 1]);
  expect((await listLessonsForAdmin(asAdmin, { ...of, page: 3, year: 2026 })).items).toHaveLength(1);
  expect((await listLessonsForAdmin(asAdmin, { ...of, month: 3 })).total).toBe(6);
  expect((await listLessonsForAdmin(asAdmin, { ...of, day: 1 })).items.map(({ date }) => date)).toEqual([
    "2027-03-01",
  ]);
  expect((await listLessonsForAdmin(asAdmin, { ...of, day: 29, month: 3, year: 2026 })).total).toBe(5);
  expect((await listLessonsForAdmin(asAdmin, { ...of, day: 31, month: 2, year: 2026 })).total).toBe(0);
  expect((await listLessonsForAdmin(asAdmin, { ...of, day: 1, year: 2027 })).total).toBe(1);
  expect((await listLessonsForAdmin(asAdmin, { ...of, studentId: randomUUID() })).total).toBe(0);
  const { items } = await listLessonsForAdmin(asAdmin, { ...of, direction: "desc" });
  expect(items[0]?.date).toBe("2027-03-01");
});

test("a day's blocks show who is busy and what is inside the availability", async () => {
  const date = inDays(services, 3);
  const lesson = await createLesson(asAdmin, newLesson(4, date));
  const other = await makeClassroom(services);
  const asked = { teacherId: room.teacher.id, date };
  const blocks = await getDayBlocks(asAdmin, asked);
  expect(blocks).toHaveLength(14);
  expect(blocks[4]).toEqual({
    block: 4,
    isAvailable: true,
    teacherBusy: true,
    studentBusy: false,
    held: null,
    closed: null,
  });
  const forStudent = await getDayBlocks(asAdmin, {
    ...asked,
    teacherId: other.teacher.id,
    studentId: room.student.id,
  });
  expect(forStudent[4]).toMatchObject({ teacherBusy: false, studentBusy: true });
  const editing = await getDayBlocks(asAdmin, { ...asked, exceptLessonId: lesson.id });
  expect(editing[4]).toMatchObject({ teacherBusy: false });
  await expect(getDayBlocks(asAdmin, { ...asked, teacherId: room.student.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("the calendar shows a stretch of days, six weeks at most", async () => {
  const lesson = await createLesson(asAdmin, newLesson(4));
  const { teacher } = room;
  const entries = await getCalendar(asAdmin, { from: lesson.date, to: lesson.date, teacherId: teacher.id });
  expect(entries).toMatchObject([{ kind: "lesson", id: lesson.id, teacher: { id: teacher.id }, block: 4 }]);
  for (const [from, to] of [
    ["2026-01-01", "2026-02-12"],
    ["2026-01-02", "2026-01-01"],
  ] as const) {
    await expect(getCalendar(asAdmin, { from, to })).rejects.toMatchObject({ code: "input" });
  }
});

test("the history of a lesson shows who did what", async () => {
  const lesson = await bookedLesson(services, room, 5);
  await updateLessonAsAdmin(asAdmin, { id: lesson.id, status: "Potwierdzona", description: "Granice" });
  const { history } = await getLessonForAdmin(asAdmin, { id: lesson.id });
  expect(history).toMatchObject([
    {
      action: "update",
      actor: { id: asAdmin.actor.id, role: "Admin" },
      changes: expect.arrayContaining([{ field: "status", from: "Nie potwierdzona", to: "Potwierdzona" }]),
    },
    { action: "book", actor: { id: room.student.id, role: "Student" } },
  ]);
});
