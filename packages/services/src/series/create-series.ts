import type { CreateSeriesInput, Series, SeriesBody, SeriesPreview } from "@korki/contracts/series";
import { seriesTexts } from "@korki/contracts/texts/series";
import { type Executor, insertSeries, newId, type Tx, takeHolds, transact } from "@korki/db";
import { DEFAULT_PRICES, type LessonStatus, schoolYearEnd } from "@korki/domain";
import type { ActorCtx } from "../context";
import { forbidden } from "../errors";
import { consequenceOfSeries } from "../money/consequences";
import { requireBookingAllowed } from "../money/require-booking";
import { requireEnoughPrepaid } from "../money/require-prepaid";
import type { PreviewSubject } from "../previews/preview-token";
import { addLessons, tellOfAdded } from "./add-lessons";
import {
  orFreshPreview,
  planSeries,
  requirePreview,
  type SeriesRequest,
  StalePreview,
  toPreview,
  withReasons,
} from "./plan-series";
import { recordSeries } from "./record-series";
import { newLessonStatus, pairFor, toSeries } from "./series-people";

/** Returns every date of a weekly lesson with its outcome. Nothing is reserved. */
export async function previewSeries(ctx: ActorCtx, body: SeriesBody): Promise<SeriesPreview> {
  const request = await requestOf(ctx.db, ctx, body);
  const { people, dates } = await planSeries(ctx.db, ctx, request, "none");
  const consequence = await consequenceOfSeries(ctx, request, people.price, dates);
  const shown = await withReasons(ctx.db, ctx, request, people, dates);
  return toPreview(ctx, subjectOf(request, body), shown, consequence);
}

/**
 * Books exactly the free dates of a preview and records the others as skipped (rules §11). Throws `conflict` with a
 * fresh preview, and books nothing, if one of them is not free any more. What costs more than a child may decide waits for
 * the payer; its slots are kept meanwhile (rules §39).
 */
export async function createSeries(
  ctx: ActorCtx,
  { token, status, ...body }: CreateSeriesInput,
): Promise<Series> {
  if (status !== undefined && ctx.actor.role !== "Admin") throw forbidden(seriesTexts.statusForAdmins);
  return orFreshPreview(
    () => transact(ctx.db, (tx) => create(tx, ctx, body, token, status)),
    () => previewSeries(ctx, body),
  );
}

async function create(
  tx: Tx,
  ctx: ActorCtx,
  body: SeriesBody,
  token: string,
  chosen: LessonStatus | undefined,
): Promise<Series> {
  const request = await requestOf(tx, ctx, body);
  if (request.side === "Admin") await takeHolds(tx);
  const status = chosen ?? newLessonStatus(request.side);
  const isLimited = request.side === "Student" && ctx.settings.bookingRequiresPrepaid;
  const { people, dates } = await planSeries(tx, ctx, request, isLimited ? "exclusive" : "shared");
  const previewed = requirePreview(ctx, subjectOf(request, body), token, dates);
  if (isLimited) await requireEnoughPrepaid(tx, request, previewed.free.size * request.blocks);

  const { side, changes: _, ...schedule } = request;
  const id = newId();
  const { teacherId, level, block } = schedule;
  const { teacherName, studentName } = people;
  const { description } = body;
  const series = {
    ...schedule,
    id,
    teacherName,
    studentName,
    description,
    anchor: schedule.from,
    skipped: previewed.skipped,
  };
  if (!(await insertSeries(tx, series, previewed.previewId, ctx.now()))) throw new StalePreview();
  const hours = new Map(dates.map((date) => [date.date, date.block]));
  const added = [...previewed.free].map((date) => ({ date, block: hours.get(date) ?? block }));
  const price = people.price ?? DEFAULT_PRICES[level];
  const lessons = await addLessons(tx, ctx, series, added, { price, status });
  await recordSeries(tx, ctx, series, "create", {
    weekday: series.weekday,
    block,
    from: series.from,
    to: series.to,
    lessons: lessons.length,
    skipped: previewed.skipped.length,
    status,
  });
  const event = status === "Nie potwierdzona" ? "requested" : "booked";
  await tellOfAdded(tx, ctx, series, { event, side, lessons, price: price.price });
  return toSeries({
    ...series,
    move: null,
    lessons: lessons.map((lesson) => ({
      ...lesson,
      teacherId,
      status,
      version: 0,
      meetingLink: "",
      isDeleted: false,
    })),
  });
}

async function requestOf(on: Executor, ctx: ActorCtx, body: SeriesBody): Promise<SeriesRequest> {
  const { weekday, block, subject, level, from, everyWeeks, blocks = 1 } = body;
  const to = body.to ?? schoolYearEnd(from);
  const pair = await pairFor(on, ctx, body);
  if (pair.side !== "Admin") await requireBookingAllowed(on, pair.studentId);
  return { ...pair, weekday, block, subject, level, from, to, everyWeeks, blocks, changes: body.changes };
}

function subjectOf(request: SeriesRequest, { description, changes }: SeriesBody): PreviewSubject {
  const { teacherId, studentId, weekday, block, subject, level, from, to, everyWeeks, blocks } = request;
  const body = [
    teacherId,
    studentId,
    weekday,
    block,
    subject,
    level,
    from,
    to,
    everyWeeks,
    description,
    ...(changes ?? []).map(({ date, block }) => [date, block]),
    ...(blocks === 2 ? [blocks] : []),
  ];
  return { action: "series.create", body };
}
