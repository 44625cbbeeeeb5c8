import type { LessonReport, TickHomeworkInput } from "@korki/contracts/reports";
import { reportTexts } from "@korki/contracts/texts/reports";
import { findReport, listChildrenOf, lockReport, transact, tickHomework as writeTick } from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { loadOwnLesson } from "../lessons/change-lesson";
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { notifiedLesson } from "../lessons/notified-lesson";
import { notify } from "../outbox";
import { shownTo } from "./read-reports";

/**
 * The student, or a parent for a child without a login, ticks homework as done or removes the tick; the teacher is notified
 * once. Throws `not_found` for another person's lesson and one without a report, `conflict` if no homework was set or it is
 * another one than the caller saw, and to a parent whose child has a login.
 */
export async function tickHomework(
  ctx: ActorCtx,
  { lessonId, done, homework }: TickHomeworkInput,
): Promise<LessonReport> {
  return transact(ctx.db, async (tx) => {
    const { lesson, side } = await loadOwnLesson(tx, ctx, lessonId, "see");
    if (side !== "Student") throw notFound();
    await lockReport(tx, lessonId);
    const before = await findReport(tx, lessonId);
    if (!before) throw notFound();
    if (ctx.actor.role === "Parent") {
      const children = await listChildrenOf(tx, ctx.actor.id);
      const isOwnTick = children.some(({ id, hasLogin }) => id === lesson.studentId && hasLogin);
      if (isOwnTick) throw conflict(reportTexts.ownTick);
    }
    if (before.homework === null) throw conflict(reportTexts.noHomework);
    if (homework !== undefined && homework !== before.homework) throw changedMeanwhile();
    if (await writeTick(tx, lessonId, done ? ctx.now() : null)) {
      await recordHistory(tx, ctx, {
        entity: "report",
        entityId: lessonId,
        action: "tickHomework",
        changes: { homeworkDone: { from: !done, to: done } },
        teacherId: lesson.teacherId,
        studentId: lesson.studentId,
      });
      if (done) {
        await notify(tx, ctx, {
          kind: "homework-done",
          to: { userId: lesson.teacherId },
          facts: notifiedLesson(lesson),
          dedupeKey: `homework-done:${lessonId}`,
        });
      }
    }
    return shownTo(ctx, { ...before, homeworkDone: done });
  });
}
