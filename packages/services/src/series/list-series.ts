import type { Page } from "@korki/contracts/paging";
import type { ListSeriesInput, Series, SeriesRef } from "@korki/contracts/series";
import { findSeries, listSeries as listRecords } from "@korki/db";
import type { ActorCtx } from "../context";
import { ownerFor } from "../lessons/read-lessons";
import { requireSide, toSeries } from "./series-people";

/**
 * Returns one page of the actor's own series, those that end last first. A parent gets those of one child, or of all
 * children; an administrator all, filtered.
 */
export async function listSeries(
  ctx: ActorCtx,
  { page, pageSize, ...filter }: ListSeriesInput,
): Promise<Page<Series>> {
  const part = { limit: pageSize, offset: (page - 1) * pageSize };
  const { series, total } = await listRecords(ctx.db, { ...(await ownFilter(ctx, filter)), ...part });
  return { items: series.map(toSeries), total, page, pageSize };
}

type Filter = Pick<ListSeriesInput, "teacherId" | "studentId">;

async function ownFilter(ctx: ActorCtx, filter: Filter) {
  if (ctx.actor.role === "Admin") {
    const { teacherId, studentId } = filter;
    return { teacherId, ...(studentId === undefined ? {} : { studentIds: [studentId] }) };
  }
  const { role, id } = await ownerFor(ctx, filter.studentId);
  return role === "Teacher" ? { teacherId: ctx.actor.id } : { studentIds: [id].flat() };
}

/** Finds one of the actor's own series. Throws `not_found` for all others. */
export async function getSeries(ctx: ActorCtx, { seriesId }: SeriesRef): Promise<Series> {
  return toSeries((await requireSide(ctx.db, ctx, await findSeries(ctx.db, seriesId), "see")).series);
}
