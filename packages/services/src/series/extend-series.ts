import type {
  ExtendSeriesInput,
  PreviewExtensionInput,
  Series,
  SeriesPreview,
} from "@korki/contracts/series";
import { seriesRefusalTexts, seriesTexts } from "@korki/contracts/texts/series";
import {
  type Executor,
  findSeries,
  insertSkips,
  lockSeries,
  type SeriesRecord,
  spendPreview,
  type Tx,
  takeHolds,
  transact,
  updateSeries,
} from "@korki/db";
import { DEFAULT_PRICES, extensionDates, type LessonSide, lastSeriesDate } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, invalidInput } from "../errors";
import { consequenceOfSeries } from "../money/consequences";
import { requireBookingAllowed } from "../money/require-booking";
import { requireEnoughPrepaid } from "../money/require-prepaid";
import type { PreviewSubject } from "../previews/preview-token";
import { addLessons, tellOfAdded } from "./add-lessons";
import {
  dateOutcomes,
  orFreshPreview,
  requireAgreed,
  requirePeople,
  requirePreview,
  type SeriesPlan,
  StalePreview,
  toPreview,
  withReasons,
} from "./plan-series";
import { recordSeries } from "./record-series";
import { newLessonStatus, requireSide, toSeries } from "./series-people";

/**
 * Returns the outcome of every date that a longer series gains. Dates before its present end do not count. Throws `conflict`
 * to the student's side while lessons of the series wait for the payer (rules §39).
 */
export async function previewExtension(ctx: ActorCtx, input: PreviewExtensionInput): Promise<SeriesPreview> {
  const { series, side } = await requireSide(ctx.db, ctx, await findSeries(ctx.db, input.seriesId));
  const { people, dates } = await planExtension(ctx.db, ctx, series, side, input, "none");
  const consequence = await consequenceOfSeries(ctx, { ...series, side }, people.price, dates);
  const shown = await withReasons(ctx.db, ctx, { ...series, side }, people, dates);
  return toPreview(ctx, subjectOf(input), shown, consequence);
}

/**
 * Makes a series longer by exactly the free dates of a preview. Throws `conflict` with a fresh preview, and adds
 * nothing, if one of them is not free any more.
 */
export async function extendSeries(ctx: ActorCtx, { token, ...input }: ExtendSeriesInput): Promise<Series> {
  return orFreshPreview(
    () => transact(ctx.db, (tx) => extend(tx, ctx, input, token)),
    () => previewExtension(ctx, input),
  );
}

async function extend(tx: Tx, ctx: ActorCtx, input: PreviewExtensionInput, token: string): Promise<Series> {
  const found = await requireSide(tx, ctx, await findSeries(tx, input.seriesId));
  const isLimited = found.side === "Student" && ctx.settings.bookingRequiresPrepaid;
  await requirePeople(tx, { ...found.series, side: found.side }, isLimited ? "exclusive" : "shared");
  const { series, side } = await requireSide(tx, ctx, await lockSeries(tx, input.seriesId));
  // The added dates would stay behind when the series moves.
  if (series.move) throw conflict(seriesTexts.moveWaits);
  if (side === "Admin") await takeHolds(tx);
  const { people, dates } = await planExtension(tx, ctx, series, side, input, "none");
  const previewed = requirePreview(ctx, subjectOf(input), token, dates);
  if (isLimited) await requireEnoughPrepaid(tx, series, previewed.free.size * series.blocks);
  if (!(await spendPreview(tx, previewed.previewId, ctx.now()))) throw new StalePreview();

  const status = newLessonStatus(side);
  const { id: seriesId, block, level } = series;
  const price = people.price ?? DEFAULT_PRICES[level];
  const added = [...previewed.free].map((date) => ({ date, block }));
  const lessons = await addLessons(tx, ctx, series, added, { price, status });
  await insertSkips(tx, seriesId, previewed.skipped);
  await updateSeries(tx, seriesId, { to: input.to });
  await recordSeries(tx, ctx, series, "extend", { to: input.to, lessons: lessons.length }, { to: series.to });
  await tellOfAdded(tx, ctx, series, { event: "extended", side, lessons, price: price.price });
  return toSeries((await findSeries(tx, seriesId)) ?? series);
}

async function planExtension(
  on: Executor,
  ctx: ActorCtx,
  series: SeriesRecord,
  side: LessonSide,
  { to }: PreviewExtensionInput,
  lock: "none" | "shared",
): Promise<SeriesPlan> {
  if (to <= series.to) throw invalidInput(seriesTexts.notLonger);
  if (to > lastSeriesDate(series.to)) throw invalidInput(seriesRefusalTexts["too-long"]);
  await requireAgreed(on, side, series, to);
  const added = extensionDates(series, to);
  if (added.length === 0) throw invalidInput(seriesRefusalTexts["no-date"]);
  if (side !== "Admin") await requireBookingAllowed(on, series.studentId);
  const people = await requirePeople(on, { ...series, side }, lock);
  const wanted = added.map((date) => ({ date, block: series.block }));
  return { people, dates: await dateOutcomes(on, ctx, { ...series, side }, people, wanted) };
}

function subjectOf({ seriesId, to }: PreviewExtensionInput): PreviewSubject {
  return { action: "series.extend", body: [seriesId, to] };
}
