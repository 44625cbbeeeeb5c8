import {
  deleteSkipsFrom,
  insertSkips,
  type SeriesLessonRecord,
  type SeriesRecord,
  type SeriesSlot,
  type Tx,
  updateLessons,
  updateSeries,
} from "@korki/db";
import {
  blocksFrom,
  type CivilDate,
  firstOn,
  isCancelled,
  isPlanned,
  type LessonStatus,
  type MoveTarget,
  type PriceRate,
  type SeriesDate,
  type SeriesOutcome,
  type SeriesSlotFacts,
  type Slot,
  type Weekday,
  weekStart,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { addLessons } from "./add-lessons";
import { outcomeOfAll } from "./plan-series";
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
  return targets.flatMap((target): NoticedLesson[] => {
    const { date } = target;
    const moving = movingLessons(series, target, block);
    if (moving.length > 0) return moving.map(({ lesson: was, block: to }) => ({ date, block: to, was }));
    return blocksFrom(block, series.blocks).map((each) => ({ date, block: each }));
  });
}

/** Returns whether a target is where its lessons stand already. */
export function isAtTarget(series: SeriesRecord, target: MoveTarget, block: number): boolean {
  const moving = movingLessons(series, target, block);
  return moving.length > 0 && moving.every(({ lesson, block }) => isAt(lesson, { date: target.date, block }));
}

function isAt(lesson: Slot, { date, block }: Slot): boolean {
  return lesson.date === date && lesson.block === block;
}

/** Returns on how many dates a move adds lessons: free ones on which the series had none. */
export function countAdded(targets: SeriesMovePlan["targets"]): number {
  return targets.filter(({ outcome, lessonId }) => outcome === "free" && lessonId === null).length;
}

/** Returns the other lesson of a double one, whatever became of it. */
function otherHour(series: SeriesRecord, { id, pairId }: SeriesLessonRecord): SeriesLessonRecord | undefined {
  return series.lessons.find((other) => pairId !== null && other.pairId === pairId && other.id !== id);
}

/** Whether a lesson is the later one of a double lesson. */
function isLater(series: SeriesRecord, lesson: SeriesLessonRecord): boolean {
  const other = otherHour(series, lesson);
  if (!other) return false;
  const place = lesson.seriesBlock - series.block;
  // The other hour did not move with it, so its old place does not tell which of the two is later.
  if (isGone(other) && (place === 0 || place === 1)) return place === 1;
  return other.seriesBlock < lesson.seriesBlock;
}

/** Whether an hour of a double lesson was cancelled, deleted or moved alone. */
function isGone(other: SeriesLessonRecord): boolean {
  return other.isDeleted || isCancelled(other.status) || isMovedLesson(other);
}

/** Whether a lesson is the later one of a double lesson whose earlier one was not cancelled, deleted or moved alone. */
export function followsEarlier(series: SeriesRecord, lesson: SeriesLessonRecord): boolean {
  const other = otherHour(series, lesson);
  return other !== undefined && !isGone(other) && isLater(series, lesson);
}

/** Returns the other lesson of a double one that goes along: planned, and where the series put it. */
function partnerOf(series: SeriesRecord, lesson: SeriesLessonRecord): SeriesLessonRecord | undefined {
  const other = otherHour(series, lesson);
  return other && !other.isDeleted && isPlanned(other.status) && !isMovedLesson(other) ? other : undefined;
}

/**
 * Returns the lessons that go to a target, by block: none, one or the two of a double lesson. An hour that is left of a
 * double lesson keeps its place in it.
 *
 * @param block of the earlier hour
 */
function movingLessons(
  series: SeriesRecord,
  { lessonId }: MoveTarget,
  block: number,
): { lesson: SeriesLessonRecord; block: number }[] {
  const lesson = series.lessons.find(({ id }) => id === lessonId);
  if (!lesson) return [];
  const partner = partnerOf(series, lesson);
  if (!partner) return [{ lesson, block: isLater(series, lesson) ? block + 1 : block }];
  return [lesson, partner]
    .toSorted((a, b) => a.seriesBlock - b.seriesBlock)
    .map((each, index) => ({ lesson: each, block: block + index }));
}

/** Returns the slots that a target wants, by block, and who goes there: each hour with its own teacher. */
export function targetSlots(series: SeriesRecord, target: MoveTarget, block: number): SeriesSlot[] {
  const { date } = target;
  const moving = movingLessons(series, target, block);
  if (moving.length > 0)
    return moving.map(({ lesson: { id, teacherId }, block }) => ({ teacherId, date, block, lessonId: id }));
  const { teacherId } = series;
  return blocksFrom(block, series.blocks).map((each) => ({ teacherId, date, block: each, lessonId: null }));
}

/**
 * Returns the outcome of each of many targets: what stands against any of its slots.
 *
 * @param wanted the slots of each target
 * @param outcomes those of all these slots, in their order
 */
export function targetOutcomes(
  wanted: readonly (readonly SeriesSlot[])[],
  outcomes: readonly SeriesOutcome[],
): SeriesOutcome[] {
  const rest = [...outcomes];
  return wanted.map((slots) => outcomeOfAll(rest.splice(0, slots.length)));
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

/** Returns the dates from a day on that the people of a series left out, as it has them after a move. */
function leftOutDates({ skipped, to }: SeriesRecord, from: CivilDate, weekday: Weekday) {
  return skipped
    .filter(({ date, outcome }) => date >= from && outcome === "left-out")
    .map(({ date, outcome }) => {
      const moved = firstOn(weekday, weekStart(date));
      return { date: moved >= from && moved <= to ? moved : date, outcome };
    });
}

/**
 * Moves the lessons of a locked series to the free dates of a plan, adds lessons where it had none, and skips the others;
 * what its people left out stays left out.
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
  const free = targets.filter(({ outcome }) => outcome === "free");
  const pairs = free.map(({ date, ...target }) =>
    movingLessons(series, { date, ...target }, block)
      .map(({ lesson, block: to }) => ({ lesson, date, block: to }))
      .filter(({ lesson, ...to }) => !isAt(lesson, to)),
  );
  const moved = pairs.flat();
  // Slots change row by row: of a double lesson, who leaves the slot that the other one takes goes first.
  const inOrder = pairs.map(([earlier, later]) => {
    const isTaken = earlier && later && isAt(later.lesson, earlier);
    return isTaken ? [later, earlier] : [earlier, later];
  });
  for (const turn of [0, 1]) {
    const updates = inOrder.flatMap((pair) => {
      const { lesson, date, block: to } = pair[turn] ?? {};
      if (!lesson || date === undefined || to === undefined) return [];
      const confirmedAt = lesson.status === "Potwierdzona" ? { confirmedAt: ctx.now() } : {};
      const { id, version } = lesson;
      return [{ id, version, date, block: to, seriesDate: date, seriesBlock: to, ...confirmedAt }];
    });
    if ((await updateLessons(tx, updates)) !== updates.length) throw changedMeanwhile();
  }
  const added = free.filter(({ lessonId }) => lessonId === null).map(({ date }) => ({ date, block }));
  await addLessons(tx, ctx, { ...series, block }, added, { price, status });
  await deleteSkipsFrom(tx, series.id, from);
  const skipped = targets.flatMap(({ date, lessonId, outcome }) =>
    outcome === "free" || lessonId !== null ? [] : [{ date, outcome }],
  );
  await insertSkips(tx, series.id, [...leftOutDates(series, from, weekday), ...skipped]);
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
