import type { SeriesBody } from "@korki/contracts/series";
import { beforeEach, describe, expect, test } from "vitest";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { bookingOf, makeClassroom } from "../testing/classroom";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { makeWeeklyLessons, type WeeklyLessons } from "../testing/weekly-lessons";
import { previewSeries } from "./create-series";

const services = await openTestServices();
const { prisma } = services.db;

let weekly: WeeklyLessons;

beforeEach(async () => {
  weekly = await makeWeeklyLessons(services);
});

describe("a preview", () => {
  test("names every date with the first reason that applies", async () => {
    await weekly.closeCentre("2026-12-01");
    await addClosure(weekly.asTeacher, {
      scope: "teacher",
      from: "2026-12-08",
      to: "2026-12-08",
      fromBlock: 9,
      toBlock: 9,
      label: "Lekarz",
      decisions: [],
    });
    await bookLesson(await weekly.otherStudent(), bookingOf(weekly.teacher, "2026-12-15", 9));
    expect(await weekly.outcomes(weekly.asStudent)).toEqual({
      "2026-11-24": "free",
      "2026-12-01": "closed",
      "2026-12-08": "teacher-absent",
      "2026-12-15": "teacher-busy",
      "2026-12-22": "free",
    });
  });

  test("reports a busy student, a block outside the week, and a block of today that has begun", async () => {
    const second = await makeClassroom(services);
    await prisma.teachingRelation.create({
      data: { studentId: weekly.student.id, teacherId: second.teacher.id },
    });
    await bookLesson(weekly.asStudent, bookingOf(second.teacher, "2026-11-24", 9));
    expect(await weekly.outcomes(weekly.asStudent)).toMatchObject({
      "2026-11-24": "student-busy",
      "2026-12-01": "free",
    });
    await prisma.availabilitySection.deleteMany({ where: { teacherId: weekly.teacher.id } });
    expect(Object.values(await weekly.outcomes(weekly.asStudent))).toContain("outside-availability");
    expect(Object.values(await weekly.outcomes(weekly.asAdmin))).not.toContain("outside-availability");
    const friday = { weekday: "pt" as const, block: 0, from: "2026-11-20", to: "2026-11-27" };
    expect(await weekly.outcomes(weekly.asStudent, friday)).toMatchObject({ "2026-11-20": "past" });
    expect(await weekly.outcomes(weekly.asAdmin, friday)).toMatchObject({ "2026-11-20": "free" });
  });

  test("goes to the end of the school year by default, and every second week on request", async () => {
    const { dates } = await previewSeries(weekly.asStudent, { ...weekly.body(), to: undefined });
    expect(dates.at(-1)?.date).toBe("2027-06-29");
    expect(Object.keys(await weekly.outcomes(weekly.asStudent, { everyWeeks: 2 }))).toEqual([
      "2026-11-24",
      "2026-12-08",
      "2026-12-22",
    ]);
  });

  test.each([
    ["in the past", { from: "2026-11-19" }],
    ["backwards", { to: "2026-11-23" }],
    ["of more than a year", { to: "2027-11-25" }],
    ["without a date", { from: "2026-11-25", to: "2026-11-30" }],
  ])("is refused for a period %s", async (_, change) => {
    await expect(previewSeries(weekly.asStudent, weekly.body(change))).rejects.toMatchObject({
      code: "input",
    });
  });

  test("is refused for others, strangers and subjects that are not taught", async () => {
    const stranger = await makePerson(services, "Student");
    const code = (ctx: ActorCtx, change: Partial<SeriesBody> = {}) =>
      previewSeries(ctx, weekly.body(change)).then(
        () => "fine",
        (error: { code: string }) => error.code,
      );
    expect(await code(weekly.asStudent, { studentId: stranger.id })).toBe("forbidden");
    expect(await code(personCtx(services, stranger), { studentId: stranger.id })).toBe("not_found");
    expect(await code(weekly.asTeacher, { studentId: stranger.id })).toBe("not_found");
    expect(await code(weekly.asAdmin, { studentId: stranger.id })).toBe("fine");
    await prisma.teacherSubject.deleteMany({ where: { teacherId: weekly.teacher.id } });
    expect(await code(weekly.asStudent)).toBe("conflict");
    expect(await code(weekly.asAdmin)).toBe("fine");
  });
});
