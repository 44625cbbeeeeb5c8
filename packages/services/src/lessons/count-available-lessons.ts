import type { ChildRef } from "@korki/contracts/families";
import type { AvailableLessons } from "@korki/contracts/lessons";
import { loadBalance } from "@korki/db";
import { sortBalance } from "@korki/domain";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";

/** Returns how many lessons the student has left, per subject and level (rules §14). */
export async function countAvailableLessons(
  ctx: ActorCtx,
  { studentId }: ChildRef,
): Promise<AvailableLessons[]> {
  const acting = await actFor(ctx.db, ctx, studentId, "see");
  return sortBalance(await loadBalance(ctx.db, studentOf(acting)));
}
