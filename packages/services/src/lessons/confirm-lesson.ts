import type { Lesson, PairedLessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import { agreedLessons } from "../ask-payer";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLessons, loadLessonFor, nextStatus, ofLesson, withPartner } from "./change-lesson";
import { notifiedSpan } from "./notified-lesson";

/**
 * The teacher confirms a booked lesson, with the other one of a double lesson unless asked for this one alone, and the
 * student is notified. Throws `conflict` while it waits for the payer.
 */
export async function confirmLesson(ctx: ActorCtx, { pair, ...ref }: PairedLessonRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const own = await loadLessonFor(tx, ctx, "confirm", ref);
    const { lesson, side } = own;
    const lessons = await withPartner(tx, ctx, "confirm", own, pair);
    await agreedLessons(tx, lesson.studentId, lessons);
    const confirmed = await changeLessons(
      tx,
      ctx,
      "confirm",
      lessons.map((seen) => ({
        seen,
        changes: { status: nextStatus(side, "confirm", seen), confirmedAt: ctx.now() },
      })),
    );
    await notify(tx, ctx, {
      kind: "lesson-confirmed",
      to: { userId: lesson.studentId },
      facts: notifiedSpan(confirmed),
    });
    return ofLesson(confirmed, lesson);
  });
}
