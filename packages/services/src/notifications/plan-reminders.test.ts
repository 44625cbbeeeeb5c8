import { addDays, blockStart, type CivilDate, today } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { substituteTeacher } from "../admin-lessons/substitute-teacher";
import { bookLesson } from "../lessons/book-lesson";
import { cancelLesson } from "../lessons/cancel-lesson";
import { confirmLesson } from "../lessons/confirm-lesson";
import {
  bookedLesson,
  bookingOf,
  type Classroom,
  forceStatus,
  inDays,
  makeClassroom,
  makeTeacher,
} from "../testing/classroom";
import { makePerson, type Person, personCtx } from "../testing/people";
import { refuseRows } from "../testing/refuse-rows";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, NOW } from "../testing/weekly-lessons";
import { planReminders } from "./plan-reminders";

const services = await openTestServices({ BOOKING_HORIZON_DAYS: "60" });
const { prisma } = services.db;
const REMINDERS = ["lesson-reminder-day", "lesson-reminder-hour", "lesson-unconfirmed"];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let room: Classroom;
beforeEach(async () => {
  await prisma.notification.deleteMany();
  await prisma.personSlot.deleteMany();
  await prisma.lesson.updateMany({ data: { deletedAt: services.now() } });
  at("2026-11-16T09:00:00+01:00");
  room = await makeClassroom(services);
});

function at(instant: string | Date): void {
  services.clock.time = new Date(instant);
}
const before = (date: CivilDate, block: number, ms: number) =>
  at(new Date(blockStart(date, block).getTime() - ms));

/** Plans now, and answers with all reminders that there are, as kind, recipient and time. */
async function planned(): Promise<string[]> {
  await planReminders(services);
  const rows = await prisma.notification.findMany({
    where: { kind: { in: REMINDERS } },
    orderBy: { dueAt: "asc" },
  });
  return rows
    .map(
      ({ kind, recipientId, dueAt }) =>
        `${kind} ${recipientId === room.teacher.id ? "teacher" : "student"} ${dueAt.toISOString()}`,
    )
    .sort();
}

async function confirmed(days: number, block: number) {
  const lesson = await bookedLesson(services, room, block, days);
  return confirmLesson(room.asTeacher, { lessonId: lesson.id });
}

