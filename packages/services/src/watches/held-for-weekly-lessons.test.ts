import type { SeriesPreview } from "@korki/contracts/series";
import { toDbDate } from "@korki/db";
import { addDays, weekdayOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import type { ActorCtx } from "../context";
import { acceptReschedule } from "../lessons/answer-proposal";
import { bookLesson } from "../lessons/book-lesson";
import { proposeReschedule } from "../lessons/propose-reschedule";
import { withdrawMove } from "../series/answer-move";
import { createSeries, previewSeries } from "../series/create-series";
import { fillDate } from "../series/fill-date";
import { moveSeries, previewMove } from "../series/move-series";
import { bookingOf } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { makePerson, personCtx } from "../testing/people";
import { BLOCK, heldFor, openWaitingLine, passHolds } from "../testing/waiting-line";
import { listOwnWatches } from "./watches";

/** A held block is its holder's also for a weekly lesson, and no weekly lesson takes it from who waits. */

const {
  services,
  prisma,
  asAdmin: admin,
  TOMORROW,
  DATE,
  NEAR,
  HELD,
  goTo,
  makeLine,
  watchFor,
  weeklyAt,
} = await openWaitingLine();

const outcomes = ({ dates }: SeriesPreview) => dates.map(({ outcome }) => outcome);

describe("a block that becomes free", () => {
  test("goes to the first in line although a weekly lesson or a move wants it before anybody has looked", async () => {
    const { teacher, students, lesson, free } = await makeLine(3);
    const [first, second, third] = students as [ActorCtx, ActorCtx, ActorCtx];
    const asTeacher = personCtx(services, teacher);
    await free();
    // What wants the slot saw it free.
    const weekly = weeklyAt(teacher);
    const { token } = await previewSeries(second, weekly);
    const other = await bookLesson(third, bookingOf(teacher, addDays(DATE, NEAR > DATE ? -1 : 1), BLOCK));
    const { proposal } = await proposeReschedule(third, { lessonId: other.id, date: DATE, block: BLOCK });
    const next = { ...weekly, weekday: weekdayOf(NEAR), from: NEAR };
    const series = await createSeries(second, { ...next, token: (await previewSeries(second, next)).token });
    const move = { seriesId: series.id, from: TOMORROW, weekday: weekly.weekday, block: BLOCK };
    const moving = await previewMove(asTeacher, move);
    const skippedDate = addDays(DATE, -3);
    await prisma.seriesSkip.create({
      data: { seriesId: series.id, date: toDbDate(skippedDate), outcome: "closed" },
    });
    // It is taken and becomes free again while somebody waits.
    const { studentId } = lesson;
    const { id } = await createLesson(admin, { ...bookingOf(teacher, DATE, BLOCK), studentId });
    await watchFor(first, teacher);
    await prisma.lesson.update({ where: { id }, data: { status: "Odwolana przez nauczyciela" } });

    expect(outcomes(await previewSeries(second, weekly))).toEqual(["teacher-busy", "free"]);
    const takers = await Promise.allSettled([
      createSeries(second, { ...weekly, token }),
      moveSeries(asTeacher, { ...move, token: moving.token }),
      fillDate(second, { seriesId: series.id, skippedDate, date: DATE, block: BLOCK }),
      acceptReschedule(asTeacher, { lessonId: other.id, proposalId: proposal?.id ?? "" }),
    ]);
    const conflict = { status: "rejected", reason: { code: "conflict" } };
    expect(takers).toMatchObject([conflict, conflict, conflict, conflict]);
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    const held = await previewSeries(first, weekly);
    expect(outcomes(held)).toEqual(["free", "free"]);
    expect(await createSeries(first, { ...weekly, token: held.token })).toMatchObject({ planned: 2 });
  });

  test("is the holder's for a weekly lesson, too, and nobody else's", async () => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    await watchFor(first, teacher);
    await free();
    await passHolds(services);
    const weekly = weeklyAt(teacher);
    expect(outcomes(await previewSeries(second, weekly))).toEqual(["teacher-busy", "free"]);
    const preview = await previewSeries(first, weekly);
    expect(outcomes(preview)).toEqual(["free", "free"]);
    expect(await createSeries(first, { ...weekly, token: preview.token })).toMatchObject({ planned: 2 });
    expect(await listOwnWatches(first, {})).toEqual([]);
  });

  test.each(["student", "parent"])("is the holder's for a weekly lesson that a %s moves, too", async (by) => {
    const { teacher, students, free } = await makeLine(2);
    const [first, second] = students as [ActorCtx, ActorCtx];
    const weekly = { ...weeklyAt(teacher), weekday: weekdayOf(NEAR), from: NEAR };
    const { token } = await previewSeries(second, weekly);
    const { id: seriesId } = await createSeries(second, { ...weekly, token });
    const parent = await makePerson(services, "Parent");
    await makeGuardian(services, parent, second.actor);
    const mover = by === "parent" ? personCtx(services, parent) : second;
    for (const student of [first, second]) await watchFor(student, teacher);
    await free();
    await passHolds(services);
    const move = { seriesId, from: TOMORROW, weekday: weekdayOf(DATE), block: BLOCK };
    expect(outcomes(await previewMove(mover, move))).toContain("teacher-busy");
    goTo(30);
    await passHolds(services);
    expect(await heldFor(second)).toMatchObject(HELD);
    const preview = await previewMove(mover, move);
    expect(outcomes(preview)).not.toContain("teacher-busy");
    const moved = await moveSeries(mover, { ...move, token: preview.token });
    expect(await listOwnWatches(second, {})).toEqual([]);
    await passHolds(services);
    const moveId = moved.move?.id ?? "";
    const kept = { holdId: moveId, date: toDbDate(DATE), block: BLOCK };
    expect(await prisma.personSlot.count({ where: kept })).toBe(2);
    await withdrawMove(mover, { seriesId, moveId });
    expect(await prisma.slotHold.count()).toBe(0);
  });
});
