import { newId } from "@korki/db";
import { addDays, weekdayOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { cancelManyLessons } from "../admin-lessons/cancel-many-lessons";
import { restoreManyLessons } from "../admin-lessons/restore-many-lessons";
import { updateLessonAsAdmin } from "../admin-lessons/update-lesson";
import type { ActorCtx } from "../context";
import { answerMove } from "../series/answer-move";
import { createSeries, previewSeries } from "../series/create-series";
import { moveSeries, previewMove } from "../series/move-series";
import { makeStudentOf, makeTeacher, notificationsFor } from "../testing/classroom";
import { personCtx } from "../testing/people";
import { BLOCK, heldFor, openWaitingLine, passHolds } from "../testing/waiting-line";
import { actWithUndo, undoAct } from "../undo/undo";
import { listOwnWatches } from "./watches";

/** A block that an administrator's act frees is held once the act cannot be taken back any more. */

const {
  services,
  asAdmin: admin,
  DATE,
  HELD,
  afterSeconds,
  makeLine,
  watchFor,
  weeklyAt,
} = await openWaitingLine();

describe("a block that an administrator's act has freed", () => {
  test("is nobody's while the act can be taken back", async () => {
    const { teacher, lesson, students } = await makeLine(1);
    const [first] = students as [ActorCtx];
    await watchFor(first, teacher);
    const cancel = (id: string) =>
      actWithUndo(admin, id, { lessonId: lesson.id }, (on) =>
        updateLessonAsAdmin(on, { id: lesson.id, status: "Odwolana przez nauczyciela" }),
      );
    const id = newId();
    await cancel(id);
    for (const seconds of [0, 10]) {
      afterSeconds(seconds);
      await passHolds(services);
      expect(await heldFor(first)).toBeNull();
    }
    await undoAct(admin, { id });
    await passHolds(services);
    expect(await notificationsFor(services, first.actor)).toEqual([]);
    await cancel(newId());
    afterSeconds(23);
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
  });

  test("is nobody's either where a declined move of a series had kept it", async () => {
    const teacher = await makeTeacher(services);
    const own = await makeStudentOf(services, teacher);
    const [asTeacher, asOwn] = [personCtx(services, teacher), personCtx(services, own)];
    const asWatcher = personCtx(services, await makeStudentOf(services, teacher));
    const weekly = { ...weeklyAt(teacher), studentId: own.id };
    const { token } = await previewSeries(asTeacher, weekly);
    const { id: seriesId } = await createSeries(asTeacher, { ...weekly, token });
    const next = { seriesId, from: DATE, weekday: weekdayOf(addDays(DATE, 1)), block: BLOCK };
    const moved = await moveSeries(asOwn, { ...next, token: (await previewMove(asOwn, next)).token });
    await watchFor(asWatcher, teacher);
    const decline = (id: string) =>
      actWithUndo(asTeacher, id, { seriesId }, (on) =>
        answerMove(on, { seriesId, moveId: moved.move?.id ?? "", answer: "decline" }),
      );
    const id = newId();
    await decline(id);
    await passHolds(services);
    expect(await heldFor(asWatcher)).toBeNull();
    await undoAct(asTeacher, { id });
    await decline(newId());
    afterSeconds(13);
    await passHolds(services);
    expect(await heldFor(asWatcher)).toMatchObject({ date: addDays(DATE, 1), block: BLOCK });
  });

  test("is theirs to give back to its lesson, as they may take every hold", async () => {
    const { teacher, lesson, students } = await makeLine(1);
    const [first] = students as [ActorCtx];
    await watchFor(first, teacher);
    const [cancelled] = await cancelManyLessons(admin, { lessons: [lesson] });
    await passHolds(services);
    expect(await heldFor(first)).toMatchObject(HELD);
    const back = { id: lesson.id, version: cancelled?.version ?? 0, status: "Nie potwierdzona" as const };
    expect(await restoreManyLessons(admin, { lessons: [back] })).toMatchObject([{ refusal: null }]);
    expect(await listOwnWatches(first, {})).toMatchObject([{ held: null }]);
  });
});
