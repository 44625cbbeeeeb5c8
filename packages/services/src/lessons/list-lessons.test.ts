import { newId } from "@korki/db";
import type { LessonStatus } from "@korki/domain";
import { beforeAll, describe, expect, test } from "vitest";
import { type Classroom, makeClassroom } from "../testing/classroom";
import { openTestServices } from "../testing/test-services";
import { countAvailableLessons, listMyLessons, listMyNewestLessons, listMyWeek } from "./read-lessons";

const services = await openTestServices();
const { prisma } = services.db;
let room: Classroom;

const lesson = (date: string, block: number, status: LessonStatus, more: object = {}) => ({
  id: newId(),
  teacherId: room.teacher.id,
  studentId: room.student.id,
  date: new Date(`${date}T00:00:00Z`),
  block,
  subject: "Fizyka",
  level: "liceumR",
  title: "Fizyka",
  status,
  price: 100,
  rate: 70,
  ...more,
});

beforeAll(async () => {
  room = await makeClassroom(services);
  const stranger = await makeClassroom(services);
  await prisma.lesson.createMany({
    data: [
      lesson("2026-03-02", 4, "Potwierdzona"),
      lesson("2026-03-02", 2, "Nie potwierdzona"),
      lesson("2026-03-05", 0, "Potwierdzona"),
      lesson("2026-03-04", 0, "Nie potwierdzona", { deletedAt: new Date() }),
      lesson("2026-02-05", 1, "Zrealizowana"),
      lesson("2026-02-27", 1, "Uczen nieobecny"),
      lesson("2025-12-05", 1, "Odwolana przez ucznia"),
      lesson("2026-03-05", 7, "Odwolana przez nauczyciela", { cancelMessage: "Choroba" }),
      lesson("2026-03-05", 7, "Odwolana przez ucznia"),
      lesson("2026-03-03", 5, "Potwierdzona", {
        teacherId: stranger.teacher.id,
        studentId: stranger.student.id,
      }),
    ],
  });
});

const LIMIT = { limit: 50 };
const seen = ({ lessons }: { lessons: { date: string; block: number }[] }) =>
  lessons.map(({ date, block }) => `${date} ${block}`);

