import {
  deleteSkipsFrom,
  insertLessons,
  insertSkips,
  newId,
  type SeriesRecord,
  type Tx,
  updateLessons,
  updateSeries,
} from "@korki/db";
import type { LessonStatus, MoveTarget, PriceRate, SeriesDate, SkipOutcome, Weekday } from "@korki/domain";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { lessonHistory } from "./record-series";

/** A move that was decided: where a series goes from a day on, and every new date with its outcome. */
export type SeriesMovePlan = {
  from: string;
  /** The day from which the weeks are counted from now on. */
  anchor: string;
  weekday: Weekday;
  block: number;
  targets: (MoveTarget & SeriesDate)[];
  price: PriceRate;
};

/** Returns whether a target is where its lesson stands already. */
export function isAtTarget(series: SeriesRecord, { lessonId, date }: MoveTarget, block: number): boolean {
  const lesson = series.lessons.find(({ id }) => id === lessonId);
  return lesson !== undefined && lesson.date === date && lesson.block === block;
}

/**
 * Moves the lessons of a locked series to the free dates of a plan, adds lessons where it had none, and skips the others.
 * Moved lessons keep their status. Throws `conflict` if a lesson changed meanwhile.
 *
 * @param status of the added lessons
 */
export async function applyMove(
  tx: Tx,
  ctx: ActorCtx,
  series: SeriesRecord,
  { from, anchor, weekday, block, targets, price }: SeriesMovePlan,
  status: LessonStatus,
): Promise<void> {
  const byId = new Map(series.lessons.map((lesson) => [lesson.id, lesson]));
  const free = targets.filter(({ outcome }) => outcome === "free");
  const moved = free.flatMap((target) => {
    const lesson = target.lessonId === null ? undefined : byId.get(target.lessonId);
    return lesson && !isAtTarget(series, target, block) ? [{ lesson, date: target.date }] : [];
  });
  const updates = moved.map(({ lesson: { id, version, status: before }, date }) => ({
    ...{ id, version, date, block, seriesDate: date, seriesBlock: block },
    ...(before === "Potwierdzona" ? { confirmedAt: ctx.now() } : {}),
  }));
  if ((await updateLessons(tx, updates)) !== updates.length) throw changedMeanwhile();
  await insertLessons(
    tx,
    {
      ...{ teacherId: series.teacherId, studentId: series.studentId, block },
      ...{ subject: series.subject, level: series.level, title: series.subject },
      ...{ description: series.description, ...price, status },
      ...{ createdAt: ctx.now(), confirmedAt: status === "Potwierdzona" ? ctx.now() : null },
      ...{ seriesId: series.id, seriesBlock: block },
    },
    free
      .filter(({ lessonId }) => lessonId === null)
      .map(({ date }) => ({ id: newId(), date, seriesDate: date })),
  );
  await deleteSkipsFrom(tx, series.id, from);
  const skipped = targets.flatMap(({ date, lessonId, outcome }) =>
    outcome === "free" || lessonId !== null ? [] : [{ date, outcome: outcome as SkipOutcome }],
  );
  await insertSkips(tx, series.id, skipped);
  await updateSeries(tx, series.id, { weekday, block, anchor });
  await recordHistory(
    tx,
    ctx,
    ...moved.map(({ lesson, date }) =>
      lessonHistory("move", lesson, series.studentId, {
        ...(lesson.date === date ? {} : { date: { from: lesson.date, to: date } }),
        ...(lesson.block === block ? {} : { block: { from: lesson.block, to: block } }),
      }),
    ),
  );
}
