import type { SecurityEventRow } from "@korki/contracts/account-security";
import { insertLink, insertSecurityEvent, listSecurityEvents, type Tx } from "@korki/db";
import { isUndoable, NOT_ME_LINK_DAYS, type SecurityEventKind } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";
import { notify } from "../outbox";

/**
 * Records an event that changes who can sign in, and e-mails the owner a link that undoes it (rules §19).
 *
 * @param at when the change took effect: a factor and its event have one time, so that undoing the event removes the
 *   factor (`removeFactorsSince`)
 * @param formerEmail the account's address until now, which is notified too
 */
export async function recordSecurityEvent(
  tx: Tx,
  ctx: Ctx,
  {
    userId,
    kind,
    at: now = ctx.now(),
    formerEmail,
  }: { userId: string; kind: SecurityEventKind; at?: Date; formerEmail?: string },
): Promise<void> {
  const device = ctx.actor === null || ctx.actor.id === userId ? (ctx.device ?? "") : "";
  const expiresAt = new Date(now.getTime() + NOT_ME_LINK_DAYS * 24 * 3_600_000);
  // The link has the id of the event that it undoes.
  const id = await insertLink(tx, { userId, kind: "not-me", now, expiresAt });
  ctx.log.info({ accountId: userId, event: kind }, "security event");
  await insertSecurityEvent(tx, { id, userId, kind, device, at: now });
  const linkId = isUndoable(kind) ? id : null;
  const facts = { event: kind, at: now.toISOString(), device };
  await notify(tx, ctx, { kind: "account-alert", to: { userId }, facts: { ...facts, linkId } });
  if (formerEmail === undefined) return;
  await notify(tx, ctx, {
    kind: "account-alert",
    to: { email: formerEmail },
    facts: { ...facts, linkId: null },
  });
}

/** What happened to the access to the caller's account, newest first. */
export async function listOwnSecurityEvents(ctx: ActorCtx): Promise<SecurityEventRow[]> {
  const events = await listSecurityEvents(ctx.db, ctx.actor.id, ctx.now());
  return events.map(({ id, kind, at, device, hasLiveLink }) => ({
    id,
    kind,
    createdAt: at.toISOString(),
    device,
    canUndo: hasLiveLink && isUndoable(kind),
  }));
}
