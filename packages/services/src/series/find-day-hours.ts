import type { DayHoursInput } from "@korki/contracts/series";
import { BLOCKS } from "@korki/domain";
import type { ActorCtx } from "../context";
import { dateOutcomes, requirePeople } from "./plan-series";
import { pairFor } from "./series-people";

/** Returns the hours of one day at which a weekly lesson of this pair could take place, or begin, ascending. */
export async function findDayHours(ctx: ActorCtx, { date, ...input }: DayHoursInput): Promise<number[]> {
  const { subject, level, blocks = 1 } = input;
  const request = { ...(await pairFor(ctx.db, ctx, input)), subject, level, blocks };
  const people = await requirePeople(ctx.db, request, "none");
  const slots = BLOCKS.slice(0, BLOCKS.length - blocks + 1).map(({ index: block }) => ({ date, block }));
  const found = await dateOutcomes(ctx.db, ctx, request, people, slots);
  return found.filter(({ outcome }) => outcome === "free").map(({ block }) => block);
}
