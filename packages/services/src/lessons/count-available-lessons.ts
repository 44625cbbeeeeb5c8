import type { AvailableLessons } from "@korki/contracts/lessons";
import { loadBalance } from "@korki/db";
import { availableLessons } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Returns how many lessons the student has left, per subject and level (rules §5). */
export async function countAvailableLessons(ctx: ActorCtx): Promise<AvailableLessons[]> {
  const { payments, lessons } = await loadBalance(ctx.db, ctx.actor.id);
  return availableLessons(payments, lessons);
}
