import type { PayBillByHandInput } from "@korki/contracts/bills";
import type { AdminPayment } from "@korki/contracts/payments";
import { billTexts } from "@korki/contracts/texts/bills";
import { ledgerTexts } from "@korki/contracts/texts/ledger";
import { findPayment, lockBill, type Tx, transact } from "@korki/db";
import { DEFAULT_PAYMENT_METHOD, today } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict, invalidInput } from "../errors";
import { wantInvoice } from "../invoices/want-invoice";
import { type BillReceipt, billedPayments, notifyOfPayments } from "../notify-payments";
import { withIdempotencyKey } from "../with-idempotency-key";
import { noBill } from "./read-bills";
import { receiveMoney } from "./receive-money";

/**
 * An administrator records money that came for a bill, and gets the payments by which it bought lessons, one per line; the
 * payer and the students are notified. Throws `conflict` for a bill that is paid or withdrawn.
 *
 * @param key the caller's `Idempotency-Key`: the same key records the same money once
 */
export async function payBillByHand(
  ctx: ActorCtx,
  input: Omit<PayBillByHandInput, "idempotencyKey">,
  key: string | null,
): Promise<AdminPayment[]> {
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, key, { operation: "payBill", input }, async () => {
      const { payments, receipt } = await payBillIn(tx, ctx, input);
      await notifyOfPayments(tx, ctx, billedPayments(payments, receipt), [receipt]);
      return payments;
    }),
  );
}

/**
 * The same within a transaction, without a message; also returns what the payer is to be told of the money.
 *
 * @param input `firstFor`: the student whose lessons the money buys before all others
 */
export async function payBillIn(
  tx: Tx,
  ctx: ActorCtx,
  {
    billId,
    moneyAmount,
    description,
    method = DEFAULT_PAYMENT_METHOD,
    firstFor,
    ...rest
  }: PayBillByHandInput & { firstFor?: string },
): Promise<{ payments: AdminPayment[]; receipt: BillReceipt }> {
  const day = today(ctx.now());
  const paidOn = rest.paidOn ?? day;
  if (paidOn > day) throw invalidInput(ledgerTexts.paidInFuture);
  const bill = await lockBill(tx, billId);
  if (!bill) throw noBill();
  if (bill.status === "paid") throw conflict(billTexts.alreadyPaid);
  if (bill.status === "withdrawn") throw conflict(billTexts.wasWithdrawn);
  const payments: AdminPayment[] = [];
  const received = await receiveMoney(tx, ctx, bill, {
    amount: moneyAmount,
    method,
    paidOn,
    createdById: ctx.actor.id,
    description,
    isFirst: ({ studentId }) => studentId === firstFor,
  });
  for (const { id } of received.payments) {
    const payment = await findPayment(tx, id);
    if (!payment) throw new Error("a payment that was just made is missing");
    payments.push(payment);
  }
  const [first] = payments;
  if (first) await wantInvoice(tx, ctx, first.id);
  const { payerId, month } = bill;
  const { toBill, toBalance } = received;
  return { payments, receipt: { payerId, billId, month, received: moneyAmount, toBill, toBalance } };
}
