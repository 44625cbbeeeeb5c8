import type { Series } from "@korki/contracts/series";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { seriesTexts } from "@korki/contracts/texts/series";
import type { SeriesLessonRecord, SeriesRecord } from "@korki/db";
import { type LessonSide, type LessonStatus, seriesState, sideOf } from "@korki/domain";
import type { Actor } from "../context";
import { forbidden, invalidInput, notFound, ServiceError } from "../errors";

/**
 * Returns the pair that an actor may plan for and the actor's side of it. A student and a teacher plan for themselves;
 * an administrator names both. Throws `input` for a missing person, `forbidden` for another student and `not_found` for another
 * teacher.
 */
export function pairFor(
  actor: Actor,
  { teacherId, studentId }: { teacherId?: string | undefined; studentId?: string | undefined },
): { side: LessonSide; teacherId: string; studentId: string } {
  if (actor.role === "Student" && (studentId ?? actor.id) !== actor.id)
    throw forbidden(lessonTexts.notForOneself);
  if (actor.role === "Teacher" && (teacherId ?? actor.id) !== actor.id) throw notFound();
  const teacher = actor.role === "Teacher" ? actor.id : teacherId;
  const student = actor.role === "Student" ? actor.id : studentId;
  if (teacher === undefined) throw invalidInput(seriesTexts.teacherRequired);
  if (student === undefined) throw invalidInput(seriesTexts.studentRequired);
  const side = actor.role === "Admin" || actor.role === "Teacher" ? actor.role : "Student";
  return { side, teacherId: teacher, studentId: student };
}

/** Returns the actor's side of a series. Throws `not_found` for one that is not the actor's, or none. */
export function requireSide(
  actor: Actor,
  series: SeriesRecord | null,
): { series: SeriesRecord; side: LessonSide } {
  const side = series && sideOf(actor, series);
  if (!series || !side) throw new ServiceError("not_found", seriesTexts.notFound);
  return { series, side };
}

/** Returns the status of lessons that somebody on this side makes. */
export function newLessonStatus(side: LessonSide): LessonStatus {
  return side === "Teacher" ? "Potwierdzona" : "Nie potwierdzona";
}

/** Whether somebody moved the lesson away from where its series put it. */
export function isMovedLesson(lesson: SeriesLessonRecord): boolean {
  return lesson.date !== lesson.seriesDate || lesson.block !== lesson.seriesBlock;
}

/** Returns a series as its people see it. */
export function toSeries({ anchor: _, lessons: all, ...series }: SeriesRecord): Series {
  const lessons = all.filter(({ isDeleted }) => !isDeleted);
  return {
    ...series,
    ...seriesState(lessons.map(({ status }) => status)),
    lessons: lessons.map((lesson) => ({
      id: lesson.id,
      date: lesson.date,
      block: lesson.block,
      status: lesson.status,
      teacherId: lesson.teacherId,
      isMoved: isMovedLesson(lesson),
    })),
  };
}
