import type { SessionRow } from "@korki/contracts/account-security";
import { endSessions, listOwnSessions, transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { notFound } from "../errors";

/** Where the caller is signed in. */
export async function listSessions(ctx: ActorCtx): Promise<SessionRow[]> {
  const sessions = await listOwnSessions(ctx.db, ctx.actor.id, ctx.now());
  return sessions.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: id === ctx.actor.sessionId,
  }));
}

/** Ends one of the caller's sessions. Throws `not_found` for one that is not theirs or has ended. */
export async function endSession(ctx: ActorCtx, { id: sessionId }: { id: string }): Promise<void> {
  const { id: userId } = ctx.actor;
  const ended = await transact(ctx.db, (tx) => endSessions(tx, { userId, sessionId }, ctx.now()));
  if (ended === 0) throw notFound();
}

/** Ends all of the caller's sessions but the one that asks. */
export async function endOtherSessions(ctx: ActorCtx): Promise<void> {
  const { id: userId, sessionId } = ctx.actor;
  await transact(ctx.db, (tx) => endSessions(tx, { userId, except: sessionId }, ctx.now()));
}
