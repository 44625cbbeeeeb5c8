import { insertProviderNotification, newId, type ProviderNotificationKind } from "@korki/db";
import type { Ctx } from "../context";
import { requireProvider } from "./order-services";

/**
 * Stores what arrived in the provider's name; the worker makes something of it. Nothing is judged here, so that no
 * notification is lost (rules §20). Throws `rate_limited` for an address that sends too many.
 */
export async function receiveNotification(
  ctx: Ctx,
  kind: ProviderNotificationKind,
  body: unknown,
): Promise<void> {
  requireProvider(ctx);
  await ctx.limits.consume("providerNotification", ctx.address);
  await insertProviderNotification(ctx.db, {
    id: newId(),
    kind,
    body: JSON.stringify(body),
    receivedAt: ctx.now(),
  });
}
