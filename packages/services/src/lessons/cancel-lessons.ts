import { type Tx, updateLessons } from "@korki/db";
import { type CivilDate, type LessonStatus, statusAfter } from "@korki/domain";
import type { Ctx } from "../context";
import { diff, recordHistory } from "../history";
import type { OwnSide } from "./change-lesson";
import { type CancellationDecision, decideCancellations } from "./decide-cancellations";
import { changedMeanwhile } from "./lesson-refusals";

export type CancellableLesson = {
  id: string;
  version: number;
  status: LessonStatus;
  teacherId: string;
  studentId: string;
  date: CivilDate;
  block: number;
};

/**
 * Cancels lessons on behalf of a side and records it. Every cancellation, of one lesson or of many, goes through this
 * function. The centre cancels on the teacher's side. What the student's side pays is decided now, by each lesson's
 * own policy; returns those decisions per lesson. Does not check whether the actor may cancel and sends no
 * notification. Throws `conflict` if a lesson has another version than the caller saw.
 */
export async function cancelLessons(
  tx: Tx,
  ctx: Ctx,
  lessons: readonly CancellableLesson[],
  side: OwnSide,
  reason?: string | null,
): Promise<Map<string, CancellationDecision>> {
  if (lessons.length === 0) return new Map();
  const decisions =
    side === "Student"
      ? await decideCancellations(tx, ctx, lessons)
      : new Map<string, CancellationDecision>();
  const cancelMessage = side === "Teacher" ? reason?.trim() || null : null;
  const changes = lessons.map((lesson) => ({ lesson, status: cancelledStatus(side, lesson) }));
  const updates = changes.map(({ lesson: { id, version }, status }) => ({
    id,
    version,
    status,
    cancelMessage,
    ...decisions.get(id)?.changes,
  }));
  if ((await updateLessons(tx, updates)) !== lessons.length) throw changedMeanwhile();
  await recordHistory(
    tx,
    ctx,
    ...changes.map(({ lesson, status }) => ({
      entity: "lesson" as const,
      entityId: lesson.id,
      action: "cancel" as const,
      changes: diff(
        { status: lesson.status, cancelMessage: null, charged: false, lateDecision: null, afterLimit: false },
        { status, cancelMessage, ...noted(decisions.get(lesson.id)) },
      ),
      teacherId: lesson.teacherId,
      studentId: lesson.studentId,
    })),
  );
  return decisions;
}

/** What the history keeps of a decision: a late cancellation is noted even where it is free. */
function noted(decision: CancellationDecision | undefined) {
  const { charged = false, lateDecision = null } = decision?.changes ?? {};
  return { charged, lateDecision, afterLimit: decision?.isLate ?? false };
}

function cancelledStatus(side: OwnSide, lesson: CancellableLesson): LessonStatus {
  const status = statusAfter(side, "cancel", lesson.status);
  if (!status) throw new Error(`a ${lesson.status} lesson cannot be cancelled by the ${side}`);
  return status;
}
