import type { Lesson, LessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { changeLesson, loadLessonFor, nextStatus } from "./change-lesson";

/** The teacher marks the lesson as held. */
export async function completeLesson(ctx: ActorCtx, ref: LessonRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const { lesson, side } = await loadLessonFor(tx, ctx, "complete", ref);
    const status = nextStatus(side, "complete", lesson);
    return changeLesson(tx, ctx, "complete", lesson, { status, outcomeAt: ctx.now() });
  });
}
