import type { SecurityEventRow } from "@korki/contracts/account-security";
import { listSecurityEvents } from "@korki/db";
import { isUndoable } from "@korki/domain";
import type { ActorCtx } from "../context";

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
