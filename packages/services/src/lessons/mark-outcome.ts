import type { CorrectOutcomeInput, Lesson, LessonRef } from "@korki/contracts/lessons";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { transact } from "@korki/db";
import { markedSince } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, nextStatus } from "./change-lesson";
import { notifiedLesson } from "./notified-lesson";

/** The teacher marks the lesson as held. */
export async function completeLesson(ctx: ActorCtx, ref: LessonRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const { lesson, side } = await loadLessonFor(tx, ctx, "complete", ref);
    const status = nextStatus(side, "complete", lesson);
    return changeLesson(tx, ctx, "complete", lesson, { status, outcomeAt: markedSince(lesson, ctx.now()) });
  });
}

/** The teacher marks that the student did not come. The lesson counts as delivered. */
export async function markStudentAbsent(ctx: ActorCtx, ref: LessonRef): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const { lesson, side } = await loadLessonFor(tx, ctx, "markAbsent", ref);
    const status = nextStatus(side, "markAbsent", lesson);
    return changeLesson(tx, ctx, "markAbsent", lesson, { status, outcomeAt: markedSince(lesson, ctx.now()) });
  });
}

/**
 * The teacher corrects an outcome that was marked by mistake, until the end of the day after it was first marked (rules
 * §4). The ledger gets counter-entries where the lesson counts no more. The student is notified of a lesson that was
 * cancelled after all. Throws `conflict` for a lesson without an outcome, too late, and for the status that it has.
 */
export async function correctOutcome(
  ctx: ActorCtx,
  { status, ...ref }: CorrectOutcomeInput,
): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const { lesson } = await loadLessonFor(tx, ctx, "correct", ref);
    if (status === lesson.status) throw conflict(lessonTexts.cannotSetStatus);
    const corrected = await changeLesson(tx, ctx, "correctOutcome", lesson, { status });
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
