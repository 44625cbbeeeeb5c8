import type { AdminPayout } from "@korki/contracts/payments";
import { findPayout, strikePayout as strike, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { remember } from "../history";

/**
 * An administrator strikes a payout out: it counts no more, and stays to be seen with who did it and when. Throws
 * `not_found` where there is none, or it is struck out already.
 */
export async function strikePayout(ctx: ActorCtx, { id }: { id: string }): Promise<AdminPayout> {
  return transact(ctx.db, async (tx) => {
    if (!(await strike(tx, id, ctx.actor.id, ctx.now()))) throw notFound();
    const payout = await findPayout(tx, id);
    if (!payout) throw notFound();
    await remember(tx, ctx, {
      entity: "payout",
      entityId: id,
      action: "strike",
      changes: { struck: { from: false, to: true } },
      teacherId: payout.teacherId,
    });
    return payout;
  });
}