describe("a confirmed lesson", () => {
  test("is remembered to one side although the other's reminder cannot be written", async () => {
    const { date, block } = await confirmed(4, 9);
    await refuseRows(services, "notifications", `NEW.recipient_id = '${room.student.id}'`);
    before(date, block, 24 * HOUR - MINUTE);
    expect(await planned()).toEqual(["lesson-reminder-day teacher 2026-11-19T15:45:00.000Z"]);
  });

  test("is remembered to both sides a day and an hour before, once each", async () => {
    const { date, block } = await confirmed(4, 9);
    expect(await planned()).toEqual([]);
    before(date, block, 24 * HOUR - MINUTE);
    const day = [
      "lesson-reminder-day student 2026-11-19T15:45:00.000Z",
      "lesson-reminder-day teacher 2026-11-19T15:45:00.000Z",
    ];
    expect(await planned()).toEqual(day);
    expect(await planned()).toEqual(day);
    before(date, block, HOUR + 3 * MINUTE);
    const both = [
      ...day,
      "lesson-reminder-hour student 2026-11-20T14:45:00.000Z",
      "lesson-reminder-hour teacher 2026-11-20T14:45:00.000Z",
    ];
    expect(await planned()).toEqual(both);
    at("2026-11-20T15:00:00Z");
    expect(await planned()).toEqual(both);
  });

  test("that two plan for at once is remembered once", async () => {
    const { date, block } = await confirmed(4, 9);
    before(date, block, 23 * HOUR);
    await Promise.all([planned(), planned(), planned()]);
    expect(await planned()).toHaveLength(2);
  });

  test("agreed 30 minutes ahead has no reminder, agreed 10 hours ahead only the hour's", async () => {
    at("2026-11-16T14:15:00Z");
    const soon = await confirmed(0, 8);
    expect(soon.date).toBe(today(services.now()));
    before(soon.date, soon.block, 20 * MINUTE);
    expect(await planned()).toEqual([]);
    at("2026-11-16T20:00:00Z");
    const later = await confirmed(1, 0);
    before(later.date, later.block, HOUR);
    expect(await planned()).toEqual([
      "lesson-reminder-hour student 2026-11-17T05:00:00.000Z",
      "lesson-reminder-hour teacher 2026-11-17T05:00:00.000Z",
    ]);
  });

  test("is made up for after an outage, as far as the reminder is still true", async () => {
    const { date, block } = await confirmed(4, 9);
    before(date, block, 5 * HOUR);
    expect(await planned()).toHaveLength(2);
    await prisma.notification.deleteMany();
    before(date, block, 10 * MINUTE);
    expect((await planned()).every((each) => each.startsWith("lesson-reminder-hour"))).toBe(true);
    await prisma.notification.deleteMany();
    before(date, block, -MINUTE);
    expect(await planned()).toEqual([]);
  });

  test("that was called off has none", async () => {
    const lesson = await confirmed(4, 9);
    await cancelLesson(room.asStudent, { lessonId: lesson.id });
    before(lesson.date, lesson.block, 20 * HOUR);
    expect(await planned()).toEqual([]);
  });

  test("that was moved is planned for its new time, without reminders that had passed by then", async () => {
    const lesson = await confirmed(4, 9);
    before(lesson.date, lesson.block, 23 * HOUR);
    expect(await planned()).toHaveLength(2);
    // Two days later, and moved within a day of the new hour.
    await move(lesson.id, addDays(lesson.date, 2), 9);
    before(addDays(lesson.date, 2), 9, 23 * HOUR);
    expect((await planned()).filter((each) => each.includes("-day"))).toHaveLength(4);
    await move(lesson.id, addDays(lesson.date, 2), 4);
    expect((await planned()).filter((each) => each.includes("-day"))).toHaveLength(4);
    before(addDays(lesson.date, 2), 4, 30 * MINUTE);
    expect((await planned()).filter((each) => each.includes("-hour"))).toHaveLength(2);
  });

  test.each([
    ["2026-10-25", "2026-10-24T05:00:00.000Z", "2026-10-25T05:00:00.000Z"],
    ["2027-03-28", "2027-03-27T06:00:00.000Z", "2027-03-28T04:00:00.000Z"],
  ])("on %s, when clocks change, is remembered at the same hour of the clock", async (date, day, hour) => {
    at(`${addDays(date, -4)}T09:00:00Z`);
    await confirmed(4, 0);
    at(day);
    expect(await planned()).toContain(`lesson-reminder-day student ${day}`);
    at(hour);
    expect(await planned()).toContain(`lesson-reminder-hour student ${hour}`);
  });
});

test("a substitute is reminded of what is due after taking over, whoever was reminded before", async () => {
  const { id, date, block } = await confirmed(4, 9);
  const substitute = await makeTeacher(services);
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  const remindedOf = async (kind: string) => {
    await planReminders(services);
    const rows = await prisma.notification.findMany({ where: { kind } });
    return rows.map(({ recipientId }) => recipientId).toSorted();
  };
  before(date, block, 20 * HOUR);
  const both = [room.teacher.id, room.student.id].toSorted();
  expect(await remindedOf("lesson-reminder-day")).toEqual(both);
  before(date, block, HOUR + 3 * MINUTE);
  expect(await remindedOf("lesson-reminder-hour")).toEqual(both);
  before(date, block, HOUR + 2 * MINUTE);
  await substituteTeacher(asAdmin, { lessonId: id, teacherId: substitute.id });
  expect(await remindedOf("lesson-reminder-hour")).toEqual([...both, substitute.id].toSorted());
  // That time had passed.
  expect(await remindedOf("lesson-reminder-day")).toEqual(both);
});

