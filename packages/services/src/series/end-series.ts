import type { EndSeriesInput, SeriesEnded, SeriesEndPreview } from "@korki/contracts/series";
import { endingSentence } from "@korki/contracts/texts/consequence";
import {
  deleteSkipsFrom,
  findLessonMoney,
  findSeries,
  findWaitingLessons,
  lockSeries,
  type SeriesLessonRecord,
  type SeriesRecord,
  shareClosures,
  type Tx,
  transact,
  trimMove,
  updateLessons,
  updateSeries,
} from "@korki/db";
import {
  addDays,
  type CancellationCost,
  type CivilDate,
  earlierDate,
  hasStarted,
  isPlanned,
  type LessonSide,
  laterDate,
  today,
} from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";
import { recordHistory } from "../history";
import { cancelLessons } from "../lessons/cancel-lessons";
import { decideCancellations } from "../lessons/decide-cancellations";
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { notify } from "../outbox";
import { lessonHistory, recordSeries } from "./record-series";
import { endNotices } from "./series-notices";
import { requireSide } from "./series-people";

/**
 * Returns what ending a series from a day on means for its student (rules §39). `amount` is the price of the lessons that
 * are charged nevertheless. A teacher's or administrator's end never charges and has no consequence.
 */
export async function previewEnd(ctx: ActorCtx, input: EndSeriesInput): Promise<SeriesEndPreview> {
  return transact(ctx.db, async (tx) => {
    const { series, side } = await requireSide(tx, ctx, await findSeries(tx, input.seriesId));
    if (side !== "Student") return { consequence: null };
    const ahead = lessonsAhead(ctx, series, input.from);
    const confirmed = ahead.filter(({ status }) => status !== "Nie potwierdzona");
    const { studentId } = series;
    const decisions = await decideCancellations(
      tx,
      ctx,
      confirmed.map((lesson) => ({ ...lesson, studentId })),
    );
    const costing = (cost: CancellationCost) =>
      confirmed.filter(({ id }) => decisions.get(id)?.cost === cost);
    const charged = costing("charge");
    const lateCosts = await findLessonMoney(
      tx,
      charged.map(({ id }) => id),
    );
    const amount = lateCosts.reduce((sum, { price }) => sum + price, 0);
    const terms = { lessons: ahead.length, charged: charged.length, amount, asked: costing("ask").length };
    return {
      consequence: {
        lessons: ahead.length,
        amount,
        covered: lateCosts.filter(({ isCovered }) => isCovered).length,
        freeUntil: null,
        sentence: endingSentence(terms),
      },
    };
  });
}

/**
 * Ends a series from a day on: deletes its unconfirmed lessons and cancels the confirmed ones on the side of the
 * actor. An administrator ends on the teacher's side. A day in the past means today. Lessons that have started stay.
 */
export async function endSeries(ctx: ActorCtx, input: EndSeriesInput): Promise<SeriesEnded> {
  return transact(ctx.db, async (tx) => {
    const { ended, series, side, lessons, announced, costs } = await endSeriesIn(tx, ctx, input);
    await notify(tx, ctx, ...(await endNotices(tx, ctx, side, series, { ended: lessons, announced, costs })));
    return ended;
  });
}

/**
 * The same within a transaction, without a message. Also returns the lessons that end, in order, and of those the ones that
 * the teacher had heard of: no payer's agreement was missing, or an administrator had confirmed them; and what those that were
 * confirmed cost, by their ids.
 */
export async function endSeriesIn(tx: Tx, ctx: ActorCtx, input: EndSeriesInput) {
  await shareClosures(tx);
  const { series, side } = await requireSide(tx, ctx, await lockSeries(tx, input.seriesId));
  const from = laterDate(input.from, today(ctx.now()));
  const lessons = lessonsAhead(ctx, series, from);
  const waiting = await findWaitingLessons(tx, series.studentId);
  const { ended, costs } = await endLessons(tx, ctx, series, { lessons, from, side, endedAt: ctx.now() });
  const announced = lessons.filter(({ id, status }) => status === "Potwierdzona" || !waiting.has(id));
  return { ended, series, side, lessons, announced, costs };
}

function lessonsAhead(ctx: Ctx, series: SeriesRecord, from: CivilDate): SeriesLessonRecord[] {
  const now = ctx.now();
  return series.lessons.filter(
    ({ isDeleted, status, date, block }) =>
      !isDeleted && isPlanned(status) && date >= from && !hasStarted(date, block, now),
  );
}

/**
 * Deletes those of a series' lessons that are not confirmed, cancels the others on this side, and lets the series end
 * before `from`. After a decided end (`endedAt`) nobody is asked whether it goes on. The series must be locked. Also returns
 * what the student's side pays for confirmed ones, by their ids.
 */
export async function endLessons(
  tx: Tx,
  ctx: Ctx,
  series: SeriesRecord,
  of: { lessons: readonly SeriesLessonRecord[]; from: CivilDate; side: LessonSide; endedAt: Date | null },
): Promise<{ ended: SeriesEnded; costs: ReadonlyMap<string, CancellationCost> }> {
  const { lessons, from, side, endedAt } = of;
  const deleted = lessons.filter(({ status }) => status === "Nie potwierdzona");
  const cancelled = lessons.filter(({ status }) => status !== "Nie potwierdzona");
  const deletedAt = ctx.now();
  const written = await updateLessons(
    tx,
    deleted.map(({ id, version }) => ({ id, version, deletedAt })),
  );
  if (written !== deleted.length) throw changedMeanwhile();
  await recordHistory(
    tx,
    ctx,
    ...deleted.map((lesson) =>
      lessonHistory("delete", lesson, series.studentId, { deleted: { from: false, to: true } }),
    ),
  );
  const { studentId } = series;
  const asSide = side === "Student" ? "Student" : "Teacher";
  const decisions = await cancelLessons(
    tx,
    ctx,
    cancelled.map((lesson) => ({ ...lesson, studentId })),
    asSide,
  );
  await deleteSkipsFrom(tx, series.id, from);
  if (series.move) await trimMove(tx, series.move.id, from);
  const to = earlierDate(series.to, laterDate(series.from, addDays(from, -1)));
  if (lessons.length > 0 || to !== series.to) {
    await updateSeries(tx, series.id, { to, endedAt });
    const after = { to, cancelled: cancelled.length, deleted: deleted.length };
    await recordSeries(tx, ctx, series, "end", after, { to: series.to });
  }
  return {
    ended: { cancelled: cancelled.length, deleted: deleted.length },
    costs: new Map([...decisions].map(([id, { cost }]) => [id, cost])),
  };
}
