import type { AdminLesson, CancelLessonAsAdminInput } from "@korki/contracts/admin-lessons";
import { lessonRefusalTexts } from "@korki/contracts/texts/lessons";
import { findAdminLesson, findLesson, findPartner, type LessonRecord, type Tx, transact } from "@korki/db";
import { bulkRefusal, type LessonStatus } from "@korki/domain";
import { returnedUntil } from "../cancellation/decided-lesson";
import type { ActorCtx } from "../context";
import { conflict, notFound } from "../errors";
import { changeLessons } from "../lessons/change-lesson";
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { notifiedSpan } from "../lessons/notified-lesson";
import { notify } from "../outbox";

const CANCELLED_BY = {
  Student: "Odwolana przez ucznia",
  Teacher: "Odwolana przez nauczyciela",
} as const satisfies Record<CancelLessonAsAdminInput["by"], LessonStatus>;

/**
 * An administrator cancels a planned lesson for one side and decides whether it is charged, whatever the policy says (rules
 * §41). Both of a double lesson are cancelled unless asked for one. The teacher, the student and the payer are notified.
 * Throws `not_found`, and `conflict` if it is not planned or not the version that the caller saw.
 */
export async function cancelLessonAsAdmin(
  ctx: ActorCtx,
  input: CancelLessonAsAdminInput,
): Promise<AdminLesson> {
  const { by, charged, reason: written } = input;
  return transact(ctx.db, async (tx) => {
    const lessons = await loadCancellable(tx, input);
    const reason = written?.trim() || null;
    const changes = {
      status: CANCELLED_BY[by],
      cancelMessage: reason,
      cancelledAt: ctx.now(),
      charged,
      lateDecision: null,
      lateFree: false,
      // What returns to the student is valid as after the student's own cancellation (rules §13).
      creditUntil: by === "Student" && !charged ? await returnedUntil(tx, ctx, input.id) : null,
    };
    await changeLessons(
      tx,
      ctx,
      "cancel",
      lessons.map((seen) => ({ seen, changes })),
    );
    const cancelled = await findAdminLesson(tx, input.id);
    if (!cancelled) throw notFound();
    const facts = { ...notifiedSpan(lessons), charged, reason };
    const people = [cancelled.teacher.id, cancelled.student.id].map((userId) => ({ userId }));
    await notify(tx, ctx, ...people.map((to) => ({ kind: "lesson-cancelled-by-admin" as const, to, facts })));
    return cancelled;
  });
}

/** Finds the lesson, with the other one of a double lesson unless it is left alone, the earlier first. */
async function loadCancellable(
  tx: Tx,
  { id, version, pair }: Pick<CancelLessonAsAdminInput, "id" | "version" | "pair">,
): Promise<LessonRecord[]> {
  const lesson = await findLesson(tx, id);
  if (!lesson) throw notFound();
  if (version !== undefined && version !== lesson.version) throw changedMeanwhile();
  const refusal = bulkRefusal("cancel", lesson.status);
  if (refusal !== null) throw conflict(lessonRefusalTexts[refusal]);
  const partner = pair === "one" || lesson.pairId === null ? null : await findPartner(tx, id);
  return partner ? [lesson, partner].toSorted((a, b) => a.block - b.block) : [lesson];
}
