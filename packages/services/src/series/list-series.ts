import type { ListSeriesInput, Series, SeriesRef } from "@korki/contracts/series";
import { findSeries, listSeries as listRecords } from "@korki/db";
import type { ActorCtx } from "../context";
import { requireSide, toSeries } from "./series-people";

/** Longest list returned in one piece. */
const SERIES_MAX = 1000;

/** Returns the actor's own series, those that end last first. An administrator gets all, filtered. */
export async function listSeries(ctx: ActorCtx, filter: ListSeriesInput): Promise<Series[]> {
  const { id, role } = ctx.actor;
  const own = { Student: { studentId: id }, Teacher: { teacherId: id }, Parent: null, Admin: filter }[role];
  if (own === null) return [];
  const records = await listRecords(ctx.db, { ...own, limit: SERIES_MAX, offset: 0 });
  return records.map(toSeries);
}

/** Finds one of the actor's own series. Throws `not_found` for all others. */
export async function getSeries(ctx: ActorCtx, { seriesId }: SeriesRef): Promise<Series> {
  return toSeries(requireSide(ctx.actor, await findSeries(ctx.db, seriesId)).series);
}
