import type { LoginInput, TokenPair } from "@korki/contracts/account";
import { accountTexts } from "@korki/contracts/texts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { findCredentials, insertSession, newId } from "@korki/db";
import type { Ctx } from "../context";
import { forbidden, ServiceError } from "../errors";
import { signAccessToken } from "./access-token";
import { inTurn } from "./in-turn";
import { isPassword } from "./password";
import { makeRefreshToken } from "./refresh-token";

/**
 * Begins a session. Throws `unauthenticated` alike for a wrong password and an address without account,
 * `forbidden` (only after the right password) while the address is unconfirmed or the account disabled, and
 * `rate_limited` after too many failures for one account from one place (decisions §3).
 */
export async function login(ctx: Ctx, { email, password }: LoginInput): Promise<TokenPair> {
  const failures = loginFailureKey(ctx, email);
  await ctx.limits.check("login", failures);
  const account = await findCredentials(ctx.db, email);
  const passwordHash = account?.passwordHash ?? null;
  await inTurn(async () => {
    // Asked once more when it is our turn, so that tries made at the same time count one after another.
    await ctx.limits.check("login", failures);
    if (await isPassword(password, passwordHash)) return;
    await ctx.limits.consume("login", failures);
    throw wrongCredentials();
  });
  if (!account || passwordHash === null) throw wrongCredentials();
  if (account.isDisabled) throw forbidden(commonTexts.accountDisabled);
  if (!account.isConfirmed) throw forbidden(accountTexts.emailNotConfirmed);

  const now = ctx.now();
  const [sessionId, userId] = [newId(), account.id];
  const { token, row } = makeRefreshToken(now);
  const begun = await insertSession(ctx.db, { id: sessionId, userId, passwordHash, token: row, now });
  if (!begun) throw wrongCredentials();
  await ctx.limits.reset("login", failures);
  return {
    accessToken: await signAccessToken(ctx.settings.authSecret, { userId, sessionId }, now),
    refreshToken: token,
  };
}

/** Failures count per account and address. */
export function loginFailureKey({ address }: Pick<Ctx, "address">, email: string): string {
  return `${email}|${address}`;
}

function wrongCredentials(): ServiceError {
  return new ServiceError("unauthenticated", accountTexts.wrongCredentials);
}
