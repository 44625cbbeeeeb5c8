import type { EndSeriesInput, SeriesEnded } from "@korki/contracts/series";
import {
  deleteSkipsFrom,
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
import { changedMeanwhile } from "../lessons/lesson-refusals";
import { notify } from "../outbox";
import { lessonHistory, recordSeries } from "./record-series";
import { seriesNotices } from "./series-notices";
import { requireSide } from "./series-people";

/**
 * Ends a series from a day on: deletes its unconfirmed lessons and cancels the confirmed ones on the side of the
 * actor. An administrator ends on the teacher's side. A day in the past means today. Lessons that have started stay.
 */
export async function endSeries(ctx: ActorCtx, input: EndSeriesInput): Promise<SeriesEnded> {
  return transact(ctx.db, async (tx) => {
    await shareClosures(tx);
    const { series, side } = await requireSide(tx, ctx, await lockSeries(tx, input.seriesId));
    const now = ctx.now();
    const from = laterDate(input.from, today(now));
    const ahead = series.lessons.filter(
      ({ isDeleted, status, date, block }) =>
        !isDeleted && isPlanned(status) && date >= from && !hasStarted(date, block, now),
    );
    const ended = await endLessons(tx, ctx, series, { lessons: ahead, from, side });
    const dates = ahead.map(({ date }) => date);
    await notify(tx, ctx, ...seriesNotices("ended", side, series, dates));
    return ended;
  });
}

/**
 * Deletes those of a series' lessons that are not confirmed, cancels the others on this side, and lets the series end
 * before `from`. The series must be locked.
 */
export async function endLessons(
  tx: Tx,
  ctx: Ctx,
  series: SeriesRecord,
  of: { lessons: readonly SeriesLessonRecord[]; from: CivilDate; side: LessonSide },
): Promise<SeriesEnded> {
  const { lessons, from, side } = of;
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
  await cancelLessons(
    tx,
    ctx,
    cancelled.map((lesson) => ({ ...lesson, studentId })),
    asSide,
  );
  await deleteSkipsFrom(tx, series.id, from);
  if (series.move) await trimMove(tx, series.move.id, from);
  const to = earlierDate(series.to, laterDate(series.from, addDays(from, -1)));
  if (lessons.length > 0 || to !== series.to) {
    await updateSeries(tx, series.id, { to });
    const after = { to, cancelled: cancelled.length, deleted: deleted.length };
    await recordSeries(tx, ctx, series, "end", after, { to: series.to });
  }
  return { cancelled: cancelled.length, deleted: deleted.length };
}
