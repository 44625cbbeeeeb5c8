import type { LessonRef } from "@korki/contracts/lessons";
import { findLesson, type LessonChanges, type LessonRecord, type Tx, updateLesson } from "@korki/db";
import { isOwnLesson, isPlanned, type LessonAction, lessonCan } from "@korki/domain";
import type { LessonFacts as NotifiedLesson } from "@korki/notifications";
import type { Actor, ActorCtx } from "../context";
import { diff, recordHistory } from "../history";
import { actionRefused, changedMeanwhile, lessonNotFound } from "./lesson-refusals";

/** The actor's own lesson; to others it does not exist. */
export async function loadOwnLesson(tx: Tx, actor: Actor, lessonId: string): Promise<LessonRecord> {
  const lesson = await findLesson(tx, lessonId);
  if (!lesson || !isOwnLesson(actor, lesson)) throw lessonNotFound();
  return lesson;
}

/**
 * The actor's own lesson, as the actor saw it, on which the actor may take this action now. Throws `not_found` or
 * `conflict`.
 */
export async function loadLessonFor(
  tx: Tx,
  ctx: ActorCtx,
  action: LessonAction,
  { lessonId, version }: LessonRef,
): Promise<LessonRecord> {
  const lesson = await loadOwnLesson(tx, ctx.actor, lessonId);
  if (version !== undefined && version !== lesson.version) throw changedMeanwhile();
  if (!lessonCan(ctx.actor, lesson, ctx.now()).includes(action)) {
    throw actionRefused(action, ctx.actor, lesson);
  }
  return lesson;
}

/**
 * Writes what changed if nobody was faster, and keeps it in the history. Answers with the lesson as it now is; a
 * lost race is a `conflict`.
 *
 * @param action the history's verb
 */
export async function changeLesson(
  tx: Tx,
  ctx: ActorCtx,
  action: string,
  seen: LessonRecord,
  changes: LessonChanges,
): Promise<LessonRecord> {
  if (!(await updateLesson(tx, seen, changes))) throw changedMeanwhile();
  const { confirmedAt: _, deletedAt, ...visible } = changes;
  await recordHistory(tx, ctx, {
    entity: "lesson",
    entityId: seen.id,
    action,
    changes: diff<Record<string, string | number | boolean | null>>(
      { ...seen, proposal: null, deleted: false },
      { ...visible, deleted: deletedAt !== undefined },
    ),
    teacherId: seen.teacherId,
    studentId: seen.studentId,
  });
  const now = { ...seen, ...visible, version: seen.version + 1 };
  const stands = isPlanned(now.status) && now.date === seen.date && now.block === seen.block;
  return { ...now, proposal: stands ? seen.proposal : null };
}

/** What a notification says about a lesson. */
export function notifiedLesson(lesson: LessonRecord): NotifiedLesson {
  const { id: lessonId, date, block, subject, level, teacherName, studentName } = lesson;
  return { lessonId, date, block, subject, level, teacherName, studentName };
}

/** Which side of an own lesson the actor is. */
export function sideOf(actor: Actor): "Student" | "Teacher" {
  return actor.role === "Teacher" ? "Teacher" : "Student";
}

/** The id of the other side of an own lesson. */
export function otherSide(actor: Actor, lesson: Pick<LessonRecord, "teacherId" | "studentId">): string {
  return actor.id === lesson.teacherId ? lesson.studentId : lesson.teacherId;
}
