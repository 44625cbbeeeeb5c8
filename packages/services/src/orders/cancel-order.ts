import type { Order } from "@korki/contracts/orders";
import { orderTexts } from "@korki/contracts/texts/orders";
import { moveOrder, transact, withdrawOrderApproval } from "@korki/db";
import type { ActorCtx } from "../context";
import { conflict, unavailable } from "../errors";
import { recordHistory } from "../history";
import { ProviderUnavailable } from "../payment-provider";
import { findOwnOrder, toOrder } from "./get-order";
import { requireProvider } from "./order-services";
import { settleOrder } from "./settle-order";

/**
 * The payer or an administrator cancels an order that waits for its payment. The provider is asked first: an order
 * that is paid is booked instead. Throws `not_found` for other people's orders, `conflict` for one that is not open,
 * `unavailable` where the provider does not answer. Money that arrives nevertheless is booked, as for an expired order.
 */
export async function cancelOrder(ctx: ActorCtx, { id }: { id: string }): Promise<Order> {
  const provider = requireProvider(ctx);
  const order = await findOwnOrder(ctx, id);
  if (order.status === "waiting") return takeBack(ctx, id);
  if (order.status !== "open") throw conflict(orderTexts.notOpen);
  try {
    const payment = await provider.find(id);
    if (payment && (await settleOrder(ctx, provider, payment)) === "booked")
      throw conflict(orderTexts.alreadyPaid);
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw unavailable(orderTexts.providerAway);
    throw error;
  }
  await transact(ctx.db, async (tx) => {
    if (!(await moveOrder(tx, id, ["open"], "expired"))) throw conflict(orderTexts.notOpen);
    await recordHistory(tx, ctx, {
      entity: "order",
      entityId: id,
      action: "cancel",
      changes: { status: { from: "open", to: "expired" } },
      studentId: order.studentId,
    });
  });
  return toOrder(await findOwnOrder(ctx, id));
}

/** Takes back an order that waits for the payer's agreement; the provider does not know it. */
async function takeBack(ctx: ActorCtx, id: string): Promise<Order> {
  const { studentId } = await findOwnOrder(ctx, id);
  await transact(ctx.db, async (tx) => {
    await withdrawOrderApproval(tx, id, ctx.now());
    if (!(await moveOrder(tx, id, ["waiting"], "expired"))) throw conflict(orderTexts.notOpen);
    await recordHistory(tx, ctx, {
      entity: "order",
      entityId: id,
      action: "cancel",
      changes: { status: { from: "waiting", to: "expired" } },
      studentId,
    });
  });
  return toOrder(await findOwnOrder(ctx, id));
}
