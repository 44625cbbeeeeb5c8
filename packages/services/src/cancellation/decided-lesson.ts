import { findLessonPolicies, type LessonRecord, type Tx } from "@korki/db";
import { addDays, type CivilDate, LATE_DECISION_DAYS, type LineOf, today } from "@korki/domain";
import type { Ctx } from "../context";
import { notifiedLesson } from "../lessons/notified-lesson";
import { notify } from "../outbox";

const DAY_MS = 86_400_000;

/** Returns the instant by which a lesson was cancelled whose teacher can decide no more: seven days ago (rules §13). */
export function lateDecisionLimit(ctx: Pick<Ctx, "now">): Date {
  return new Date(ctx.now().getTime() - LATE_DECISION_DAYS * DAY_MS);
}

/**
 * Returns until when a lesson that is returned today can be used; null: as long as before. A policy without a limit has no
 * effect, here neither.
 */
export async function returnedUntil(tx: Tx, ctx: Ctx, lessonId: string): Promise<CivilDate | null> {
  const policy = (await findLessonPolicies(tx, [lessonId])).get(lessonId)?.policy ?? null;
  const creditDays = policy?.cutOff ? policy.creditDays : null;
  return creditDays === null ? null : addDays(today(ctx.now()), creditDays);
}

/** Notifies the student and the payer whether a late cancellation, also of a whole double lesson, is charged. */
export async function notifyDecision(
  tx: Tx,
  ctx: Ctx,
  lesson: LineOf<LessonRecord>,
  reason: string | null,
): Promise<void> {
  await notify(tx, ctx, {
    kind: "late-cancellation-decided",
    to: { userId: lesson.studentId },
    facts: { ...notifiedLesson(lesson), charged: lesson.charged, reason },
  });
}
