import type { Movements, MovementsInput } from "@korki/contracts/statistics";
import { listMovements } from "@korki/db";
import { monthBounds } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Lists the payments, refunds and payouts that a month's figure adds up. */
export async function getMovements(
  ctx: ActorCtx,
  { year, month, flow, page, pageSize, ...owner }: MovementsInput,
): Promise<Movements> {
  const found = await listMovements(ctx.db, owner, flow, { ...monthBounds({ year, month }), page, pageSize });
  return { ...found, page, pageSize };
}
