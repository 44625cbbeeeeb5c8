import { orderTexts } from "@korki/contracts/texts/orders";
import {
  completeRejectedRefund,
  findOrder,
  insertAdjustment,
  insertFinding,
  isRejectedRefund,
  listRefundedBalances,
  listRefundedLessons,
  lockOrder,
  moveOrder,
  moveRefund,
  type NotificationOutcome,
  newId,
  type Tx,
  transact,
} from "@korki/db";
import type { NotificationPayload } from "@korki/notifications";
import { giveToBalance, takeFromBalance } from "../bills/receive-money";
import { systemCtx } from "../context";
import { recordHistory } from "../history";
import { reviseInvoiceOfOrder } from "../invoices/want-invoice";
import { notify } from "../outbox";
import type { ProviderRefund } from "../payment-provider";
import { isUuid } from "./is-uuid";
import type { OrderServices } from "./order-services";

/**
 * Records what became of a refund. The lessons of a rejected one are given back, and its payer is notified; they are taken
 * again where the provider says later that it paid the money back (rules §20).
 */
export async function settleRefund(
  services: OrderServices,
  refund: ProviderRefund,
): Promise<NotificationOutcome> {
  const { refundId, orderId, outcome } = refund;
  if (!isUuid(orderId) || !isUuid(refundId)) return "unknown-order";
  if (!(await findOrder(services.db, orderId))) return "unknown-order";
  if (outcome === "rejected") {
    const isNews = await transact(services.db, (tx) => rejectRefund(tx, services, refundId, orderId));
    return isNews ? "refund-rejected" : "already-booked";
  }
  if (await moveRefund(services.db, { id: refundId, to: "completed", now: services.now() }))
    return "refund-completed";
  return transact(services.db, (tx) => completeRejected(tx, services, refundId, orderId));
}

/** Records that the provider refused a refund at once; administrators see it as they see what it notifies of. */
export async function refuseRefund(
  services: OrderServices,
  refundId: string,
  orderId: string,
): Promise<void> {
  await transact(services.db, async (tx) => {
    if (await rejectRefund(tx, services, refundId, orderId))
      await insertFinding(tx, {
        id: newId(),
        kind: "refund",
        body: { refundId },
        outcome: "refund-rejected",
        orderId,
        now: services.now(),
      });
  });
}

/** Marks a refund as rejected, gives its lessons back and tells the payer, once; false where it was settled before. */
async function rejectRefund(
  tx: Tx,
  services: OrderServices,
  refundId: string,
  orderId: string,
): Promise<boolean> {
  if (!(await moveRefund(tx, { id: refundId, to: "rejected", now: services.now() }))) return false;
  await moveOrder(tx, orderId, ["refunded"], "paid");
  const facts = { orderId, ...(await giveBack(tx, services, refundId)) };
  const order = await findOrder(tx, orderId);
  if (!order?.refund) throw new Error("a refund without its order");
  await reviseInvoiceOfOrder(tx, services, order);
  const ctx = systemCtx(services);
  const { amount } = order.refund;
  await recordHistory(tx, ctx, {
    entity: "order",
    entityId: orderId,
    action: "rejectRefund",
    changes: { moneyAmount: { from: order.amount - amount, to: order.amount } },
    studentId: order.studentId,
  });
  await notify(tx, ctx, {
    kind: "order-refund-rejected",
    to: { userId: order.payerId },
    facts: { ...facts, amount },
    dedupeKey: `order-refund-rejected:${refundId}`,
  });
  return true;
}

/** Gives the lessons back, for which the payer's balance pays as before. Returns what the payer is told of it. */
async function giveBack(
  tx: Tx,
  services: OrderServices,
  refundId: string,
): Promise<Omit<NotificationPayload["order-refund-rejected"], "orderId" | "amount">> {
  const refunded = await listRefundedLessons(tx, refundId);
  for (const lessons of refunded) {
    await insertAdjustment(tx, {
      ...lessons,
      description: orderTexts.refundRejected,
      createdAt: services.now(),
      createdById: null,
    });
  }
  let [fromBalance, missing] = [0, 0];
  for (const { billId, amount } of await listRefundedBalances(tx, refundId)) {
    const taken = await takeFromBalance(tx, systemCtx(services), billId, amount);
    fromBalance += taken;
    missing += amount - taken;
  }
  return {
    lessons: refunded.reduce((sum, { quantity }) => sum + quantity, 0),
    ...(fromBalance > 0 && { fromBalance }),
    ...(missing > 0 && { missing }),
  };
}

/**
 * Takes the lessons of a rejected refund again, once: the money went back after all. The payer is notified. Where the order
 * was refunded again since, nothing is changed: administrators decide what to do about it.
 */
async function completeRejected(
  tx: Tx,
  services: OrderServices,
  refundId: string,
  orderId: string,
): Promise<NotificationOutcome> {
  const order = await lockOrder(tx, orderId);
  if (!order) return "unknown-order";
  const completed = await completeRejectedRefund(tx, { id: refundId, now: services.now() });
  if (completed === null) return (await isRejectedRefund(tx, refundId)) ? "mismatch" : "refund-completed";
  const { amount } = completed;
  await moveOrder(tx, orderId, ["paid"], "refunded");
  let count = 0;
  for (const { quantity, ...lessons } of await listRefundedLessons(tx, refundId)) {
    count += quantity;
    await insertAdjustment(tx, {
      ...lessons,
      quantity: -quantity,
      description: orderTexts.refundAfterAll,
      createdAt: services.now(),
      createdById: null,
    });
  }
  let toBalance = 0;
  for (const each of await listRefundedBalances(tx, refundId))
    toBalance += await giveToBalance(tx, each.billId, each.amount);
  await reviseInvoiceOfOrder(tx, services, order);
  const ctx = systemCtx(services);
  await recordHistory(tx, ctx, {
    entity: "order",
    entityId: orderId,
    action: "refund",
    changes: { moneyAmount: { from: order.amount, to: order.amount - amount } },
    studentId: order.studentId,
  });
  await notify(tx, ctx, {
    kind: "order-refunded",
    to: { userId: order.payerId },
    facts: { orderId, amount, lessons: count, ...(toBalance > 0 && { toBalance }) },
  });
  // A payment of it was voided meanwhile: the money may have been given back by hand, too.
  return count < completed.lessons ? "mismatch" : "refund-completed";
}
