import type { LessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, notifiedLesson } from "./change-lesson";

/** The student takes back a booking that is not confirmed yet: it leaves every list, its history stays. */
export async function deleteLesson(ctx: ActorCtx, ref: LessonRef): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const lesson = await loadLessonFor(tx, ctx, "delete", ref);
    await changeLesson(tx, ctx, "delete", lesson, { deletedAt: ctx.now() });
    await notify(tx, ctx, {
      kind: "lesson-deleted-by-student",
      to: { userId: lesson.teacherId },
      facts: notifiedLesson(lesson),
    });
  });
}