describe("of a lesson that another teacher takes over", () => {
  let substitute: Person;
  beforeEach(async () => {
    substitute = await makeTeacher(services);
    for (const [at, { id }] of [room.teacher, substitute].entries())
      await prisma.user.update({ where: { id }, data: { telegramChatId: `${id}-${at}` } });
  });

  /** An administrator gives the lesson to a teacher. */
  const giveTo = async ({ id: teacherId }: Person, lessonId: string) =>
    substituteTeacher(personCtx(services, await makePerson(services, "Admin")), { lessonId, teacherId });

  /** Plans now, and answers with what of a kind there is for each of the two teachers. */
  const toldOf = async (kind: string) => {
    await planReminders(services);
    const rows = await prisma.notification.findMany({ where: { kind }, orderBy: { dueAt: "asc" } });
    const names = new Map([
      [room.teacher.id, "first"],
      [substitute.id, "substitute"],
    ]);
    return rows.map(({ recipientId, dueAt }) => [names.get(recipientId ?? ""), dueAt.toISOString()]);
  };

  test("the outcome is asked of who gave it, whoever was asked before, once each", async () => {
    const { id, date, block } = await confirmed(4, 9);
    const over = new Date(blockStart(date, block).getTime() + HOUR).toISOString();
    at(over);
    expect(await toldOf("lesson-outcome")).toEqual([["first", over]]);
    await giveTo(substitute, id);
    const both = [
      ["first", over],
      ["substitute", over],
    ];
    expect((await toldOf("lesson-outcome")).toSorted()).toEqual(both);
    expect((await toldOf("lesson-outcome")).toSorted()).toEqual(both);
    await giveTo(room.teacher, id);
    expect((await toldOf("lesson-outcome")).toSorted()).toEqual(both);
  });

  test("a substitute who has it before its end is asked alone", async () => {
    const { id, date, block } = await confirmed(4, 9);
    await giveTo(substitute, id);
    const over = new Date(blockStart(date, block).getTime() + HOUR).toISOString();
    at(over);
    expect(await toldOf("lesson-outcome")).toEqual([["substitute", over]]);
    expect(await toldOf("lesson-outcome")).toEqual([["substitute", over]]);
  });

  test("who takes it over is nudged 12 hours later and the day before, whoever was nudged before", async () => {
    const { id, date, block } = await bookedLesson(services, room, 9, 4);
    at("2026-11-16T20:00:00Z");
    const first = ["first", "2026-11-16T20:00:00.000Z"];
    expect(await toldOf("lesson-unconfirmed")).toEqual([first]);
    at("2026-11-17T09:00:00Z");
    await giveTo(substitute, id);
    expect(await toldOf("lesson-unconfirmed")).toEqual([first]);
    at("2026-11-17T21:00:00Z");
    const own = ["substitute", "2026-11-17T21:00:00.000Z"];
    expect(await toldOf("lesson-unconfirmed")).toEqual([first, own]);
    before(date, block, 24 * HOUR);
    const dayBefore = ["substitute", "2026-11-19T15:45:00.000Z"];
    expect(await toldOf("lesson-unconfirmed")).toEqual([first, own, dayBefore]);
    // That time had passed for who has it back, but 12 hours have not.
    before(date, block, 20 * HOUR);
    await giveTo(room.teacher, id);
    expect(await toldOf("lesson-unconfirmed")).toEqual([first, own, dayBefore]);
  });

  test("of a weekly lesson each teacher is nudged of the next one of theirs", async () => {
    const weekly = await makeWeeklyLessons(services);
    room = weekly;
    const { id: seriesId } = await weekly.book(weekly.asStudent);
    const [next] = await prisma.lesson.findMany({ where: { seriesId }, orderBy: { date: "asc" } });
    const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
    at(later(1));
    await giveTo(substitute, next?.id ?? "");
    at(later(13));
    expect(await toldOf("lesson-unconfirmed")).toEqual([
      ["first", later(12).toISOString()],
      ["substitute", later(13).toISOString()],
    ]);
  });
});

