import type { Lesson, LessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { changeLesson, loadLessonFor, nextStatus } from "./change-lesson";

/** The teacher marks that the student did not come. The lesson counts as delivered. */
export async function markStudentAbsent(ctx: ActorCtx, ref: LessonRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const { lesson, side } = await loadLessonFor(tx, ctx, "markAbsent", ref);
    const status = nextStatus(side, "markAbsent", lesson);
    return changeLesson(tx, ctx, "markAbsent", lesson, { status, outcomeAt: ctx.now() });
  });
}
