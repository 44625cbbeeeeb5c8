import type { ReviewNotificationsInput, SuspectNotifications } from "@korki/contracts/orders";
import {
  countForgedNotification,
  insertProviderNotification,
  listSuspectNotifications,
  reviewNotifications as markReviewed,
  newId,
  type ProviderNotificationKind,
  transact,
} from "@korki/db";
import type { ActorCtx, Ctx } from "../context";
import { ServiceError } from "../errors";
import { recordHistory } from "../history";
import { requireProvider } from "./order-services";

/**
 * Stores what the provider signed; the worker makes something of it, so that no notification is lost. Of what it did not
 * sign, a sample and the number per hour are kept (rules §20). Throws `rate_limited` for an address that sends too many
 * signed ones; of too many others nothing is written, and nobody is told.
 */
export async function receiveNotification(
  ctx: Ctx,
  kind: ProviderNotificationKind,
  body: unknown,
): Promise<void> {
  const provider = requireProvider(ctx);
  const { limits, address } = ctx;
  const isSigned = (kind === "payment" ? provider.readPayment(body) : provider.readRefund(body)) !== null;
  const notification = { id: newId(), kind, body: JSON.stringify(body), receivedAt: ctx.now() };
  if (isSigned) {
    await limits.consume("providerNotification", address);
    return insertProviderNotification(ctx.db, notification);
  }
  // A limit of their own: behind one proxy, what anybody sends would keep the provider's away.
  try {
    await limits.consume("forgedNotification", address);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "rate_limited") return;
    throw error;
  }
  await countForgedNotification(ctx.db, notification);
}

/** Suspect notifications shown at once. */
const SHOWN_MAX = 100;

/** Returns the provider's notifications that booked nothing and were not reviewed yet (rules §20). */
export async function listSuspects(ctx: ActorCtx): Promise<SuspectNotifications> {
  requireProvider(ctx);
  return listSuspectNotifications(ctx.db, { limit: SHOWN_MAX, offset: 0 });
}

/** Notes that an administrator has looked into suspect notifications. Those that are known already stay as they are. */
export async function reviewNotifications(ctx: ActorCtx, { ids }: ReviewNotificationsInput): Promise<void> {
  requireProvider(ctx);
  await transact(ctx.db, async (tx) => {
    const reviewed = await markReviewed(tx, { ids, by: ctx.actor.id, now: ctx.now() });
    await recordHistory(
      tx,
      ctx,
      ...reviewed.map(({ id, orderId, outcome }) => ({
        entity: "order" as const,
        entityId: orderId ?? id,
        action: "reviewNotification" as const,
        changes: { kind: { from: null, to: outcome } },
      })),
    );
  });
}
