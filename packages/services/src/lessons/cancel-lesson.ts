import type { CancelLessonInput, Lesson } from "@korki/contracts/lessons";
import { findLesson, type LessonRecord, transact } from "@korki/db";
import type { NotificationRequest } from "@korki/notifications";
import type { CancellationDecision } from "../cancellation/decide-cancellations";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { cancelLessons } from "./cancel-lessons";
import { loadLessonFor, type OwnSide } from "./change-lesson";
import { lessonNotFound } from "./lesson-refusals";
import { notifiedLesson } from "./notified-lesson";

/**
 * One side cancels a lesson and the other is notified; a teacher may give a reason. The block is free again. What a
 * student's cancellation costs is decided now, by the policy that the lesson keeps.
 */
export async function cancelLesson(ctx: ActorCtx, { reason, ...ref }: CancelLessonInput): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const { lesson, side } = await loadLessonFor(tx, ctx, "cancel", ref);
    const decisions = await cancelLessons(tx, ctx, [lesson], side, reason);
    const cancelled = await findLesson(tx, lesson.id);
    if (!cancelled) throw lessonNotFound();
    await notify(tx, ctx, cancellationNotice(cancelled, side, decisions.get(lesson.id)));
    return cancelled;
  });
}

function cancellationNotice(
  lesson: LessonRecord,
  side: OwnSide,
  decision: CancellationDecision | undefined,
): NotificationRequest {
  const facts = notifiedLesson(lesson);
  return side === "Teacher"
    ? {
        kind: "lesson-cancelled-by-teacher",
        to: { userId: lesson.studentId },
        facts: { ...facts, reason: lesson.cancelMessage },
      }
    : {
        kind: "lesson-cancelled-by-student",
        to: { userId: lesson.teacherId },
        facts: { ...facts, cost: decision?.cost ?? "free", isLate: decision?.isLate ?? false },
        payerOf: lesson.studentId,
      };
}
