import { orderTexts } from "@korki/contracts/texts/orders";
import {
  findOrder,
  insertAdjustment,
  listRefundedLessons,
  moveOrder,
  moveRefund,
  type NotificationOutcome,
  type Tx,
  transact,
} from "@korki/db";
import { reviseInvoiceOfOrder } from "../invoices/want-invoice";
import type { ProviderRefund } from "../payment-provider";
import { isUuid } from "./is-uuid";
import type { OrderServices } from "./order-services";

/** Records what became of a refund. The lessons of a rejected one are given back (rules §20). */
export async function settleRefund(
  services: OrderServices,
  refund: ProviderRefund,
): Promise<NotificationOutcome> {
  const { refundId, orderId, outcome } = refund;
  if (!isUuid(orderId) || !isUuid(refundId)) return "unknown-order";
  if (!(await findOrder(services.db, orderId))) return "unknown-order";
  if (outcome === "rejected") await rejectRefund(services, refundId, orderId);
  else await moveRefund(services.db, { id: refundId, to: "completed", now: services.now() });
  return outcome === "completed" ? "refund-completed" : "refund-rejected";
}

/** Marks a refund as rejected, once, and gives its lessons back. */
export async function rejectRefund(
  services: OrderServices,
  refundId: string,
  orderId: string,
): Promise<void> {
  await transact(services.db, async (tx) => {
    if (!(await moveRefund(tx, { id: refundId, to: "rejected", now: services.now() }))) return;
    await moveOrder(tx, orderId, ["refunded"], "paid");
    await giveBack(tx, services, orderId);
    const order = await findOrder(tx, orderId);
    if (order) await reviseInvoiceOfOrder(tx, services, order);
  });
}

async function giveBack(tx: Tx, services: OrderServices, orderId: string): Promise<void> {
  for (const lessons of await listRefundedLessons(tx, orderId)) {
    await insertAdjustment(tx, {
      ...lessons,
      description: orderTexts.refundRejected,
      createdAt: services.now(),
      createdById: null,
    });
  }
}
