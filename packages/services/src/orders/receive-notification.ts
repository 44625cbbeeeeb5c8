import {
  countForgedNotification,
  insertProviderNotification,
  newId,
  type ProviderNotificationKind,
} from "@korki/db";
import type { Ctx } from "../context";
import { requireProvider } from "./order-services";

/**
 * Stores what the provider signed; the worker makes something of it, so that no notification is lost. Of what it did not
 * sign, a sample and the number per hour are kept (rules §20). Throws `rate_limited` for an address that sends too many.
 */
export async function receiveNotification(
  ctx: Ctx,
  kind: ProviderNotificationKind,
  body: unknown,
): Promise<void> {
  const provider = requireProvider(ctx);
  const { limits, address } = ctx;
  await limits.check("forgedNotification", address);
  await limits.consume("providerNotification", address);
  const isSigned = (kind === "payment" ? provider.readPayment(body) : provider.readRefund(body)) !== null;
  const notification = { id: newId(), kind, body: JSON.stringify(body), receivedAt: ctx.now() };
  if (isSigned) return insertProviderNotification(ctx.db, notification);
  await limits.consume("forgedNotification", address);
  await countForgedNotification(ctx.db, notification);
}
