import type { Page } from "@korki/contracts/paging";
import type { AdminPayment, MyPaymentsInput, Payment, StudentPaymentsInput } from "@korki/contracts/payments";
import { orderTexts } from "@korki/contracts/texts/orders";
import {
  addToLineOf,
  countRestoredLessons,
  findPayment,
  insertAdjustment,
  listPayments,
  voidPayment as markVoided,
  type Tx,
  transact,
} from "@korki/db";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import { buyAgain, reopenBill } from "../bills/receive-money";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";
import { recordHistory } from "../history";
import { reviseInvoiceOf } from "../invoices/want-invoice";
import { notify } from "../outbox";
import { type VoidedPayment, voidedNotices } from "./voided-notices";

/**
 * Voids a payment. It no longer counts, and stays listed with who voided it and when. A bill whose lessons it bought is
 * open again, unless the bill's other payments cover it. The student and the payer are notified. Throws `not_found` for a
 * payment that does not exist or is voided.
 */
export async function voidPayment(ctx: ActorCtx, { id }: { id: string }): Promise<AdminPayment> {
  return transact(ctx.db, async (tx) => {
    const voided = await voidPaymentIn(tx, ctx, id);
    await notify(tx, ctx, ...(await voidedNotices(tx, ctx, [voided])));
    const { payment, billId, isInvoiced } = voided;
    if (billId === null) return payment;
    const { method, paidOn, createdBy } = payment;
    const terms = { method, paidOn, createdById: createdBy?.id ?? null, isInvoiced };
    const again = await buyAgain(tx, ctx, billId, terms);
    // Of a transfer, they go with it: its money may have bought them.
    await addToLineOf(
      tx,
      id,
      again.map(({ id: paymentId }) => paymentId),
    );
    return payment;
  });
}

/**
 * Does the same within a transaction, but does not pay for the lessons from a balance again and notifies nobody. Returns the
 * id of the bill that was opened again, and whether there was an invoice.
 *
 * @param leavesMoney the caller takes the money off the bill
 */
export async function voidPaymentIn(
  tx: Tx,
  ctx: ActorCtx,
  id: string,
  { leavesMoney = false }: { leavesMoney?: boolean } = {},
): Promise<VoidedPayment> {
  if (!(await markVoided(tx, id, ctx.actor.id, ctx.now()))) throw notFound();
  const payment = await findPayment(tx, id);
  if (!payment) throw notFound();
  await takeRestoredLessons(tx, ctx, payment);
  const isInvoiced = await reviseInvoiceOf(tx, ctx, id);
  const billId = await reopenBill(tx, ctx, payment, { leavesMoney });
  await recordHistory(tx, ctx, {
    entity: "payment",
    entityId: id,
    action: "void",
    changes: { voided: { from: false, to: true } },
    studentId: payment.studentId,
  });
  return { payment, billId, isInvoiced };
}

/** Takes back the lessons that came back with a rejected refund: voiding a payment does not cover that entry. */
async function takeRestoredLessons(tx: Tx, ctx: ActorCtx, payment: AdminPayment): Promise<void> {
  const { id, studentId, subject, level } = payment;
  const quantity = -(await countRestoredLessons(tx, id));
  if (quantity === 0) return;
  await insertAdjustment(tx, {
    studentId,
    subject,
    level,
    quantity,
    description: orderTexts.voidedAfterRejection,
    createdAt: ctx.now(),
    createdById: ctx.actor.id,
  });
}

/** Lists a student's own payments, or those of a parent's child, the newest first; voided ones are not shown. */
export async function listMyPayments(
  ctx: ActorCtx,
  { studentId, ...input }: MyPaymentsInput,
): Promise<Page<Payment>> {
  const ownerId = studentOf(await actFor(ctx.db, ctx, studentId, "pay"));
  const { items, total } = await listPayments(ctx.db, { ...input, ownerId, showVoided: false });
  return { items: items.map(withoutTraces), total, page: input.page, pageSize: input.pageSize };
}

/** A student's payments for an administrator. Throws `not_found` for anybody who is no student. */
export async function listStudentPayments(
  ctx: ActorCtx,
  { studentId, ...input }: StudentPaymentsInput,
): Promise<Page<AdminPayment>> {
  await requirePersonOfRole(ctx, studentId, "Student");
  return {
    ...(await listPayments(ctx.db, { ...input, ownerId: studentId })),
    page: input.page,
    pageSize: input.pageSize,
  };
}

/** Who noted it down is the administrators' matter. */
function withoutTraces({ createdBy: _, voided: __, ...payment }: AdminPayment): Payment {
  return payment;
}
