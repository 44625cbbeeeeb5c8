import type { FreeDay } from "@korki/contracts/availability";
import type { DayHoursInput, FillSlotsInput } from "@korki/contracts/series";
import { findSeries, loadSeriesSlots } from "@korki/db";
import { addDays, BLOCKS, laterDate, outcomeOf, today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { dateOutcomes, requireAgreed, requirePeople } from "./plan-series";
import { pairFor, requireSide } from "./series-people";

/** Days before and after a skipped date that are looked at. */
const AROUND_DAYS = 21;

/**
 * Returns the slots around a skipped date at which its lesson could take place, in the order of days. Nobody but an
 * administrator is shown the past. Throws as filling the date does.
 */
export async function findFillSlots(
  ctx: ActorCtx,
  { seriesId, skippedDate }: FillSlotsInput,
): Promise<FreeDay[]> {
  const { series, side } = await requireSide(ctx.db, ctx, await findSeries(ctx.db, seriesId));
  const { teacherId, studentId } = series;
  const { hours } = await requirePeople(ctx.db, { ...series, side }, "none");
  await requireAgreed(ctx.db, side, series, skippedDate);
  const isAdmin = side === "Admin";
  const middle = isAdmin ? skippedDate : laterDate(skippedDate, today(ctx.now()));
  const days = Array.from({ length: 2 * AROUND_DAYS + 1 }, (_, index) =>
    addDays(middle, index - AROUND_DAYS),
  );
  const wanted = days.flatMap((date) =>
    BLOCKS.map(({ index: block }) => ({ teacherId, date, block, lessonId: null })),
  );
  const facts = { hours, now: ctx.now(), isAdmin };
  const slots = await loadSeriesSlots(ctx.db, studentId, wanted, { heldAt: ctx.now(), takesHolds: isAdmin });
  const free = slots.filter((slot) => outcomeOf(slot, facts) === "free");
  // A double lesson begins where the next block is free, too.
  const isFree = (date: string, block: number) =>
    free.some((slot) => slot.date === date && slot.block === block);
  return days.flatMap((date) => {
    const blocks = free
      .filter((slot) => slot.date === date && (series.blocks === 1 || isFree(date, slot.block + 1)))
      .map(({ block }) => block);
    return blocks.length > 0 ? [{ date, blocks }] : [];
  });
}

/** Returns the hours of one day at which a weekly lesson of this pair could take place, or begin, ascending. */
export async function findDayHours(ctx: ActorCtx, { date, ...input }: DayHoursInput): Promise<number[]> {
  const { subject, level, blocks = 1 } = input;
  const request = { ...(await pairFor(ctx.db, ctx, input)), subject, level, blocks };
  const people = await requirePeople(ctx.db, request, "none");
  const slots = BLOCKS.slice(0, BLOCKS.length - blocks + 1).map(({ index: block }) => ({ date, block }));
  const found = await dateOutcomes(ctx.db, ctx, request, people, slots);
  return found.filter(({ outcome }) => outcome === "free").map(({ block }) => block);
}
