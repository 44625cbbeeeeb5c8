import type { Series } from "@korki/contracts/series";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { seriesTexts } from "@korki/contracts/texts/series";
import type { Executor, SeriesLessonRecord, SeriesRecord } from "@korki/db";
import {
  type GuardianRight,
  type LessonSide,
  type LessonStatus,
  seriesState,
  sideOf,
  studentActedFor,
} from "@korki/domain";
import { actFor } from "../act-for";
import type { ActorCtx } from "../context";
import { forbidden, invalidInput, notFound, ServiceError } from "../errors";

/**
 * Returns the pair that an actor may plan for and the actor's side of it. A student and a teacher plan for
 * themselves, a parent for a child; an administrator names both. Throws `input` for a missing person, `forbidden` for
 * another student or a parent without the right `book`, and `not_found` for another teacher or another person's
 * child.
 */
export async function pairFor(
  on: Executor,
  ctx: ActorCtx,
  { teacherId, studentId }: { teacherId?: string | undefined; studentId?: string | undefined },
): Promise<{ side: LessonSide; teacherId: string; studentId: string }> {
  const { actor } = await actFor(on, ctx, studentId, "book");
  const own = studentActedFor(actor);
  if (own !== null && (studentId ?? own) !== own) throw forbidden(lessonTexts.notForOneself);
  if (actor.role === "Teacher" && (teacherId ?? actor.id) !== actor.id) throw notFound();
  const teacher = actor.role === "Teacher" ? actor.id : teacherId;
  const student = own ?? studentId;
  if (teacher === undefined) throw invalidInput(seriesTexts.teacherRequired);
  if (student === undefined) throw invalidInput(seriesTexts.studentRequired);
  const side = actor.role === "Admin" || actor.role === "Teacher" ? actor.role : "Student";
  return { side, teacherId: teacher, studentId: student };
}

/**
 * Returns the actor's side of a series; a parent is on the child's. Throws `not_found` for one that is not the actor's,
 * or none, and `forbidden` if a parent lacks the right.
 */
export async function requireSide(
  on: Executor,
  ctx: ActorCtx,
  series: SeriesRecord | null,
  right: GuardianRight = "book",
): Promise<{ series: SeriesRecord; side: LessonSide }> {
  if (!series) throw seriesNotFound();
  const { actor } = await actFor(on, ctx, series.studentId, right, seriesNotFound);
  const side = sideOf(actor, series);
  if (!side) throw seriesNotFound();
  return { series, side };
}

function seriesNotFound(): ServiceError {
  return new ServiceError("not_found", seriesTexts.notFound);
}

/** Returns the status of lessons created on this side. */
export function newLessonStatus(side: LessonSide): LessonStatus {
  return side === "Teacher" ? "Potwierdzona" : "Nie potwierdzona";
}

/** Returns whether the lesson was moved away from its series' slot. */
export function isMovedLesson(lesson: SeriesLessonRecord): boolean {
  return lesson.date !== lesson.seriesDate || lesson.block !== lesson.seriesBlock;
}

/** Returns a series as its people see it. */
export function toSeries({ anchor: _, lessons: all, move, ...series }: SeriesRecord): Series {
  const lessons = all.filter(({ isDeleted }) => !isDeleted);
  const byId = new Map(all.map((lesson) => [lesson.id, lesson]));
  return {
    ...series,
    move: move && {
      id: move.id,
      from: move.from,
      weekday: move.weekday,
      block: move.block,
      expiresAt: move.expiresAt,
      dates: move.dates.map(({ date, outcome, lessonId }) => {
        const lesson = byId.get(lessonId ?? "");
        return { date, outcome, was: lesson ? { date: lesson.date, block: lesson.block } : null };
      }),
    },
    ...seriesState(lessons.map(({ status }) => status)),
    lessons: lessons.map((lesson) => ({
      id: lesson.id,
      date: lesson.date,
      block: lesson.block,
      status: lesson.status,
      teacherId: lesson.teacherId,
      pairId: lesson.pairId,
      isMoved: isMovedLesson(lesson),
    })),
  };
}