describe("a lesson that waits for its teacher", () => {
  test("nudges after 12 hours and the day before, never its student", async () => {
    const { date, block } = await bookedLesson(services, room, 9, 4);
    at("2026-11-16T19:00:00Z");
    expect(await planned()).toEqual([]);
    at("2026-11-16T19:58:00Z");
    const first = "lesson-unconfirmed teacher 2026-11-16T20:00:00.000Z";
    expect(await planned()).toEqual([first]);
    before(date, block, 24 * HOUR);
    expect(await planned()).toEqual([first, "lesson-unconfirmed teacher 2026-11-19T15:45:00.000Z"]);
    before(date, block, MINUTE);
    expect(await planned()).toHaveLength(2);
  });

  test("nudges once for all that was missed", async () => {
    const { date, block } = await bookedLesson(services, room, 9, 4);
    before(date, block, 3 * HOUR);
    expect(await planned()).toEqual(["lesson-unconfirmed teacher 2026-11-19T15:45:00.000Z"]);
    before(date, block, 2 * HOUR);
    expect(await planned()).toHaveLength(1);
    at(blockStart(date, block));
    await prisma.notification.deleteMany();
    expect(await planned()).toEqual([]);
  });

  test("stops when it is confirmed", async () => {
    const lesson = await bookedLesson(services, room, 9, 4);
    await confirmLesson(room.asTeacher, { lessonId: lesson.id });
    at("2026-11-17T09:00:00Z");
    expect(await planned()).toEqual([]);
  });
});

/** As an administrator's edit does it: the slot changes, and the history keeps it. */
async function move(lessonId: string, date: CivilDate, block: number): Promise<void> {
  const lesson = await prisma.lesson.update({
    where: { id: lessonId },
    data: { date: new Date(`${date}T00:00:00Z`), block, version: { increment: 1 } },
  });
  await prisma.historyEntry.create({
    data: {
      at: services.now(),
      entity: "lesson",
      entityId: lessonId,
      action: "edit",
      changes: { block: { from: 9, to: lesson.block }, date: { from: "2026-11-20", to: date } },
    },
  });
}

test("when a confirmed lesson is over its teacher is asked in the messenger how it went, once", async () => {
  const questions = async () => {
    await planReminders(services);
    const rows = await prisma.notification.findMany({ where: { kind: "lesson-outcome" } });
    return rows.map(({ recipientId, dueAt }) => [recipientId, dueAt.toISOString()]);
  };
  const { date, block } = await confirmed(4, 9);
  const start = blockStart(date, block).getTime();
  at(new Date(start + HOUR));
  // Without a messenger nobody is asked.
  expect(await questions()).toEqual([]);
  await prisma.user.update({ where: { id: room.teacher.id }, data: { telegramChatId: "77" } });
  at(new Date(start + HOUR - 6 * MINUTE));
  expect(await questions()).toEqual([]);
  const asked = [[room.teacher.id, new Date(start + HOUR).toISOString()]];
  at(new Date(start + HOUR - 4 * MINUTE));
  expect(await questions()).toEqual(asked);
  at(new Date(start + 6 * HOUR));
  expect(await questions()).toEqual(asked);
});

