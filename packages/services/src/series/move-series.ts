import type { MoveSeriesInput, PreviewMoveInput, Series, SeriesPreview } from "@korki/contracts/series";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { seriesRefusalTexts } from "@korki/contracts/texts/series";
import {
  deleteSkipsFrom,
  type Executor,
  findSeries,
  insertLessons,
  insertSkips,
  type LessonUpdate,
  loadSections,
  loadSeriesPeople,
  loadSeriesSlots,
  lockSeries,
  newId,
  type SeriesRecord,
  shareClosures,
  spendPreview,
  type Tx,
  transact,
  updateLessons,
  updateSeries,
} from "@korki/db";
import {
  DEFAULT_PRICES,
  hasStarted,
  isPlanned,
  type LessonSide,
  laterDate,
  type MoveTarget,
  moveTargets,
  outcomeOf,
  type PriceRate,
  type SeriesDate,
  seriesDates,
  today,
} from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, invalidInput } from "../errors";
import { type HistoryRecord, recordHistory } from "../history";
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { consequenceOfMove } from "../money/consequences";
import { notify } from "../outbox";
import type { PreviewSubject } from "../previews/preview-token";
import { orFreshPreview, requirePromise, StalePreview, toPreview } from "./plan-series";
import { lessonHistory, recordSeries } from "./record-series";
import { requireEnoughPrepaid } from "./require-prepaid";
import { seriesNotices } from "./series-notices";
import { isMovedLesson, newLessonStatus, requireSide, toSeries } from "./series-people";

/** What a move would do: every new date with its outcome and the lesson that moves there. */
type MovePlan = {
  from: string;
  targets: (MoveTarget & SeriesDate)[];
  price: PriceRate;
};

/** Returns the outcome of every new date of a series that moves from a day on. */
export async function previewMove(ctx: ActorCtx, input: PreviewMoveInput): Promise<SeriesPreview> {
  const { series, side } = await requireSide(ctx.db, ctx, await findSeries(ctx.db, input.seriesId));
  const { targets, price } = await planMove(ctx.db, ctx, series, side, input);
  const consequence = await consequenceOfMove(ctx, { ...series, side }, price, targets, input);
  return toPreview(
    ctx,
    subjectOf(input),
    targets.map(({ date, outcome }) => ({ date, outcome })),
    consequence,
  );
}

/**
 * Moves the lessons of a series to another weekday or block, as a preview showed (rules §11). A lesson whose new slot is
 * not free, and one that was moved individually, keeps its slot. Throws `conflict` with a fresh preview, and moves
 * nothing, if the preview does not hold.
 */
export async function moveSeries(ctx: ActorCtx, { token, ...input }: MoveSeriesInput): Promise<Series> {
  return orFreshPreview(
    () => transact(ctx.db, (tx) => move(tx, ctx, input, token)),
    () => previewMove(ctx, input),
  );
}

async function move(tx: Tx, ctx: ActorCtx, input: PreviewMoveInput, token: string): Promise<Series> {
  await shareClosures(tx);
  const found = await requireSide(tx, ctx, await findSeries(tx, input.seriesId));
  const isLimited = found.side === "Student" && ctx.settings.bookingRequiresPrepaid;
  await loadSeriesPeople(tx, found.series, isLimited ? "exclusive" : "shared");
  const { series, side } = await requireSide(tx, ctx, await lockSeries(tx, input.seriesId));
  const { from, targets, price } = await planMove(tx, ctx, series, side, input);
  const { free, skipped, previewId } = requirePromise(ctx, subjectOf(input), token, targets);
  const chosen = targets.filter(({ date }) => free.has(date));
  const created = chosen.filter(({ lessonId }) => lessonId === null);
  if (isLimited && created.length > 0) await requireEnoughPrepaid(tx, series, created.length);
  if (!(await spendPreview(tx, previewId, ctx.now()))) throw new StalePreview();

  const { updates, histories } = movedLessons(ctx, series, side, input.block, chosen);
  if ((await updateLessons(tx, updates)) !== updates.length) throw changedMeanwhile();
  const status = newLessonStatus(side);
  await insertLessons(
    tx,
    {
      ...{ teacherId: series.teacherId, studentId: series.studentId, block: input.block },
      ...{ subject: series.subject, level: series.level, title: series.subject },
      ...{ description: series.description, ...price, status },
      ...{ createdAt: ctx.now(), confirmedAt: status === "Potwierdzona" ? ctx.now() : null },
      ...{ seriesId: series.id, seriesBlock: input.block },
    },
    created.map(({ date }) => ({ id: newId(), date, seriesDate: date })),
  );
  await deleteSkipsFrom(tx, series.id, from);
  const taken = new Set(targets.filter(({ lessonId }) => lessonId !== null).map(({ date }) => date));
  await insertSkips(
    tx,
    series.id,
    skipped.filter(({ date }) => !taken.has(date)),
  );
  const { weekday, block } = input;
  await updateSeries(tx, series.id, { weekday, block, anchor: from });
  await recordHistory(tx, ctx, ...histories);
  const before = { weekday: series.weekday, block: series.block };
  await recordSeries(tx, ctx, series, "move", { weekday, block, from, lessons: chosen.length }, before);
  const dates = chosen.map(({ date }) => date);
  await notify(tx, ctx, ...seriesNotices("moved", side, { ...series, weekday, block }, dates));
  return toSeries((await findSeries(tx, series.id)) ?? series);
}

