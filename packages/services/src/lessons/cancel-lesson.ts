import type { CancelLessonInput, Lesson, PairedLessonRef } from "@korki/contracts/lessons";
import { findLesson, findWaitingLessons, type LessonRecord, type Tx, transact } from "@korki/db";
import type { NotificationPayload, NotificationRequest } from "@korki/notifications";
import { byParent } from "../act-for";
import type { ActorCtx } from "../context";
import { notify, sortByRecipient } from "../outbox";
import { cancelLessons } from "./cancel-lessons";
import { changeLessons, loadLessonFor, type OwnSide, withPartner } from "./change-lesson";
import type { CancellationDecision } from "./decide-cancellations";
import { lessonNotFound } from "./lesson-refusals";
import { notifiedSpan } from "./notified-lesson";

/**
 * One side cancels a lesson and the other is notified; a teacher may give a reason. The block is free again. Both of a
 * double lesson are cancelled unless asked for one. What a student's cancellation costs is decided now, by the policy that
 * the lesson keeps.
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
    const notices = await cancellationNotices(tx, ctx, lessons, cancelled, side, [...decisions.values()]);
    await notify(tx, ctx, ...notices);
    return cancelled;
  });
}

/**
 * To the student for the teacher's side; to the teacher, to who pays and, if a parent acted, to the student for the
 * student's.
 */
async function cancellationNotices(
  tx: Tx,
  ctx: ActorCtx,
  lessons: readonly LessonRecord[],
  lesson: LessonRecord,
  side: OwnSide,
  decisions: readonly CancellationDecision[],
): Promise<NotificationRequest[]> {
  const facts = notifiedSpan(lessons);
  if (side === "Teacher") {
    const told = { ...facts, reason: lesson.cancelMessage };
    return [{ kind: "lesson-cancelled-by-teacher", to: { userId: lesson.studentId }, facts: told }];
  }
  const costs = decisions.map(({ cost }) => cost);
  // The monthly allowance may make one of two free: what costs is said.
  const cost = (["charge", "ask"] as const).find((each) => costs.includes(each)) ?? "free";
  const part: NotificationPayload["lesson-cancelled-by-student"] = {
    ...facts,
    ...byParent(ctx),
    cost,
    isLate: decisions.some(({ isLate }) => isLate),
  };
  const told = await sortByRecipient(tx, ctx, [
    { personId: lesson.teacherId, tells: "person", part },
    { personId: lesson.studentId, tells: "payerToo", part },
  ]);
  return told.map(({ to }) => ({ kind: "lesson-cancelled-by-student", to, facts: part }));
}

/**
 * The student deletes an unconfirmed booking, both of a double lesson unless asked for one. It disappears from every list;
 * its history is kept. The teacher is notified, unless the teacher had not heard of it: it still waited for the payer. So is
 * the student where a parent deletes it.
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
    const told = await sortByRecipient(tx, ctx, [
      { personId: own.lesson.teacherId, tells: "person", part: announced },
      { personId: own.lesson.studentId, tells: "person", part: lessons },
    ]);
    const notices = told.flatMap(({ to, parts: [gone = []] }): NotificationRequest[] =>
      gone.length === 0
        ? []
        : [{ kind: "lesson-deleted-by-student", to, facts: { ...notifiedSpan(gone), ...byParent(ctx) } }],
    );
    await notify(tx, ctx, ...notices);
  });
}
