import type { OrderDifference } from "@korki/contracts/orders";
import { orderTexts } from "@korki/contracts/texts/orders";
import { listOrders, type OrderRow } from "@korki/db";
import { toGrosze } from "@korki/domain";
import type { ActorCtx } from "../context";
import { unavailable } from "../errors";
import { requireProvider } from "./order-services";
import { type PaymentProvider, ProviderUnavailable } from "./payment-provider";

/** The newest orders that are compared; the provider is asked about each. */
const RECONCILED_MAX = 200;

/** Compares the newest orders with what the provider says of them, and returns the differences (rules §20). */
export async function reconcileOrders(ctx: ActorCtx): Promise<OrderDifference[]> {
  const provider = requireProvider(ctx);
  const orders = await listOrders(ctx.db, { limit: RECONCILED_MAX });
  try {
    const differences: OrderDifference[] = [];
    for (const order of orders) {
      const difference = await differenceOf(provider, order);
      if (difference) differences.push({ orderId: order.id, student: order.student, difference });
    }
    return differences;
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw unavailable(orderTexts.providerAway);
    throw error;
  }
}

async function differenceOf(
  provider: PaymentProvider,
  order: OrderRow,
): Promise<OrderDifference["difference"] | null> {
  // The provider no longer calls a refunded order paid.
  if (order.status === "refunded") return null;
  const payment = await provider.find(order.id);
  if (payment && payment.amount !== toGrosze(order.amount)) return "other-amount";
  if (payment && order.status !== "paid") return "not-booked";
  return !payment && order.status === "paid" ? "not-paid" : null;
}
