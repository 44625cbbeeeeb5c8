import { lockSeries, type SeriesLessonRecord, type SeriesRecord, shareClosures, type Tx } from "@korki/db";
import { addDays, earlierDate, hasStarted, isCancelled, isPlanned, laterDate } from "@korki/domain";
import type { Ctx } from "../context";
import { notify } from "../outbox";
import { endLessons } from "./end-series";
import { endNotices, seriesNotices } from "./series-notices";

/**
 * Tells the teacher of a weekly lesson to which the student's payer agreed. Returns false if none of its lessons is left
 * (rules §39).
 */
export async function announceLessons(
  tx: Tx,
  ctx: Ctx,
  seriesId: string,
  lessonIds: readonly string[],
): Promise<boolean> {
  const series = await lockSeries(tx, seriesId);
  const left = plannedOf(series, lessonIds);
  if (!series || left.length === 0) return false;
  const isWhole = series.lessons.every(({ id }) => lessonIds.includes(id));
  // The student asked; the parent only agreed.
  const event = isWhole ? "requested" : "extended";
  await notify(tx, ctx, ...seriesNotices({ actor: null }, event, "Student", series, left));
  return true;
}

/**
 * Gives back the slots of lessons to which no payer agreed. What an administrator had confirmed is cancelled on the centre's
 * side, and its teachers are notified; what has started of that stays. Returns false if none was left.
 */
export async function dropLessons(
  tx: Tx,
  ctx: Ctx,
  seriesId: string,
  lessonIds: readonly string[],
): Promise<boolean> {
  await shareClosures(tx);
  const series = await lockSeries(tx, seriesId);
  const planned = plannedOf(series, lessonIds);
  if (!series || planned.length === 0) return false;
  const agreed = series.lessons.filter(
    ({ id, isDeleted, status }) =>
      !isDeleted && lessonIds.includes(id) && status !== "Nie potwierdzona" && !isCancelled(status),
  );
  const begun = agreed.filter(({ date, block }) => hasStarted(date, block, ctx.now()));
  const stay = agreed.filter((lesson) =>
    begun.some(
      ({ id, pairId, date }) =>
        id === lesson.id || (pairId !== null && pairId === lesson.pairId && date === lesson.date),
    ),
  );
  const left = planned.filter((lesson) => !stay.includes(lesson));
  const first = series.lessons
    .filter(({ id }) => lessonIds.includes(id))
    .map(({ seriesDate }) => seriesDate)
    .reduce(earlierDate);
  // The series reaches as far as what stays of it.
  const from = stay.map(({ seriesDate }) => addDays(seriesDate, 1)).reduce(laterDate, first);
  await endLessons(tx, ctx, series, { lessons: left, from, side: "Admin", endedAt: null });
  const confirmed = left.filter(({ status }) => status === "Potwierdzona");
  // The student's side hears the answer itself.
  const notices = await endNotices(tx, ctx, "Student", series, { ended: [], announced: confirmed });
  await notify(tx, ctx, ...notices);
  return true;
}

function plannedOf(series: SeriesRecord | null, lessonIds: readonly string[]): SeriesLessonRecord[] {
  return (series?.lessons ?? []).filter(
    ({ id, isDeleted, status }) => !isDeleted && isPlanned(status) && lessonIds.includes(id),
  );
}
