import { newId } from "@korki/db";
import {
  type AvailabilitySection,
  addDays,
  blockStart,
  checkSections,
  slotKey,
  today,
  WEEKDAYS,
  weekdayOf,
} from "@korki/domain";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bookLesson } from "../lessons/book-lesson";
import {
  bookedLesson,
  bookingOf,
  inDays,
  makeClassroom,
  makeStudentOf,
  makeTeacher,
} from "../testing/classroom";
import { personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { findFreeDays, getAvailability, saveAvailability } from "./availability";

const { services, prisma, asAdmin: admin } = await openTestCentre();

describe("a week of availability", () => {
  test("takes the place of the one before, is kept in the history, and leaves lessons alone", async () => {
    const room = await makeClassroom(services);
    const lesson = await bookedLesson(services, room, 5);
    const week = [
      { day: "wt", startBlock: 4, endBlock: 4 },
      { day: "pon", startBlock: 7, endBlock: 9 },
      { day: "pon", startBlock: 0, endBlock: 1 },
    ] as const;
    const [tuesday, late, early] = week;
    expect(await saveAvailability(room.asTeacher, week)).toEqual([early, late, tuesday]);
    for (const reader of [room.asTeacher, room.asStudent, admin]) {
      expect(await getAvailability(reader, { teacherId: room.teacher.id })).toEqual([early, late, tuesday]);
    }
    expect(await prisma.historyEntry.findMany({ where: { entityId: room.teacher.id } })).toMatchObject([
      { action: "save", changes: { sections: { to: "pon 0-1, pon 7-9, wt 4-4" } } },
    ]);
    expect(await prisma.lesson.findUnique({ where: { id: lesson.id } })).toMatchObject({ version: 0 });
    await saveAvailability(room.asTeacher, week);
    expect(await prisma.historyEntry.count({ where: { entityId: room.teacher.id } })).toBe(1);
  });

  test("is not shown to a stranger, exactly as if there were no such teacher", async () => {
    const { asStudent, asTeacher } = await makeClassroom(services);
    const other = await makeTeacher(services);
    for (const teacherId of [other.id, asStudent.actor.id, newId()]) {
      for (const ctx of [asStudent, asTeacher]) {
        await expect(getAvailability(ctx, { teacherId })).rejects.toMatchObject({ code: "not_found" });
        await expect(findFreeDays(ctx, { teacherId })).rejects.toMatchObject({ code: "not_found" });
      }
    }
  });

  test("two savings at once leave one of the two weeks, not a mixture", async () => {
    const { asTeacher, teacher } = await makeClassroom(services);
    const weeks = WEEKDAYS.map((day) => [{ day, startBlock: 1, endBlock: 2 }]);
    await Promise.all(weeks.map((week) => saveAvailability(asTeacher, week)));
    expect(weeks).toContainEqual(await getAvailability(asTeacher, { teacherId: teacher.id }));
  });
});

describe("free days", () => {
  test("a disabled teacher has none to give to a student, but an admin sees them", async () => {
    const { asStudent, teacher } = await makeClassroom(services);
    await prisma.user.update({ where: { id: teacher.id }, data: { isDisabled: true } });
    await expect(findFreeDays(asStudent, { teacherId: teacher.id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await findFreeDays(admin, { teacherId: teacher.id })).not.toEqual([]);
  });

  test("leave out what is booked at once, and what the asking student has elsewhere", async () => {
    const { asStudent, asTeacher, teacher, student } = await makeClassroom(services);
    const second = await makeTeacher(services);
    await prisma.teachingRelation.create({ data: { studentId: student.id, teacherId: second.id } });
    const date = inDays(services, 2);
    await bookLesson(asStudent, bookingOf(teacher, date, 3));
    await bookLesson(asStudent, bookingOf(second, date, 7));
    const blocksOf = async (ctx: typeof asStudent, forLessonId?: string) =>
      (await findFreeDays(ctx, { teacherId: teacher.id, forLessonId })).find((day) => day.date === date)
        ?.blocks;
    expect(await blocksOf(asStudent)).toEqual([0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13]);
    expect(await blocksOf(asTeacher)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  test("for moving a lesson, both its people see when both are free, even after their relation ended", async () => {
    const room = await makeClassroom(services);
    const { asStudent, asTeacher, teacher, student } = room;
    const lesson = await bookedLesson(services, room, 3);
    const second = await makeTeacher(services);
    await prisma.teachingRelation.create({ data: { studentId: student.id, teacherId: second.id } });
    await bookLesson(asStudent, bookingOf(second, lesson.date, 7));
    await prisma.teachingRelation.deleteMany({ where: { teacherId: teacher.id } });
    await expect(findFreeDays(asStudent, { teacherId: teacher.id })).rejects.toMatchObject({
      code: "not_found",
    });
    for (const ctx of [asStudent, asTeacher]) {
      const days = await findFreeDays(ctx, { teacherId: teacher.id, forLessonId: lesson.id });
      const blocks = days.find(({ date }) => date === lesson.date)?.blocks;
      expect(blocks).toEqual([0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13]);
    }
    const stranger = personCtx(services, await makeStudentOf(services));
    await expect(
      findFreeDays(stranger, { teacherId: teacher.id, forLessonId: lesson.id }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("equal a naive oracle on 1,000 generated schedules, days of clock changes included", async () => {
    const section = fc.tuple(fc.constantFrom(...WEEKDAYS), fc.nat(13), fc.nat(13)).map(
      ([day, a, b]): AvailabilitySection => ({
        day,
        startBlock: Math.min(a, b),
        endBlock: Math.max(a, b),
      }),
    );
    const schedule = fc.record({
      sections: fc.array(section, { maxLength: 6 }).filter((all) => checkSections(all) === null),
      now: fc
        .constantFrom("2026-03-25", "2026-10-20", "2026-12-20", "2028-02-20")
        .chain((day) =>
          fc.nat(24 * 60 - 1).map((minute) => new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000)),
        ),
      taken: fc.uniqueArray(
        fc.record({ day: fc.integer({ min: -1, max: 30 }), block: fc.nat(13), whose: fc.nat(2) }),
        { maxLength: 12, selector: ({ day, block }) => `${day}#${block}` },
      ),
    });
    const SIDE_BY_SIDE = 25;
    const places = await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async () => {
        const [teacher, other] = [await makeTeacher(services, []), await makeTeacher(services, [])];
        const [student, stranger] = [await makeStudentOf(services, teacher), await makeStudentOf(services)];
        return { teacher, other, student, stranger };
      }),
    );

    await fc.assert(
      fc.asyncProperty(
        fc.array(schedule, { minLength: SIDE_BY_SIDE, maxLength: SIDE_BY_SIDE }),
        async (schedules) => {
          const cases = places.map((people, index) => ({ ...people, ...(schedules[index] ?? NOTHING) }));
          const lessonsOf = ({ teacher, other, student, stranger, now, taken }: (typeof cases)[number]) =>
            taken.map(({ day, block, whose }) => ({
              // Booked by the student here, by the student elsewhere, by somebody else here.
              teacherId: whose === 1 ? other.id : teacher.id,
              studentId: whose === 2 ? stranger.id : student.id,
              date: addDays(today(now), day),
              block,
            }));
          await prisma.availabilitySection.createMany({
            data: cases.flatMap(({ teacher, sections }) =>
              sections.map((offered) => ({ ...offered, id: newId(), teacherId: teacher.id })),
            ),
          });
          await prisma.lesson.createMany({
            data: cases.flatMap(lessonsOf).map((lesson) => ({
              ...lesson,
              id: newId(),
              date: new Date(`${lesson.date}T00:00:00Z`),
              subject: "Fizyka",
              level: "liceumP",
              title: "Fizyka",
              status: "Potwierdzona",
              price: 90,
              rate: 60,
            })),
          });
          const found = await Promise.all(
            cases.map(({ student, teacher, now }) =>
              findFreeDays({ ...personCtx(services, student), now: () => now }, { teacherId: teacher.id }),
            ),
          );
          const teachers = places.flatMap(({ teacher, other }) => [teacher.id, other.id]);
          await prisma.lesson.updateMany({
            where: { teacherId: { in: teachers }, deletedAt: null },
            data: { deletedAt: services.now() },
          });
          await prisma.availabilitySection.deleteMany({ where: { teacherId: { in: teachers } } });

          for (const [index, one] of cases.entries()) {
            expect(found[index]).toEqual(naiveFreeDays(one.sections, lessonsOf(one), one.now));
          }
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});

const NOTHING = { sections: [], taken: [], now: new Date(0) };

/** Every block of every day of the horizon, asked one by one. */
function naiveFreeDays(
  sections: readonly AvailabilitySection[],
  lessons: readonly { date: string; block: number }[],
  now: Date,
) {
  const busy = new Set(lessons.map(({ date, block }) => slotKey(date, block)));
  return Array.from({ length: 29 }, (_, day) => addDays(today(now), day))
    .map((date) => ({
      date,
      blocks: Array.from({ length: 14 }, (_, block) => block).filter(
        (block) =>
          sections.some(
            (offered) =>
              offered.day === weekdayOf(date) && offered.startBlock <= block && block <= offered.endBlock,
          ) &&
          !busy.has(slotKey(date, block)) &&
          blockStart(date, block).getTime() > now.getTime(),
      ),
    }))
    .filter(({ blocks }) => blocks.length > 0);
}