describe("of a double lesson", () => {
  /** What there is of a kind to one person: which hour it names, how many, and when it goes. */
  const told = async (kind: string, recipientId = room.teacher.id) => {
    await planReminders(services);
    const rows = await prisma.notification.findMany({
      where: { kind, recipientId },
      orderBy: { dueAt: "asc" },
    });
    return rows.map(({ facts, dueAt }) => {
      const { block, blocks = 1 } = facts as { block: number; blocks?: number };
      return [block, blocks, dueAt.toISOString()];
    });
  };
  const double = (block: number) =>
    bookLesson(room.asStudent, { ...bookingOf(room.teacher, inDays(services, 4), block), blocks: 2 });

  test("both hours nudge once, up to the last block of a day", async () => {
    const { date } = await double(12);
    at("2026-11-16T19:58:00Z");
    const first = [12, 2, "2026-11-16T20:00:00.000Z"];
    expect(await told("lesson-unconfirmed")).toEqual([first]);
    before(date, 13, 23 * HOUR);
    const both = [first, [12, 2, "2026-11-19T19:00:00.000Z"]];
    expect(await told("lesson-unconfirmed")).toEqual(both);
    before(date, 13, 30 * MINUTE);
    expect(await told("lesson-unconfirmed")).toEqual(both);
  });

  test("each hour tells of itself where one alone is confirmed", async () => {
    const { id, date } = await double(9);
    const later = await prisma.lesson.findFirstOrThrow({
      where: { studentId: room.student.id, deletedAt: null, id: { not: id } },
    });
    await confirmLesson(room.asTeacher, { lessonId: later.id, pair: "one" });
    before(date, 9, 20 * HOUR);
    expect(await told("lesson-unconfirmed")).toEqual([[9, 1, "2026-11-19T15:45:00.000Z"]]);
    expect(await told("lesson-reminder-day", room.student.id)).toEqual([[10, 1, "2026-11-19T16:50:00.000Z"]]);
  });

  test("the later hour is not told again when the earlier one has its outcome", async () => {
    const { id, date } = await double(9);
    await confirmLesson(room.asTeacher, { lessonId: id });
    before(date, 9, HOUR);
    const once = [[9, 2, "2026-11-20T14:45:00.000Z"]];
    expect(await told("lesson-reminder-hour")).toEqual(once);
    before(date, 10, MINUTE);
    await forceStatus(services, id, "Zrealizowana");
    for (const person of [room.teacher, room.student])
      expect(await told("lesson-reminder-hour", person.id)).toEqual(once);
  });

  test("the later hour is told of by itself when what told of both was skipped", async () => {
    const { id, date } = await double(9);
    await confirmLesson(room.asTeacher, { lessonId: id });
    before(date, 9, HOUR);
    const both = [9, 2, "2026-11-20T14:45:00.000Z"];
    expect(await told("lesson-reminder-hour")).toEqual([both]);
    // The earlier hour is given up before the reminder goes out, which is not true any more.
    await forceStatus(services, id, "Odwolana przez ucznia");
    await prisma.notification.updateMany({
      where: { kind: "lesson-reminder-hour" },
      data: { status: "skipped" },
    });
    before(date, 10, HOUR);
    const alone = [10, 1, "2026-11-20T15:50:00.000Z"];
    for (const person of [room.teacher, room.student])
      expect(await told("lesson-reminder-hour", person.id)).toEqual([both, alone]);
    // Once: what was sent is told.
    before(date, 10, MINUTE);
    expect(await told("lesson-reminder-hour")).toEqual([both, alone]);
  });

  test("both hours are remembered at once, and each is asked about when it is over", async () => {
    await prisma.user.update({ where: { id: room.teacher.id }, data: { telegramChatId: "78" } });
    const { id, date } = await double(9);
    await confirmLesson(room.asTeacher, { lessonId: id });
    const once = [[9, 2, "2026-11-20T14:45:00.000Z"]];
    for (const block of [9, 10]) {
      before(date, block, HOUR);
      expect(await told("lesson-reminder-hour")).toEqual(once);
    }
    before(date, 11, -HOUR);
    expect(await told("lesson-outcome")).toEqual([
      [9, 1, "2026-11-20T16:45:00.000Z"],
      [10, 1, "2026-11-20T17:50:00.000Z"],
    ]);
  });
});
