import {
  findOrder,
  insertPayment,
  linkItemPayment,
  lockOrder,
  markOrderPaid,
  moveOrder,
  type NotificationOutcome,
  newId,
  type OrderRow,
  type Tx,
  takeReceiptNumber,
  transact,
} from "@korki/db";
import { addDays, dateParts, receiptName, settlementOf, today } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import { systemCtx } from "../context";
import { recordHistory } from "../history";
import { notify } from "../outbox";
import type { OrderServices } from "./order-services";
import type { PaymentProvider, ProviderPayment } from "./payment-provider";

/**
 * Books a payment that the provider reports: verifies it, then writes one payment per item, the confirmation's number
 * and the messages in one transaction (rules §20). Any number of calls, in any order, book it once.
 *
 * Throws `ProviderUnavailable` where the provider cannot be asked; nothing is booked then.
 */
export async function settleOrder(
  services: OrderServices,
  provider: PaymentProvider,
  payment: ProviderPayment,
): Promise<NotificationOutcome> {
  const order = await findOrder(services.db, payment.orderId);
  if (!order) return "unknown-order";
  const expected = settlementOf(order, payment);
  if (expected === "mismatch") {
    await moveOrder(services.db, order.id, ["open", "expired"], "failed");
    return "mismatch";
  }
  if (expected === "already-booked") return "already-booked";
  if (!(await provider.verify(payment))) return "not-confirmed";
  return transact(services.db, (tx) => book(tx, services, payment));
}

async function book(tx: Tx, services: OrderServices, payment: ProviderPayment): Promise<NotificationOutcome> {
  const order = await lockOrder(tx, payment.orderId);
  if (!order) return "unknown-order";
  if (settlementOf(order, payment) !== "book") return "already-booked";
  const paidAt = services.now();
  const paidOn = today(paidAt);
  const receiptYear = dateParts(paidOn).year;
  const receiptNumber = await takeReceiptNumber(tx, receiptYear);
  await markOrderPaid(tx, {
    id: order.id,
    transactionId: payment.transactionId,
    paidAt,
    receiptYear,
    receiptNumber,
  });
  for (const item of order.items) {
    const paymentId = newId();
    await insertPayment(tx, {
      id: paymentId,
      studentId: order.studentId,
      moneyAmount: item.amount,
      lessonAmount: item.lessons,
      subject: item.subject,
      level: item.level,
      description: item.packageName ?? "",
      createdAt: paidAt,
      createdById: order.payerId,
      paidOn,
      method: "online",
      expiresOn: item.validDays === null ? null : addDays(paidOn, item.validDays),
      packageId: item.packageId,
    });
    await linkItemPayment(tx, item.id, paymentId);
  }
  const ctx = systemCtx(services);
  await recordHistory(tx, ctx, {
    entity: "order",
    entityId: order.id,
    action: "pay",
    changes: { status: { from: order.status, to: "paid" }, moneyAmount: { from: null, to: order.amount } },
    studentId: order.studentId,
  });
  await notify(tx, ctx, ...paidMessages(order, receiptName(receiptYear, receiptNumber)));
  return "booked";
}

/** The payer gets the confirmation by e-mail; a student for whom another person paid is notified of the lessons. */
function paidMessages(order: OrderRow, receiptNumber: string): NotificationRequest[] {
  const { id: orderId, payerId, studentId, amount, items } = order;
  const lessons = items.reduce((sum, item) => sum + item.lessons, 0);
  const receipt: NotificationRequest = {
    kind: "order-receipt",
    to: { userId: payerId },
    facts: { orderId, receiptNumber, amount },
    dedupeKey: `order-receipt:${orderId}`,
  };
  if (payerId === studentId) return [receipt];
  return [
    receipt,
    {
      kind: "order-paid",
      to: { userId: studentId },
      facts: { orderId, amount, lessons },
      dedupeKey: `order-paid:${orderId}`,
    },
  ];
}
