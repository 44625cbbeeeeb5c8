import type { SessionRow } from "@korki/contracts/account-security";
import { endSessions, findRefreshToken, listOwnSessions, type SessionRef, transact } from "@korki/db";
import type { ActorCtx, Ctx } from "../context";
import { notFound } from "../errors";
import { hashRefreshToken } from "./refresh-token";

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

/**
 * Ends the caller's session on the server: the one that the bearer token names, and the one of the refresh
 * token. Nothing to end is no error.
 */
export async function logout(
  ctx: Ctx,
  { refreshToken }: { refreshToken: string | undefined },
): Promise<void> {
  const sessions = new Map<string, SessionRef>();
  if (ctx.actor) sessions.set(ctx.actor.sessionId, { sessionId: ctx.actor.sessionId, userId: ctx.actor.id });
  const token = refreshToken ? await findRefreshToken(ctx.db, hashRefreshToken(refreshToken)) : null;
  if (token && !token.hasEnded) sessions.set(token.sessionId, token);
  if (sessions.size === 0) return;
  await transact(ctx.db, async (tx) => {
    for (const { sessionId, userId } of sessions.values()) {
      await endSessions(tx, { userId, sessionId }, ctx.now());
    }
  });
}
