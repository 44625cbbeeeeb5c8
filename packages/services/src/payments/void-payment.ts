import type { AdminPayment } from "@korki/contracts/payments";
import { findPayment, voidPayment as markVoided, type Tx, transact } from "@korki/db";
import { reopenBill } from "../bills/receive-money";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";
import { reviseInvoiceOf } from "../invoices/want-invoice";

/**
 * Voids a payment. It no longer counts, a bill whose lessons it bought is open again, and stays listed with who voided it and when. Throws
 * `not_found` where there is none, or it is voided already.
 */
export async function voidPayment(ctx: ActorCtx, { id }: { id: string }): Promise<AdminPayment> {
  return transact(ctx.db, (tx) => voidPaymentIn(tx, ctx, id));
}

/** The same within a transaction. */
export async function voidPaymentIn(tx: Tx, ctx: ActorCtx, id: string): Promise<AdminPayment> {
  if (!(await markVoided(tx, id, ctx.actor.id, ctx.now()))) throw notFound();
  const payment = await findPayment(tx, id);
  if (!payment) throw notFound();
  await reviseInvoiceOf(tx, ctx, id);
  await reopenBill(tx, ctx, payment);
  await recordHistory(tx, ctx, {
    entity: "payment",
    entityId: id,
    action: "void",
    changes: { voided: { from: false, to: true } },
    studentId: payment.studentId,
  });
  return payment;
}
