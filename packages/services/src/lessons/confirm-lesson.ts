import type { Lesson, LessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import { agreedLessons } from "../approvals/ask-payer";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, nextStatus } from "./change-lesson";
import { notifiedLesson } from "./notified-lesson";

/** The teacher confirms a booked lesson, and the student is notified. Throws `conflict` while it waits for the payer. */
export async function confirmLesson(ctx: ActorCtx, ref: LessonRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const { lesson, side } = await loadLessonFor(tx, ctx, "confirm", ref);
    await agreedLessons(tx, lesson.studentId, [lesson]);
    const confirmed = await changeLesson(tx, ctx, "confirm", lesson, {
      status: nextStatus(side, "confirm", lesson),
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
