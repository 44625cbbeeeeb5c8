import type { WaiveInput } from "@korki/contracts/cancellation";
import type { Lesson } from "@korki/contracts/lessons";
import { cancellationTexts } from "@korki/contracts/texts/cancellation";
import { findLesson, holdOffPayoutRuns, isMonthSettled, transact } from "@korki/db";
import { sideOf } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { recordHistory } from "../history";
import { changeLesson } from "../lessons/change-lesson";
import { lessonNotFound } from "../lessons/lesson-refusals";
import { notifyDecision, returnedUntil } from "./decided-lesson";

/**
 * The teacher or an administrator waives the charge of a late cancellation, with a reason; the student is notified and
 * gets the lesson back. Throws `not_found` for anybody else's lesson, `conflict` if it is not charged or its month is
 * settled with the teacher.
 */
export async function waiveCharge(ctx: ActorCtx, { lessonId, reason }: WaiveInput): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const lesson = await findLesson(tx, lessonId);
    const side = lesson && sideOf(ctx.actor, lesson);
    if (!lesson || (side !== "Teacher" && side !== "Admin")) throw lessonNotFound();
    if (!lesson.charged) throw conflict(cancellationTexts.notCharged);
    await holdOffPayoutRuns(tx);
    if (await isMonthSettled(tx, lesson)) throw conflict(cancellationTexts.monthSettled);
    const waived = await changeLesson(tx, ctx, "waive", lesson, {
      charged: false,
      creditUntil: await returnedUntil(tx, ctx, lessonId),
    });
    await recordHistory(tx, ctx, {
      entity: "lesson",
      entityId: lessonId,
      action: "waive",
      changes: { reason: { from: null, to: reason } },
      teacherId: lesson.teacherId,
      studentId: lesson.studentId,
    });
    await notifyDecision(tx, ctx, waived, reason);
    return waived;
  });
}
