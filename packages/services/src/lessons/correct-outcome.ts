import type { CorrectOutcomeInput, Lesson } from "@korki/contracts/lessons";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { transact } from "@korki/db";
import { isDelivered } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor } from "./change-lesson";
import { notifiedLesson } from "./notified-lesson";

/**
 * The teacher corrects an outcome that was marked by mistake, until the end of the next day (rules §4). The ledger gets
 * counter-entries where the lesson counts no more. The student is notified of a lesson that was cancelled after all.
 * Throws `conflict` for a lesson without an outcome, too late, and for the status that it has.
 */
export async function correctOutcome(
  ctx: ActorCtx,
  { status, ...ref }: CorrectOutcomeInput,
): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const { lesson } = await loadLessonFor(tx, ctx, "correct", ref);
    if (status === lesson.status) throw conflict(lessonTexts.cannotSetStatus);
    const marked = isDelivered(status) ? { outcomeAt: ctx.now() } : {};
    const corrected = await changeLesson(tx, ctx, "correctOutcome", lesson, { status, ...marked });
    if (status === "Odwolana przez nauczyciela") {
      await notify(tx, ctx, {
        kind: "lesson-cancelled-by-teacher",
        to: { userId: lesson.studentId },
        facts: { ...notifiedLesson(corrected), reason: null },
      });
    }
    return corrected;
  });
}