describe("own lessons", () => {
  test("a teacher reads those with one student, and none with a stranger's", async () => {
    const { asTeacher, student } = room;
    const stranger = await makeClassroom(services);
    const planned = { group: "planned", ...LIMIT } as const;
    const all = seen(await listMyLessons(asTeacher, planned));
    expect(seen(await listMyLessons(asTeacher, { ...planned, studentId: student.id }))).toEqual(all);
    expect(seen(await listMyLessons(asTeacher, { ...planned, studentId: stranger.student.id }))).toEqual([]);
  });

  test("planned: the next one first; finished: the latest first; deleted and foreign ones never", async () => {
    for (const ctx of [room.asStudent, room.asTeacher]) {
      expect(seen(await listMyLessons(ctx, { group: "planned", ...LIMIT }))).toEqual([
        "2026-03-02 2",
        "2026-03-02 4",
        "2026-03-05 0",
      ]);
      expect(seen(await listMyLessons(ctx, { group: "finished", ...LIMIT }))).toEqual([
        "2026-03-05 7",
        "2026-03-05 7",
        "2026-02-27 1",
        "2026-02-05 1",
        "2025-12-05 1",
      ]);
    }
  });

  test("in the other order", async () => {
    const page = await listMyLessons(room.asTeacher, { group: "finished", order: "asc", ...LIMIT });
    expect(seen(page)[0]).toBe("2025-12-05 1");
  });

  test.each([
    [{ day: 5 }, ["2026-03-05 7", "2026-03-05 7", "2026-02-05 1", "2025-12-05 1"]],
    [{ month: 2 }, ["2026-02-27 1", "2026-02-05 1"]],
    [{ year: 2025 }, ["2025-12-05 1"]],
    [{ year: 2026, month: 2 }, ["2026-02-27 1", "2026-02-05 1"]],
    [{ year: 2026, month: 2, day: 5 }, ["2026-02-05 1"]],
    [{ year: 2026, month: 12 }, []],
  ])("with the filter %j", async (filter, expected) => {
    expect(seen(await listMyLessons(room.asTeacher, { group: "finished", ...filter, ...LIMIT }))).toEqual(
      expected,
    );
  });

  test("delivered: no-shows among them, no cancelled ones; of a subject and level", async () => {
    const delivered = { group: "delivered", ...LIMIT } as const;
    const all = ["2026-02-27 1", "2026-02-05 1"];
    expect(seen(await listMyLessons(room.asTeacher, delivered))).toEqual(all);
    expect(seen(await listMyLessons(room.asTeacher, { ...delivered, subject: "Fizyka" }))).toEqual(all);
    for (const other of [{ subject: "Polski" }, { level: "liceumP" }] as const) {
      expect(seen(await listMyLessons(room.asTeacher, { ...delivered, ...other }))).toEqual([]);
    }
  });

  test.each(["asc", "desc"] as const)("page by page, %s, none twice and none left out", async (order) => {
    const whole = await listMyLessons(room.asStudent, { group: "finished", order, ...LIMIT });
    const turned = [];
    let cursor: string | null = null;
    do {
      const page: typeof whole = await listMyLessons(room.asStudent, {
        group: "finished",
        order,
        limit: 2,
        cursor,
      });
      turned.push(...page.lessons);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(turned).toEqual(whole.lessons);
    expect(whole.nextCursor).toBeNull();
  });

  test.each([
    "x",
    "2026-13-01.1.a",
    "2026-01-01.99.01970000-0000-7000-8000-000000000001",
    "....",
    `2026-01-01.0.${"-".repeat(36)}`,
  ])("a cursor that is none (%s) is bad input", async (cursor) => {
    await expect(
      listMyLessons(room.asStudent, { group: "finished", cursor, ...LIMIT }),
    ).rejects.toMatchObject({ code: "input" });
  });

  test("all in one list, by date", async () => {
    const { items, total } = await listMyNewestLessons(room.asStudent, { page: 1, pageSize: 1000 });
    expect(total).toBe(8);
    expect(seen({ lessons: items })).toEqual([
      "2025-12-05 1",
      "2026-02-05 1",
      "2026-02-27 1",
      "2026-03-02 2",
      "2026-03-02 4",
      "2026-03-05 0",
      "2026-03-05 7",
      "2026-03-05 7",
    ]);
  });

  test("in pages to its beginning: planned first, then finished from the latest on", async () => {
    const pageOf = async (page: number) => {
      const { items, total } = await listMyNewestLessons(room.asStudent, { page, pageSize: 3 });
      expect(total).toBe(8);
      return items.map(({ id }) => id);
    };
    const whole = await listMyNewestLessons(room.asStudent, { page: 1, pageSize: 1000 });
    const pages = await Promise.all([1, 2, 3, 4].map(pageOf));
    expect(pages.map((page) => page.length)).toEqual([3, 3, 2, 0]);
    expect(pages.flat().sort()).toEqual(whole.items.map(({ id }) => id).sort());
  });

  test("a row is whole, with both names and ISO timestamps", async () => {
    const { lessons } = await listMyLessons(room.asStudent, { group: "finished", day: 27, ...LIMIT });
    expect(lessons[0]).toEqual({
      id: expect.any(String),
      teacherId: room.teacher.id,
      studentId: room.student.id,
      teacherName: `${room.teacher.name} ${room.teacher.surname}`,
      studentName: `${room.student.name} ${room.student.surname}`,
      date: "2026-02-27",
      block: 1,
      subject: "Fizyka",
      level: "liceumR",
      title: "Fizyka",
      description: "",
      status: "Uczen nieobecny",
      cancelMessage: null,
      meetingLink: "",
      version: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      seriesId: null,
      pairId: null,
      partnerBlock: null,
      partnerStatus: null,
      studentContactId: room.student.id,
      closureOverridden: false,
      proposal: null,
      charged: false,
      lateDecision: null,
      outcomeAt: null,
    });
  });
});

test("a week has seven days, and a teacher's trial lessons", async () => {
  await prisma.trialLesson.createMany({
    data: [1, 8].map((day) => ({
      id: newId(),
      teacherId: room.teacher.id,
      date: new Date(`2026-03-0${day}T00:00:00Z`),
      block: 9,
      subject: "Fizyka",
      level: "liceumP",
      status: "Umowiona",
      name: "Jan",
      email: "jan@example.pl",
      studentPhone: "+48600100200",
    })),
  });
  const week = await listMyWeek(room.asTeacher, { from: "2026-03-02" });
  expect(seen(week)).toEqual([
    "2026-03-02 2",
    "2026-03-02 4",
    "2026-03-05 0",
    "2026-03-05 7",
    "2026-03-05 7",
  ]);
  expect(week.trials).toEqual([
    {
      id: expect.any(String),
      date: "2026-03-08",
      block: 9,
      subject: "Fizyka",
      level: "liceumP",
      name: "Jan",
      description: "",
      status: "Umowiona",
      meetingLink: "",
      version: 0,
    },
  ]);
  expect((await listMyWeek(room.asStudent, { from: "2026-03-02" })).trials).toEqual([]);
});

test("lessons left: paid for, less planned and delivered; voided-out payments do not count", async () => {
  const payment = (lessonAmount: number, more: object = {}) => ({
    id: newId(),
    studentId: room.student.id,
    moneyAmount: 100,
    lessonAmount,
    subject: "Fizyka",
    level: "liceumR",
    description: "wplata",
    ...more,
  });
  await prisma.payment.createMany({
    data: [payment(4), payment(9, { deletedAt: new Date() }), payment(2, { subject: "Polski" })],
  });
  expect(await countAvailableLessons(room.asStudent, {})).toEqual([
    { subject: "Fizyka", level: "liceumR", available: -1 },
    { subject: "Polski", level: "liceumR", available: 2 },
  ]);
});
