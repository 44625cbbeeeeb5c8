import {
  deleteSkipsFrom,
  insertSkips,
  type SeriesLessonRecord,
  type SeriesRecord,
  type SeriesSlot,
  type Tx,
  updatePairs,
  updateSeries,
} from "@korki/db";
import {
  blocksFrom,
  isPlanned,
  type LessonStatus,
  type MoveTarget,
  type PriceRate,
  type SeriesDate,
  type SeriesSlotFacts,
  type Weekday,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { addLessons } from "./add-lessons";
import { lessonHistory } from "./record-series";
import type { NoticedLesson } from "./series-notices";
import { isMovedLesson } from "./series-people";

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

/** Returns what a message says of targets: where each lesson goes, and where it stands before; both of a double lesson. */
export function noticedMoves(
  series: SeriesRecord,
  targets: readonly MoveTarget[],
  block: number,
): NoticedLesson[] {
  return targets.flatMap(({ date, lessonId }) => {
    const lesson = series.lessons.find(({ id }) => id === lessonId);
    if (!lesson) return blocksFrom(block, series.blocks).map((each) => ({ date, block: each }));
    const later = partnerOf(series, lesson);
    return [lesson, ...(later ? [later] : [])].map((was, index) => ({ date, block: block + index, was }));
  });
}

/** Returns whether a target is where its lesson stands already. */
export function isAtTarget(series: SeriesRecord, { lessonId, date }: MoveTarget, block: number): boolean {
  const lesson = series.lessons.find(({ id }) => id === lessonId);
  return lesson !== undefined && lesson.date === date && lesson.block === block;
}

/** Returns on how many dates a move adds lessons: free ones on which the series had none. */
export function countAdded(targets: SeriesMovePlan["targets"]): number {
  return targets.filter(({ outcome, lessonId }) => outcome === "free" && lessonId === null).length;
}

/** Whether a block of a series is that of the later lessons of its double lessons. */
export function isLater({ blocks, block }: SeriesRecord, seriesBlock: number): boolean {
  return blocks === 2 && seriesBlock === block + 1;
}

/** Returns the other lesson of a double one that goes along: planned, and where the series put it. */
function partnerOf(series: SeriesRecord, lesson: SeriesLessonRecord): SeriesLessonRecord | undefined {
  return series.lessons.find(
    (other) =>
      other.pairId !== null &&
      other.pairId === lesson.pairId &&
      other.id !== lesson.id &&
      !other.isDeleted &&
      isPlanned(other.status) &&
      !isMovedLesson(other),
  );
}

/**
 * Returns the slots that a target wants, the later one of a double lesson included, and who goes there: each hour with its
 * own teacher.
 */
export function targetSlots(
  series: SeriesRecord,
  { date, lessonId }: MoveTarget,
  block: number,
): SeriesSlot[] {
  const lesson = series.lessons.find(({ id }) => id === lessonId);
  return blocksFrom(block, series.blocks).map((each, index) => {
    const goes = lesson && index > 0 ? (partnerOf(series, lesson) ?? lesson) : lesson;
    return { teacherId: goes?.teacherId ?? series.teacherId, date, block: each, lessonId: goes?.id ?? null };
  });
}

/** Whether the series' own lessons hold a slot. */
export function isHeldBySeries(series: SeriesRecord, slot: Pick<SeriesSlot, "date" | "block">): boolean {
  return series.lessons.some(
    ({ isDeleted, status, date, block }) =>
      !isDeleted && isPlanned(status) && date === slot.date && block === slot.block,
  );
}

/** Returns the facts of a wanted slot without what goes away: the other lesson of the double one that moves there. */
export function withoutOwn(
  series: SeriesRecord,
  facts: SeriesSlotFacts,
  wanted: SeriesSlot | undefined,
): SeriesSlotFacts {
  const lesson = series.lessons.find(({ id }) => id === wanted?.lessonId);
  const other = lesson && partnerOf(series, lesson);
  const isOther = other?.date === facts.date && other?.block === facts.block;
  if (!isOther) return facts;
  const teacherBusy = facts.teacherBusy && other.teacherId !== lesson?.teacherId;
  return { ...facts, teacherBusy, studentBusy: false };
}

/**
 * Moves the lessons of a locked series to the free dates of a plan, adds lessons where it had none, and skips the others.
 * Moved lessons keep their status. Returns them at their new dates, ascending. Throws `conflict` if a lesson changed
 * meanwhile.
 *
 * @param status of the added lessons
 */
export async function applyMove(
  tx: Tx,
  ctx: ActorCtx,
  series: SeriesRecord,
  { from, anchor, weekday, block, targets, price }: SeriesMovePlan,
  status: LessonStatus,
): Promise<(NoticedLesson & { teacherId: string })[]> {
  const byId = new Map(series.lessons.map((lesson) => [lesson.id, lesson]));
  const free = targets.filter(({ outcome }) => outcome === "free");
  const moved = free.flatMap((target) => {
    const lesson = target.lessonId === null ? undefined : byId.get(target.lessonId);
    if (!lesson || isAtTarget(series, target, block)) return [];
    const later = partnerOf(series, lesson);
    const first = { lesson, date: target.date, block };
    return later ? [first, { lesson: later, date: target.date, block: block + 1 }] : [first];
  });
  const updatesTo = (hour: number) =>
    moved
      .filter(({ block: to }) => to === hour)
      .map(({ lesson: { id, version, status: before }, date }) => ({
        id,
        version,
        date,
        block: hour,
        seriesDate: date,
        seriesBlock: hour,
        ...(before === "Potwierdzona" ? { confirmedAt: ctx.now() } : {}),
      }));
  const pairs = { earlier: updatesTo(block), later: updatesTo(block + 1), isForward: block > series.block };
  if ((await updatePairs(tx, pairs)) !== moved.length) throw changedMeanwhile();
  const added = free.filter(({ lessonId }) => lessonId === null).map(({ date }) => ({ date, block }));
  await addLessons(tx, ctx, { ...series, block }, added, { price, status });
  await deleteSkipsFrom(tx, series.id, from);
  const skipped = targets.flatMap(({ date, lessonId, outcome }) =>
    outcome === "free" || lessonId !== null ? [] : [{ date, outcome }],
  );
  await insertSkips(tx, series.id, skipped);
  await updateSeries(tx, series.id, { weekday, block, anchor });
  await recordHistory(
    tx,
    ctx,
    ...moved.map(({ lesson, date, block: to }) =>
      lessonHistory("move", lesson, series.studentId, {
        ...(lesson.date === date ? {} : { date: { from: lesson.date, to: date } }),
        ...(lesson.block === to ? {} : { block: { from: lesson.block, to } }),
      }),
    ),
  );
  return moved.map(({ lesson, date, block: to }) => ({
    teacherId: lesson.teacherId,
    date,
    block: to,
    was: lesson,
  }));
}
