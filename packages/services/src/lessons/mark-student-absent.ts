import type { Lesson, LessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { changeLesson, loadLessonFor } from "./change-lesson";

/** The teacher notes that the student did not come; the lesson counts as delivered. */
export async function markStudentAbsent(ctx: ActorCtx, ref: LessonRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const lesson = await loadLessonFor(tx, ctx, "markAbsent", ref);
    return changeLesson(tx, ctx, "markAbsent", lesson, { status: "Uczen nieobecny" });
  });
}
