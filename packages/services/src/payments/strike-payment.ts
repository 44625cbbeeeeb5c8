import type { AdminPayment } from "@korki/contracts/payments";
import { findPayment, strikePayment as strike, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { remember } from "../history";

/**
 * An administrator strikes a payment out: it counts no more, and stays to be seen with who did it and when. Throws
 * `not_found` where there is none, or it is struck out already.
 */
export async function strikePayment(ctx: ActorCtx, { id }: { id: string }): Promise<AdminPayment> {
  return transact(ctx.db, async (tx) => {
    if (!(await strike(tx, id, ctx.actor.id, ctx.now()))) throw notFound();
    const payment = await findPayment(tx, id);
    if (!payment) throw notFound();
    await remember(tx, ctx, {
      entity: "payment",
      entityId: id,
      action: "strike",
      changes: { struck: { from: false, to: true } },
      studentId: payment.studentId,
    });
    return payment;
  });
}
