import { commonTexts } from "@korki/contracts/texts/common";
import { findAdminLesson, transact, updateLesson } from "@korki/db";
import { hasEnded, isPlanned } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { recordHistory } from "../history";
import { notifiedLesson } from "../lessons/notified-lesson";
import { notify } from "../outbox";

/**
 * An administrator deletes a lesson. It disappears from every list and figure; its history is kept. The people of a planned
 * lesson that is not over are notified as of a cancellation (rules §15). Throws `not_found`, or `conflict` if it was changed
 * at the same time.
 */
export async function deleteLessonAsAdmin(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const lesson = await findAdminLesson(tx, id);
    if (!lesson) throw notFound();
    if (!(await updateLesson(tx, lesson, { deletedAt: ctx.now() })))
      throw conflict(commonTexts.changedMeanwhile);
    await recordHistory(tx, ctx, {
      entity: "lesson",
      entityId: id,
      action: "delete",
      changes: { deleted: { from: false, to: true } },
      teacherId: lesson.teacher.id,
      studentId: lesson.student.id,
    });
    if (!isPlanned(lesson.status) || hasEnded(lesson.date, lesson.block, ctx.now())) return;
    for (const userId of [lesson.teacher.id, lesson.student.id]) {
      await notify(tx, ctx, {
        kind: "lesson-cancelled-by-admin",
        to: { userId },
        facts: { ...notifiedLesson(lesson), charged: false, reason: null },
      });
    }
  });
}
