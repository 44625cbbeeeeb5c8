import type { TokenPair } from "@korki/contracts/account";
import type { SignedIn } from "@korki/services/accounts/begin-session";
import { KNOWN_DEVICE_SECONDS } from "@korki/services/accounts/known-device";
import { REFRESH_TOKEN_SECONDS } from "@korki/services/accounts/refresh-token";
import { logout } from "@korki/services/accounts/sessions";
import type { ApiCtx } from "../context";

/**
 * Puts the refresh token into its cookie as well, over REST and tRPC alike, and makes the browser known. The session
 * that the browser had before ends.
 */
export async function keepSession(ctx: ApiCtx, { pair, deviceCookie }: SignedIn): Promise<TokenPair> {
  const { refreshToken } = ctx.cookies;
  if (refreshToken !== undefined) await logout({ ...ctx, actor: null }, { refreshToken });
  ctx.cookies.keepDevice(deviceCookie, KNOWN_DEVICE_SECONDS);
  return keepTokens(ctx, pair);
}

/** The same for a session that was renewed. */
export function keepTokens(ctx: ApiCtx, pair: TokenPair): TokenPair {
  ctx.cookies.keepRefreshToken(pair.refreshToken, REFRESH_TOKEN_SECONDS);
  return pair;
}
