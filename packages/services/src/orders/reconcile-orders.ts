import type { OrderDifference } from "@korki/contracts/orders";
import { orderTexts } from "@korki/contracts/texts/orders";
import { listOrders, type OrderRow } from "@korki/db";
import { ORDER_CURRENCY, toGrosze } from "@korki/domain";
import type { ActorCtx } from "../context";
import { unavailable } from "../errors";
import { type PaymentProvider, type ProviderPayment, ProviderUnavailable } from "../payment-provider";
import { requireProvider } from "./order-services";

/** The newest orders that are compared; the provider is asked about each, about some at once. */
const RECONCILED_MAX = 200;
const AT_ONCE = 10;

/** Compares the newest orders with what the provider says of them, and returns the differences (rules §20). */
export async function reconcileOrders(ctx: ActorCtx): Promise<OrderDifference[]> {
  const provider = requireProvider(ctx);
  const orders = await listOrders(ctx.db, { limit: RECONCILED_MAX });
  try {
    const differences: OrderDifference[] = [];
    for (let at = 0; at < orders.length; at += AT_ONCE) {
      const found = await Promise.all(
        orders.slice(at, at + AT_ONCE).map((order) => differenceOf(provider, order)),
      );
      differences.push(...found.filter((difference) => difference !== null));
    }
    return differences;
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw unavailable(orderTexts.providerAway);
    throw error;
  }
}

async function differenceOf(provider: PaymentProvider, order: OrderRow): Promise<OrderDifference | null> {
  // The provider no longer calls a refunded order paid.
  if (order.status === "refunded") return null;
  const payment = await provider.find(order.id);
  const difference = payment ? differenceFrom(order, payment) : order.status === "paid" ? "not-paid" : null;
  const { id: orderId, student, amount, status, createdAt } = order;
  return difference && { orderId, student, amount, status, createdAt, difference };
}

function differenceFrom(order: OrderRow, payment: ProviderPayment): OrderDifference["difference"] | null {
  if (payment.amount !== toGrosze(order.amount) || payment.currency !== ORDER_CURRENCY) return "other-amount";
  return order.status === "paid" ? null : "not-booked";
}
