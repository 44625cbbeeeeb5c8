import { endSessions, findRefreshToken, type SessionRef, transact } from "@korki/db";
import type { Ctx } from "../context";
import { hashRefreshToken } from "./refresh-token";

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
