import type { AvailabilitySection } from "@korki/contracts/availability";
import { listHourCells, loadHours, newId, query, sql } from "@korki/db";
import { addDays, type CivilDate, lastSeriesDate, offeredBlocks, WEEKDAYS, weekdayOf } from "@korki/domain";
import { readNotification } from "@korki/notifications";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getDayBlocks } from "../admin-lessons/lesson-placement";
import { addClosure } from "../closures/add-closure";
import { bookLesson } from "../lessons/book-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { revalidate } from "../notifications/revalidate";
import { previewSeries } from "../series/create-series";
import {
  bookedLesson,
  bookingOf,
  inDays,
  makeClassroom,
  makeStudentOf,
  makeTeacher,
} from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { listFreeTrialSlots } from "../trial-lessons/landing";
import { listTeacherCandidates } from "../trial-lessons/trials";
import { findFreeDays } from "./availability";
import { deleteDay, listDays, saveDay } from "./day-hours";

const { services, prisma, asAdmin: admin } = await openTestCentre();

const DATE = inDays(services, 4);
const MORNINGS: AvailabilitySection[] = WEEKDAYS.map((day) => ({ day, startBlock: 0, endBlock: 1 }));
const only = (block: number) => [{ startBlock: block, endBlock: block }];

/** A teacher of mornings with a student. */
async function makeMornings() {
  const teacher = await makeTeacher(services, MORNINGS);
  const student = await makeStudentOf(services, teacher);
  return {
    teacher,
    student,
    asTeacher: personCtx(services, teacher),
    asStudent: personCtx(services, student),
  };
}

async function freeBlocks({ asStudent, teacher }: Awaited<ReturnType<typeof makeMornings>>, date: CivilDate) {
  const days = await findFreeDays(asStudent, { teacherId: teacher.id });
  return days.find((day) => day.date === date)?.blocks ?? [];
}

