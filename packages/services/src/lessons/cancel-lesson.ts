import type { CancelLessonInput, Lesson, PairedLessonRef } from "@korki/contracts/lessons";
import { findLesson, findWaitingLessons, type LessonRecord, transact } from "@korki/db";
import type { NotificationRequest } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { cancelLessons } from "./cancel-lessons";
import { changeLessons, loadLessonFor, type OwnSide, withPartner } from "./change-lesson";
import type { CancellationDecision } from "./decide-cancellations";
import { lessonNotFound } from "./lesson-refusals";
import { notifiedSpan } from "./notified-lesson";

/**
 * One side cancels a lesson and the other is notified; a teacher may give a reason. The block is free again. Both of a double
 * lesson are cancelled unless asked for one. What a student's cancellation costs is decided now, by the policy that the
 * lesson keeps.
 */
export async function cancelLesson(
  ctx: ActorCtx,
  { reason, pair, ...ref }: CancelLessonInput,
): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const own = await loadLessonFor(tx, ctx, "cancel", ref);
    const { lesson, side } = own;
    const lessons = await withPartner(tx, ctx, "cancel", own, pair);
    const decisions = await cancelLessons(tx, ctx, lessons, side, reason);
    const cancelled = await findLesson(tx, lesson.id);
    if (!cancelled) throw lessonNotFound();
    await notify(tx, ctx, cancellationNotice(lessons, cancelled, side, [...decisions.values()]));
    return cancelled;
  });
}

function cancellationNotice(
  lessons: readonly LessonRecord[],
  lesson: LessonRecord,
  side: OwnSide,
  decisions: readonly CancellationDecision[],
): NotificationRequest {
  const facts = notifiedSpan(lessons);
  const costs = decisions.map(({ cost }) => cost);
  // The monthly allowance may make one of two free: what costs is said.
  const cost = (["charge", "ask"] as const).find((each) => costs.includes(each)) ?? "free";
  return side === "Teacher"
    ? {
        kind: "lesson-cancelled-by-teacher",
        to: { userId: lesson.studentId },
        facts: { ...facts, reason: lesson.cancelMessage },
      }
    : {
        kind: "lesson-cancelled-by-student",
        to: { userId: lesson.teacherId },
        facts: { ...facts, cost, isLate: decisions.some(({ isLate }) => isLate) },
        payerOf: lesson.studentId,
      };
}

/**
 * The student deletes an unconfirmed booking, both of a double lesson unless asked for one. It disappears from every list; its
 * history is kept. The teacher is notified, unless the teacher had not heard of it: it still waited for the payer.
 */
export async function deleteLesson(ctx: ActorCtx, { pair, ...ref }: PairedLessonRef): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const own = await loadLessonFor(tx, ctx, "delete", ref);
    const lessons = await withPartner(tx, ctx, "delete", own, pair);
    const waiting = await findWaitingLessons(tx, own.lesson.studentId);
    const announced = lessons.filter(({ id }) => !waiting.has(id));
    const changes = { deletedAt: ctx.now() };
    await changeLessons(
      tx,
      ctx,
      "delete",
      lessons.map((seen) => ({ seen, changes })),
    );
    if (announced.length === 0) return;
    await notify(tx, ctx, {
      kind: "lesson-deleted-by-student",
      to: { userId: own.lesson.teacherId },
      facts: notifiedSpan(announced),
    });
  });
}