/** A student's move has to be confirmed again; a teacher's or an administrator's keeps the status. */
function movedLessons(
  ctx: ActorCtx,
  series: SeriesRecord,
  side: LessonSide,
  block: number,
  targets: readonly MoveTarget[],
): { updates: LessonUpdate[]; histories: HistoryRecord[] } {
  const byId = new Map(series.lessons.map((lesson) => [lesson.id, lesson]));
  const moved = targets.flatMap(({ date, lessonId }) => {
    const lesson = lessonId === null ? undefined : byId.get(lessonId);
    return lesson && !(lesson.date === date && lesson.block === block) ? [{ lesson, date }] : [];
  });
  const updates = moved.map(({ lesson: { id, version, status }, date }) => ({
    ...{ id, version, date, block, seriesDate: date, seriesBlock: block },
    ...(status !== "Potwierdzona"
      ? {}
      : side === "Student"
        ? { status: "Nie potwierdzona" as const }
        : { confirmedAt: ctx.now() }),
  }));
  const histories = moved.map(({ lesson, date }) =>
    lessonHistory("move", lesson, series.studentId, {
      ...(lesson.date === date ? {} : { date: { from: lesson.date, to: date } }),
      ...(lesson.block === block ? {} : { block: { from: lesson.block, to: block } }),
      ...(side === "Student" && lesson.status === "Potwierdzona"
        ? { status: { from: lesson.status, to: "Nie potwierdzona" } }
        : {}),
    }),
  );
  return { updates, histories };
}

async function planMove(
  on: Executor,
  ctx: ActorCtx,
  series: SeriesRecord,
  side: LessonSide,
  { weekday, block, ...input }: PreviewMoveInput,
): Promise<MovePlan> {
  const now = ctx.now();
  const from = laterDate(input.from, today(now));
  const dates = seriesDates({ weekday, from, to: series.to, everyWeeks: series.everyWeeks });
  if (dates.length === 0) throw invalidInput(seriesRefusalTexts["no-date"]);
  const people = await loadSeriesPeople(on, series, "none");
  const isActive = people?.assigned && !people.teacherDisabled && !people.studentDisabled;
  if (side !== "Admin" && !isActive) throw conflict(lessonTexts.pairInactive);

  const byId = new Map(series.lessons.map((lesson) => [lesson.id, lesson]));
  const places = [
    ...series.lessons
      .filter(({ seriesDate }) => seriesDate >= from)
      .map((lesson) => ({
        seriesDate: lesson.seriesDate,
        lessonId: lesson.id,
        movable:
          !lesson.isDeleted &&
          isPlanned(lesson.status) &&
          !isMovedLesson(lesson) &&
          !hasStarted(lesson.date, lesson.block, now),
      })),
    ...series.skipped
      .filter(({ date }) => date >= from)
      .map(({ date }) => ({ seriesDate: date, lessonId: null, movable: false })),
  ];
  const targets = moveTargets(places, dates);
  const wanted = targets.map(({ date, lessonId }) => ({
    teacherId: byId.get(lessonId ?? "")?.teacherId ?? series.teacherId,
    ...{ date, block, lessonId },
  }));
  const slots = await loadSeriesSlots(on, series.studentId, wanted);
  const sections = await loadSections(on, [...new Set(wanted.map(({ teacherId }) => teacherId))]);
  const isAdmin = side === "Admin";
  const outcomes = slots.map((slot, index) => {
    const teacherSections = sections.get(wanted[index]?.teacherId ?? "") ?? [];
    return outcomeOf(slot, { sections: teacherSections, now, isAdmin });
  });
  return {
    from,
    targets: targets.map((target, index) => ({ ...target, outcome: outcomes[index] ?? "past" })),
    price: people?.price ?? DEFAULT_PRICES[series.level],
  };
}

function subjectOf({ seriesId, from, weekday, block }: PreviewMoveInput): PreviewSubject {
  return { action: "series.move", body: [seriesId, from, weekday, block] };
}
