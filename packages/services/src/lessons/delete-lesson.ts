import type { LessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor } from "./change-lesson";
import { notifiedLesson } from "./notified-lesson";

/** The student deletes an unconfirmed booking. It disappears from every list; its history is kept. */
export async function deleteLesson(ctx: ActorCtx, ref: LessonRef): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const { lesson } = await loadLessonFor(tx, ctx, "delete", ref);
    await changeLesson(tx, ctx, "delete", lesson, { deletedAt: ctx.now() });
    await notify(tx, ctx, {
      kind: "lesson-deleted-by-student",
      to: { userId: lesson.teacherId },
      facts: notifiedLesson(lesson),
    });
  });
}
