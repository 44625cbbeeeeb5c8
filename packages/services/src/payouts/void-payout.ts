import type { AdminPayout } from "@korki/contracts/payments";
import { findPayout, voidPayout as markVoided, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";

/**
 * Voids a payout. It no longer counts, and stays listed with who voided it and when. Throws
 * `not_found` where there is none, or it is voided already.
 */
export async function voidPayout(ctx: ActorCtx, { id }: { id: string }): Promise<AdminPayout> {
  return transact(ctx.db, async (tx) => {
    if (!(await markVoided(tx, id, ctx.actor.id, ctx.now()))) throw notFound();
    const payout = await findPayout(tx, id);
    if (!payout) throw notFound();
    await recordHistory(tx, ctx, {
      entity: "payout",
      entityId: id,
      action: "void",
      changes: { voided: { from: false, to: true } },
      teacherId: payout.teacherId,
    });
    return payout;
  });
}
