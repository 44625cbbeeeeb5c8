import type { ReviewNotificationsInput, SuspectNotifications } from "@korki/contracts/orders";
import { listSuspectNotifications, reviewNotifications as markReviewed, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { recordHistory } from "../history";
import { requireProvider } from "./order-services";

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
        action: "reviewNotification",
        changes: { kind: { from: null, to: outcome } },
      })),
    );
  });
}
