import type { Lesson, LessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, notifiedLesson } from "./change-lesson";

/** The teacher agrees to a booked lesson; the student hears of it. */
export async function confirmLesson(ctx: ActorCtx, ref: LessonRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const lesson = await loadLessonFor(tx, ctx, "confirm", ref);
    const confirmed = await changeLesson(tx, ctx, "confirm", lesson, {
      status: "Potwierdzona",
      confirmedAt: ctx.now(),
    });
    await notify(tx, ctx, {
      kind: "lesson-confirmed",
      to: { userId: lesson.studentId },
      facts: notifiedLesson(confirmed),
    });
    return confirmed;
  });
}