describe("hours of one date", () => {
  test("are added, replaced and taken back; the week stays", async () => {
    const room = await makeMornings();
    const { asTeacher, asStudent, teacher } = room;
    await saveDay(asTeacher, { date: DATE, replaces: false, sections: only(8) });
    expect(await freeBlocks(room, DATE)).toEqual([0, 1, 8]);
    expect(await freeBlocks(room, addDays(DATE, 7))).toEqual([0, 1]);
    await bookLesson(asStudent, bookingOf(teacher, DATE, 8));

    expect(await saveDay(asTeacher, { date: DATE, replaces: true, sections: only(5) })).toEqual({
      date: DATE,
      replaces: true,
      sections: only(5),
      lessonsOutside: [8],
    });
    expect(await freeBlocks(room, DATE)).toEqual([5]);
    await expect(bookLesson(asStudent, bookingOf(teacher, DATE, 0))).rejects.toMatchObject({
      code: "conflict",
    });

    await saveDay(asTeacher, { date: DATE, replaces: true, sections: [] });
    expect(await freeBlocks(room, DATE)).toEqual([]);
    expect(await listDays(asTeacher, { teacherId: teacher.id })).toMatchObject([
      { date: DATE, lessonsOutside: [8] },
    ]);
    expect(await listDays(asStudent, { teacherId: teacher.id })).toMatchObject([
      { sections: [], lessonsOutside: [] },
    ]);

    expect(await deleteDay(asTeacher, { date: DATE })).toEqual({ lessonsOutside: [8] });
    expect(await freeBlocks(room, DATE)).toEqual([0, 1]);
    expect(await listDays(asTeacher, { teacherId: teacher.id })).toEqual([]);
    const kept = await prisma.historyEntry.findMany({
      where: { entityId: teacher.id },
      orderBy: { id: "asc" },
    });
    expect(kept.map(({ action, changes }) => [action, changes])).toMatchObject([
      ["saveDay", { date: { to: DATE }, sections: { to: "+ 8-8" } }],
      ["saveDay", { sections: { from: "+ 8-8", to: "= 5-5" } }],
      ["saveDay", { sections: { to: "= " } }],
      ["deleteDay", { sections: { from: "= ", to: "" } }],
    ]);
  });

  test("decide for moves, series, administrators, trial lessons and results", async () => {
    const room = await makeMornings();
    const { asTeacher, asStudent, teacher } = room;
    await prisma.user.update({ where: { id: teacher.id }, data: { isWantMoreStudents: true } });
    await prisma.centreSettings.updateMany({ data: { offersTrialSlots: true } });
    const lesson = await bookedLesson(services, { ...room, asStudent }, 1, 3);
    await saveDay(asTeacher, { date: DATE, replaces: true, sections: only(9) });

    await expect(
      proposeReschedule(asStudent, { lessonId: lesson.id, date: DATE, block: 0 }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    await proposeReschedule(asStudent, { lessonId: lesson.id, date: DATE, block: 9 });

    const series = await previewSeries(asTeacher, {
      teacherId: teacher.id,
      studentId: room.student.id,
      subject: "Fizyka",
      level: "liceumP",
      weekday: weekdayOf(DATE),
      block: 9,
      from: DATE,
      to: addDays(DATE, 7),
      everyWeeks: 1,
      description: "",
    });
    expect(series.dates.map(({ outcome }) => outcome)).toEqual(["free", "outside-availability"]);

    const day = await getDayBlocks(admin, { teacherId: teacher.id, date: DATE });
    expect(day.filter(({ isAvailable }) => isAvailable).map(({ block }) => block)).toEqual([9]);

    const wanted = { subject: "Fizyka", level: "liceumP" } as const;
    const slots = (await listFreeTrialSlots(admin, wanted)).find(({ date }) => date === DATE);
    expect(slots?.blocks).toContain(9);
    const candidate = async (block: number) =>
      (await listTeacherCandidates(admin, { ...wanted, date: DATE, block })).find(
        ({ id }) => id === teacher.id,
      );
    expect(await candidate(9)).toMatchObject({ isAvailable: true });
    expect(await candidate(0)).toMatchObject({ isAvailable: false });

    const cells = () => listHourCells(services.db, { from: DATE, to: addDays(DATE, 1) });
    const offered = async (block: number) =>
      (await cells()).find((cell) => cell.block === block)?.offered ?? 0;
    const [before, atNine] = [await offered(0), await offered(9)];
    await deleteDay(asTeacher, { date: DATE });
    expect([await offered(0), await offered(9)]).toEqual([before + 1, atNine - 1]);
  });

  test("give way to a closure", async () => {
    const room = await makeMornings();
    await saveDay(room.asTeacher, { date: DATE, replaces: false, sections: only(8) });
    await addClosure(room.asTeacher, { scope: "teacher", from: DATE, to: DATE, label: "", decisions: [] });
    expect(await freeBlocks(room, DATE)).toEqual([]);
  });

  test("are set from today to 12 months ahead, by the teacher or an administrator who names one", async () => {
    const { asTeacher, asStudent, teacher } = await makeMornings();
    const today = inDays(services, 0);
    const free = { replaces: true, sections: [] };
    for (const date of [today, lastSeriesDate(today)]) await saveDay(asTeacher, { date, ...free });
    for (const date of [addDays(today, -1), addDays(lastSeriesDate(today), 1)]) {
      await expect(saveDay(asTeacher, { date, ...free })).rejects.toMatchObject({ code: "input" });
      await expect(deleteDay(asTeacher, { date })).rejects.toMatchObject({ code: "input" });
    }
    await expect(saveDay(admin, { date: DATE, ...free })).rejects.toMatchObject({ code: "input" });
    for (let time = 0; time < 2; time += 1)
      await saveDay(admin, { date: DATE, teacherId: teacher.id, ...free });
    const later = { date: addDays(DATE, 1), teacherId: teacher.id };
    await saveDay(admin, { ...later, replaces: false, sections: only(8) });
    await deleteDay(admin, later);
    const told = (await outboxOf(services, teacher.id)).filter(({ kind }) => kind === "hours-changed");
    const { date } = later;
    expect(told.map(({ facts }) => facts)).toEqual([
      { date: DATE, day: free },
      { date, day: { replaces: false, sections: only(8) } },
      { date, day: null },
    ]);
    const stillTrue = await Promise.all(
      told.map(async ({ kind, facts }) => {
        const stored = readNotification(kind, facts);
        return typeof stored !== "string" && (await revalidate(services, stored, teacher.id)) !== null;
      }),
    );
    expect(stillTrue).toEqual([true, false, true]);
    const other = personCtx(services, await makeTeacher(services));
    for (const [ctx, teacherId] of [
      [other, teacher.id],
      [admin, newId()],
      [admin, asStudent.actor.id],
    ] as const)
      await expect(saveDay(ctx, { date: DATE, teacherId, ...free })).rejects.toMatchObject({
        code: "not_found",
      });
    await expect(deleteDay(asTeacher, { date: addDays(DATE, 1) })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(listDays(other, { teacherId: teacher.id })).rejects.toMatchObject({ code: "not_found" });
    expect((await listDays(asStudent, { teacherId: teacher.id, from: DATE, to: DATE })).length).toBe(1);
  });

  test("a lesson that is booked while they go is in them, or refused", async () => {
    const { asTeacher, asStudent, teacher } = await makeClassroom(services);
    const [booked] = await Promise.allSettled([
      bookLesson(asStudent, bookingOf(teacher, DATE, 3)),
      saveDay(asTeacher, { date: DATE, replaces: true, sections: [] }),
    ]);
    const [day] = await listDays(asTeacher, { teacherId: teacher.id });
    expect(day?.lessonsOutside).toEqual(booked.status === "fulfilled" ? [3] : []);
  });

  test("mean the same in SQL and in the domain", async () => {
    const ranges = fc.array(
      fc
        .tuple(fc.nat(13), fc.nat(13))
        .map(([a, b]) => ({ startBlock: Math.min(a, b), endBlock: Math.max(a, b) })),
      { maxLength: 3 },
    );
    const schedule = fc.record({
      week: fc.dictionary(fc.constantFrom(...WEEKDAYS), fc.nat(13)),
      days: fc.uniqueArray(fc.record({ ahead: fc.nat(9), replaces: fc.boolean(), sections: ranges }), {
        selector: ({ ahead }) => ahead,
        maxLength: 5,
      }),
    });
    await fc.assert(
      fc.asyncProperty(schedule, async ({ week, days }) => {
        const teacher = await makeTeacher(
          services,
          Object.entries(week).map(([day, block]) => ({
            day: day as AvailabilitySection["day"],
            startBlock: Math.floor(block / 2),
            endBlock: block,
          })),
        );
        await prisma.dayHours.createMany({
          data: days.map(({ ahead, replaces }) => ({
            teacherId: teacher.id,
            date: new Date(`${inDays(services, ahead)}T00:00:00Z`),
            replaces,
          })),
        });
        await prisma.daySection.createMany({
          skipDuplicates: true,
          data: days.flatMap(({ ahead, sections }) =>
            sections.map((section) => ({
              ...section,
              teacherId: teacher.id,
              date: new Date(`${inDays(services, ahead)}T00:00:00Z`),
            })),
          ),
        });
        const hours = (await loadHours(services.db, [teacher.id])).get(teacher.id);
        const dates = Array.from({ length: 10 }, (_, ahead) => inDays(services, ahead));
        const rows = await query<{ slot: string }>(
          services.db,
          sql`SELECT date || ' ' || block AS slot FROM offered_blocks(${inDays(services, 0)}::date, ${inDays(services, 9)}::date)
               WHERE teacher_id = ${teacher.id}::uuid ORDER BY date, block`,
        );
        expect(rows.map(({ slot }) => slot)).toEqual(
          dates.flatMap((date) =>
            (hours ? offeredBlocks(hours, date) : []).map((block) => `${date} ${block}`),
          ),
        );
      }),
      { numRuns: 25 },
    );
  });
});
