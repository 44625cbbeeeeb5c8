import type { TokenPair } from "@korki/contracts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import {
  endSessions,
  findRefreshToken,
  insertRefreshToken,
  rotateRefreshToken,
  type SessionRef,
  transact,
} from "@korki/db";
import { REFRESH_GRACE_SECONDS } from "@korki/domain";
import type { Ctx } from "../context";
import { forbidden, ServiceError } from "../errors";
import { signAccessToken } from "./access-token";
import { hashRefreshToken, makeRefreshToken } from "./refresh-token";

/**
 * Trades a refresh token for a new pair. Each token works once; two tabs that renew at once are both served for
 * ten seconds; after that a token that comes back is taken for stolen and ends its session (decisions §2).
 * Throws `unauthenticated`, or `forbidden` for a disabled account.
 */
export async function refreshSession(
  ctx: Ctx,
  { refreshToken }: { refreshToken: string | undefined },
): Promise<TokenPair> {
  if (!refreshToken) throw sessionOver();
  const now = ctx.now();
  const hash = hashRefreshToken(refreshToken);
  const next = makeRefreshToken(now);
  const rotated = await rotateRefreshToken(ctx.db, { hash, now }, next.row);
  const session = rotated ?? (await toleratedReuse(ctx, hash, now));
  if (!rotated) await insertRefreshToken(ctx.db, session.sessionId, next.row, now);
  return {
    accessToken: await signAccessToken(ctx.settings.authSecret, session, now),
    refreshToken: next.token,
  };
}

/** The session of a token that was spent a moment ago. */
async function toleratedReuse(ctx: Ctx, hash: string, now: Date): Promise<SessionRef> {
  const token = await findRefreshToken(ctx.db, hash);
  if (!token) throw sessionOver();
  if (token.isDisabled) throw forbidden(commonTexts.accountDisabled);
  if (token.hasEnded || token.expiresAt <= now || !token.usedAt) throw sessionOver();
  const { sessionId, userId } = token;
  if (now.getTime() - token.usedAt.getTime() <= REFRESH_GRACE_SECONDS * 1000) return { sessionId, userId };
  ctx.log.warn({ userId, sessionId }, "a spent refresh token came back; its session ends");
  await transact(ctx.db, (tx) => endSessions(tx, { userId, sessionId }, now));
  throw sessionOver();
}

function sessionOver(): ServiceError {
  return new ServiceError("unauthenticated", commonTexts.sessionExpired);
}
