import type { Lesson, LessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { changeLesson, loadLessonFor } from "./change-lesson";

/** The teacher notes that the lesson took place. */
export async function completeLesson(ctx: ActorCtx, ref: LessonRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const lesson = await loadLessonFor(tx, ctx, "complete", ref);
    return changeLesson(tx, ctx, "complete", lesson, { status: "Zrealizowana" });
  });
}
