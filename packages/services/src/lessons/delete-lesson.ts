import type { PairedLessonRef } from "@korki/contracts/lessons";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLessons, loadLessonFor, withPartner } from "./change-lesson";
import { notifiedSpan } from "./notified-lesson";

/** The student deletes an unconfirmed booking, both of a double lesson unless asked for one. It disappears from every list; its history is kept. */
export async function deleteLesson(ctx: ActorCtx, { pair, ...ref }: PairedLessonRef): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const own = await loadLessonFor(tx, ctx, "delete", ref);
    const lessons = await withPartner(tx, ctx, "delete", own, pair);
    const changes = { deletedAt: ctx.now() };
    await changeLessons(
      tx,
      ctx,
      "delete",
      lessons.map((seen) => ({ seen, changes })),
    );
    await notify(tx, ctx, {
      kind: "lesson-deleted-by-student",
      to: { userId: own.lesson.teacherId },
      facts: notifiedSpan(lessons),
    });
  });
}
