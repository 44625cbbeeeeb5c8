import { insertProviderNotification, newId, type ProviderNotificationKind } from "@korki/db";
import type { Ctx } from "../context";
import { requireProvider } from "./order-services";

/**
 * Stores what arrived in the provider's name; the worker makes something of it. Nothing is judged here, so that no
 * notification is lost (rules §20).
 */
export async function receiveNotification(
  ctx: Ctx,
  kind: ProviderNotificationKind,
  body: unknown,
): Promise<void> {
  requireProvider(ctx);
  await insertProviderNotification(ctx.db, {
    id: newId(),
    kind,
    body: JSON.stringify(body),
    receivedAt: ctx.now(),
  });
}
