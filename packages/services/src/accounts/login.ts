import type { LoginInput, TokenPair } from "@korki/contracts/account";
import { accountTexts } from "@korki/contracts/texts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { findCredentials, insertSession, newId, transact } from "@korki/db";
import type { Ctx } from "../context";
import { forbidden, ServiceError } from "../errors";
import { signAccessToken } from "./access-token";
import { rememberDevice } from "./known-device";
import { attemptPassword, forgetAttempts } from "./login-attempts";
import { mailLink } from "./mail-link";
import { makeRefreshToken } from "./refresh-token";
import { withMinimumDuration } from "./steady-time";

/** A session's tokens, and the cookie that makes the browser known to the account. */
export type SignedIn = { pair: TokenPair; deviceCookie: string };

/**
 * Begins a session. Throws `unauthenticated` alike for a wrong password, an address without account and one that is
 * unconfirmed, `forbidden` (only after the right password) for a disabled account, and `rate_limited` after too many
 * failures (rules §3).
 */
export async function login(ctx: Ctx, { email, password }: LoginInput): Promise<SignedIn> {
  const account = await attemptPassword(ctx, { email, password }, () => findCredentials(ctx.db, email));
  if (!account) return withMinimumDuration(refuse);
  if (account.isDisabled) throw forbidden(commonTexts.accountDisabled);
  if (!account.isConfirmed) {
    return withMinimumDuration(async () => {
      await confirmAgain(ctx, email, account.id);
      return refuse();
    });
  }

  const now = ctx.now();
  const [sessionId, { id: userId, passwordHash }] = [newId(), account];
  const { token, row } = makeRefreshToken(now);
  const begun = await insertSession(ctx.db, { id: sessionId, userId, passwordHash, token: row, now });
  if (!begun) throw wrongCredentials();
  await forgetAttempts(ctx, email);
  const { authSecret } = ctx.settings;
  return {
    pair: { accessToken: await signAccessToken(authSecret, { userId, sessionId }, now), refreshToken: token },
    deviceCookie: rememberDevice({ authSecret, cookie: ctx.deviceCookie, email, now }),
  };
}

/** Mails the confirmation once more, a few times an hour. */
async function confirmAgain(ctx: Ctx, email: string, userId: string): Promise<void> {
  const [refusal] = await ctx.limits.consumeEach("confirmationEmail", [email]);
  if (refusal) return;
  await transact(ctx.db, (tx) => mailLink(tx, ctx, { userId, kind: "confirm-email" }));
}

async function refuse(): Promise<never> {
  throw wrongCredentials();
}

function wrongCredentials(): ServiceError {
  return new ServiceError("unauthenticated", accountTexts.wrongCredentials);
}
