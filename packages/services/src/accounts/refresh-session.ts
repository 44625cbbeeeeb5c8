import type { TokenPair } from "@korki/contracts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { endSessions, findRefreshToken, rotateRefreshToken, type SessionRef, transact } from "@korki/db";
import { REFRESH_GRACE_SECONDS, SESSION_DAYS_MAX } from "@korki/domain";
import type { Ctx } from "../context";
import { forbidden } from "../errors";
import { signAccessToken } from "./access-token";
import { sessionOver } from "./begin-session";
import { hashRefreshToken, successorOf } from "./refresh-token";

/**
 * Exchanges a refresh token for a new pair. Each token has exactly one successor: another exchange within ten seconds
 * returns the same pair (two tabs at once). Later reuse counts as theft and ends the session (rules §2). Throws
 * `unauthenticated`, or `forbidden` for a disabled account.
 */
export async function refreshSession(
  ctx: Ctx,
  { refreshToken }: { refreshToken: string | undefined },
): Promise<TokenPair> {
  if (!refreshToken) throw sessionOver();
  const now = ctx.now();
  const hash = hashRefreshToken(refreshToken);
  const { authSecret } = ctx.settings;
  const next = successorOf(authSecret, refreshToken, now);
  const begunAfter = new Date(now.getTime() - SESSION_DAYS_MAX * 24 * 3_600_000);
  const rotated = await rotateRefreshToken(ctx.db, { hash, now, begunAfter }, next.row);
  const { usedAt, ...session } = rotated ? { ...rotated, usedAt: now } : await toleratedReuse(ctx, hash, now);
  return {
    accessToken: await signAccessToken(authSecret, session, usedAt, next.row.hash),
    refreshToken: next.token,
  };
}

/** The session of a token that was spent a moment ago, and when that was. */
async function toleratedReuse(ctx: Ctx, hash: string, now: Date): Promise<SessionRef & { usedAt: Date }> {
  const token = await findRefreshToken(ctx.db, hash);
  if (!token) throw sessionOver();
  if (token.isDisabled) throw forbidden(commonTexts.accountDisabled);
  const { sessionId, userId, usedAt } = token;
  if (token.hasEnded || token.expiresAt <= now || !usedAt) throw sessionOver();
  if (now.getTime() - usedAt.getTime() <= REFRESH_GRACE_SECONDS * 1000) return { sessionId, userId, usedAt };
  ctx.log.warn({ userId, sessionId }, "a spent refresh token was used again; its session ends");
  await transact(ctx.db, (tx) => endSessions(tx, { userId, sessionId }, now));
  throw sessionOver();
}
