import type { AvailableLessons } from "@korki/contracts/lessons";
import { loadBalance } from "@korki/db";
import { sortBalance } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Returns how many lessons the student has left, per subject and level (rules §14). */
export async function countAvailableLessons(ctx: ActorCtx): Promise<AvailableLessons[]> {
  return sortBalance(await loadBalance(ctx.db, ctx.actor.id));
}
