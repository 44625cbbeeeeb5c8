import type { Order } from "@korki/contracts/orders";
import { orderTexts } from "@korki/contracts/texts/orders";
import { failUnregistered, findOrder, type OrderRow, setPayUrl } from "@korki/db";
import { toGrosze } from "@korki/domain";
import { getCentre } from "../centre/get-centre";
import type { Ctx } from "../context";
import { notFound, unavailable } from "../errors";
import { MAX_EMAIL, ProviderUnavailable } from "../payment-provider";
import { toOrder } from "./get-order";
import { requireProvider } from "./order-services";

/**
 * Returns an order that can be paid: registers it with the provider, unless it is there already or waits for a payer's
 * agreement. Throws `unavailable` where the provider does not answer; the order has failed then, unless another call got the
 * provider's answer.
 */
export async function payableOrder(ctx: Ctx, orderId: string): Promise<Order> {
  const order = await findOrder(ctx.db, orderId);
  if (!order) throw notFound();
  if (order.payUrl !== null || order.status === "waiting") return toOrder(order);
  if (order.status === "failed") throw unavailable(orderTexts.providerAway);
  try {
    const payUrl = await register(ctx, order);
    if (await setPayUrl(ctx.db, orderId, payUrl)) return toOrder({ ...order, payUrl });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (await failUnregistered(ctx.db, orderId)) throw unavailable(orderTexts.providerAway);
  }
  // Another call was faster, or somebody cancelled the order.
  const now = await findOrder(ctx.db, orderId);
  if (!now) throw notFound();
  if (now.status === "failed") throw unavailable(orderTexts.providerAway);
  return toOrder(now);
}

/** Registers a waiting order and returns where it is paid. Throws `unavailable` where the provider does not answer. */
export async function registerWaitingOrder(ctx: Ctx, orderId: string): Promise<string> {
  const order = await findOrder(ctx.db, orderId);
  if (!order) throw notFound();
  try {
    return await register(ctx, order);
  } catch (error) {
    throw error instanceof ProviderUnavailable ? unavailable(orderTexts.providerAway) : error;
  }
}

/** Registers an order with the provider, outside every transaction, and returns where it is paid. */
async function register(ctx: Ctx, order: OrderRow): Promise<string> {
  const lessons = order.items.reduce((sum, item) => sum + item.lessons, 0);
  const centre = await getCentre(ctx);
  const { email } = order.payer;
  const { payUrl } = await requireProvider(ctx).register({
    orderId: order.id,
    amount: toGrosze(order.amount),
    description: orderTexts.paymentDescription(centre.name, lessons),
    // A longer address that is cut is another person's.
    email: email && email.length <= MAX_EMAIL ? email : centre.contactEmail,
    minutesLeft: ctx.settings.orderExpiryMinutes,
  });
  return payUrl;
}
