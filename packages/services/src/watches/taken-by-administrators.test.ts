import { toDbDate } from "@korki/db";
import { addDays, weekdayOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import { getDayBlocks } from "../admin-lessons/lesson-placement";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { createSeries, previewSeries } from "../series/create-series";
import { extendSeries, previewExtension } from "../series/extend-series";
import { fillDate } from "../series/fill-date";
import { findFillSlots } from "../series/find-slots";
import { moveSeries, previewMove } from "../series/move-series";
import { bookingOf, makeStudentOf, makeTeacher } from "../testing/classroom";
import { personCtx } from "../testing/people";
import { AFTERNOONS, BLOCK, heldFor, openWaitingLine, passHolds } from "../testing/waiting-line";
import { addTrial } from "../trial-lessons/add-trial";
import { updateTrial } from "../trial-lessons/trials";
import { listOwnWatches } from "./watches";

/** Administrators see a held block and may take it for a lesson; who waited for it goes on waiting. */

const {
  services,
  prisma,
  asAdmin: admin,
  TOMORROW,
  DATE,
  NEAR,
  HELD,
  makeLine,
  watchFor,
  weeklyAt,
} = await openWaitingLine();

describe("a block that becomes free", () => {
  test("is seen by administrators, who may take it; the watch goes on", async () => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await passHolds(services);
    const day = await getDayBlocks(admin, { teacherId: teacher.id, date: DATE });
    expect(day[BLOCK]).toMatchObject({ teacherBusy: false, held: { name: expect.stringContaining("Ola") } });
    await createLesson(admin, { ...bookingOf(teacher, DATE, BLOCK), studentId: second.actor.id });
    expect(await listOwnWatches(first, {})).toMatchObject([{ held: null }]);
  });

  /** A weekly lesson of a student in the same week. */
  const weeklyNear = (pair: SeriesPair) =>
    weeklyFor({ ...weeklyAt({ id: pair.teacherId }), ...pair, weekday: weekdayOf(NEAR), from: NEAR });
  type SeriesPair = { teacherId: string; studentId: string };
  async function weeklyFor(weekly: ReturnType<typeof weeklyAt> & SeriesPair) {
    const { token } = await previewSeries(admin, weekly);
    return createSeries(admin, { ...weekly, token });
  }

  test.each<[string, (pair: SeriesPair) => Promise<unknown>]>([
    ["a weekly lesson", (pair) => weeklyFor({ ...weeklyAt({ id: pair.teacherId }), ...pair })],
    [
      "a longer weekly lesson",
      async (pair) => {
        const from = addDays(DATE, -7);
        const { id: seriesId } = await weeklyFor({
          ...weeklyAt({ id: pair.teacherId }),
          ...pair,
          from,
          to: from,
        });
        const { token } = await previewExtension(admin, { seriesId, to: DATE });
        await extendSeries(admin, { seriesId, to: DATE, token });
      },
    ],
    [
      "a weekly lesson's move",
      async (pair) => {
        const { id: seriesId } = await weeklyNear(pair);
        const move = { seriesId, from: TOMORROW, weekday: weekdayOf(DATE), block: BLOCK };
        const { token } = await previewMove(admin, move);
        await moveSeries(admin, { ...move, token });
      },
    ],
    [
      "a weekly lesson's date that was skipped",
      async (pair) => {
        const { id: seriesId } = await weeklyNear(pair);
        const skippedDate = addDays(DATE, -3);
        await prisma.seriesSkip.create({
          data: { seriesId, date: toDbDate(skippedDate), outcome: "closed" },
        });
        const days = await findFillSlots(admin, { seriesId, skippedDate });
        expect(days.find(({ date }) => date === DATE)?.blocks).toContain(BLOCK);
        await fillDate(admin, { seriesId, skippedDate, date: DATE, block: BLOCK });
      },
    ],
    [
      "a lesson that moves because of a closure",
      async ({ teacherId, studentId }) => {
        const { id } = await createLesson(admin, {
          ...bookingOf({ id: teacherId }, NEAR, BLOCK),
          studentId,
        });
        const decisions = [{ lessonId: id, action: "move" as const, date: DATE, block: BLOCK }];
        const closure = { scope: "teacher" as const, teacherId, from: NEAR, to: NEAR, label: "" };
        await addClosure(admin, { ...closure, decisions });
      },
    ],
  ])("is taken by administrators for %s, too", async (_, take) => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    await take({ teacherId: teacher.id, studentId: second.actor.id });
    expect(await listOwnWatches(first, {})).toMatchObject([{ held: null }]);
    const taken = { studentId: second.actor.id, date: toDbDate(DATE), block: BLOCK, deletedAt: null };
    expect(await prisma.lesson.count({ where: taken })).toBe(1);
  });
});

test("a cancelled trial lesson takes its slot again, also from who waits", async () => {
  const teacher = await makeTeacher(services, AFTERNOONS);
  const student = personCtx(services, await makeStudentOf(services, teacher));
  const trial = await addTrial(admin, {
    teacherId: teacher.id,
    date: DATE,
    block: BLOCK,
    subject: "Fizyka",
    level: "liceumP",
    name: "Kasia",
    email: "",
    studentPhone: "",
    parentPhone: "",
    description: "",
  });
  await watchFor(student, teacher);
  const seen = { id: trial.id, version: trial.version };
  const { id, version } = await updateTrial(admin, { ...seen, status: "Odwolana" });
  await passHolds(services);
  expect(await heldFor(student)).toMatchObject(HELD);
  await updateTrial(admin, { id, version, status: "Umowiona" });
  expect(await heldFor(student)).toBeNull();
});
