import type { CancelLessonInput, Lesson } from "@korki/contracts/lessons";
import { type LessonRecord, transact } from "@korki/db";
import type { NotificationRequest } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { changeLesson, loadLessonFor, notifiedLesson } from "./change-lesson";

/** One side calls a lesson off, the other hears of it; a teacher may say why. The block is free again. */
export async function cancelLesson(ctx: ActorCtx, { reason, ...ref }: CancelLessonInput): Promise<Lesson> {
  return transact(ctx.db, async (tx) => {
    const lesson = await loadLessonFor(tx, ctx, "cancel", ref);
    const cancelled = await changeLesson(
      tx,
      ctx,
      "cancel",
      lesson,
      ctx.actor.role === "Teacher"
        ? { status: "Odwolana przez nauczyciela", cancelMessage: reason?.trim() || null }
        : { status: "Odwolana przez ucznia" },
    );
    await notify(tx, ctx, notifyOtherSide(cancelled));
    return cancelled;
  });
}

function notifyOtherSide(lesson: LessonRecord): NotificationRequest {
  const facts = notifiedLesson(lesson);
  return lesson.status === "Odwolana przez nauczyciela"
    ? {
        kind: "lesson-cancelled-by-teacher",
        to: { userId: lesson.studentId },
        facts: { ...facts, reason: lesson.cancelMessage },
      }
    : { kind: "lesson-cancelled-by-student", to: { userId: lesson.teacherId }, facts };
}
