import type { LoginInput } from "@korki/contracts/account";
import { accountTexts } from "@korki/contracts/texts/account";
import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { commonTexts } from "@korki/contracts/texts/common";
import { findCredentials, findRegistration, transact } from "@korki/db";
import type { Ctx } from "../context";
import { forbidden, ServiceError } from "../errors";
import { beginSession, type SignedIn } from "./begin-session";
import { logSignIn, type SignInAttempt } from "./log-sign-in";
import { attemptPassword, countCode, forgetAttempts } from "./login-attempts";
import { mailLink } from "./mail-link";
import { takeSecondFactorCode, type UsedCode } from "./second-factor";
import { recordSecurityEvent } from "./security-events";
import { withMinimumDuration } from "./steady-time";

/**
 * Begins a session. Throws `unauthenticated` alike for a wrong password, an address without account and one that is
 * unconfirmed; `forbidden` (only after the right password) for a disabled account that was confirmed; `unauthenticated` with
 * `secondFactor` where a code is missing or wrong; and `rate_limited` after too many failures (rules §§3, 19).
 */
export async function login(ctx: Ctx, input: LoginInput): Promise<SignedIn> {
  const attempt: SignInAttempt = { method: input.code === undefined ? "password" : "password and code" };
  return logSignIn(ctx, attempt, () => attemptLogin(ctx, input, attempt));
}

async function attemptLogin(
  ctx: Ctx,
  { email, password, code }: LoginInput,
  attempt: SignInAttempt,
): Promise<SignedIn> {
  // What became of the code; only looked at after the right password.
  const second: { used: UsedCode | "none" | "wrong" } = { used: "none" };
  // The right password of an unconfirmed account counts as a failure, like a wrong one.
  const waiting: { account: { id: string; passwordHash: string } | null } = { account: null };
  const account = await attemptPassword(
    ctx,
    { email, password },
    async () => {
      const found = await findCredentials(ctx.db, email);
      if (found) attempt.userId = found.id;
      return found;
    },
    async ({ id, passwordHash, hasTotp, isDisabled, isConfirmed }) => {
      if (!isConfirmed) {
        if (!isDisabled) waiting.account = { id, passwordHash };
        return false;
      }
      if (hasTotp && code !== undefined && !isDisabled) {
        await countCode(ctx, { userId: id, email, code }, async () => {
          second.used = (await takeSecondFactorCode(ctx, id, code)) ?? "wrong";
          return second.used !== "wrong";
        });
      }
      return second.used !== "wrong";
    },
  );
  if (second.used === "wrong") throw secondFactorNeeded(accountSecurityTexts.wrongCode);
  if (!account) {
    return withMinimumDuration(async () => {
      if (waiting.account) await confirmAgain(ctx, email, waiting.account);
      throw wrongCredentials();
    });
  }
  if (account.isDisabled) throw forbidden(commonTexts.accountDisabled);
  if (account.hasTotp && code === undefined) throw secondFactorNeeded(accountSecurityTexts.codeNeeded);
  // Else the password alone would lead on to the set-up of another factor.
  const isRequired = ctx.settings.adminSecondFactor === "required" && account.role === "Admin";
  if (isRequired && account.hasPasskey && !account.hasTotp) {
    throw secondFactorNeeded(accountSecurityTexts.passkeyNeeded, { passkey: true });
  }
  const { id: userId, passwordHash, hasTotp } = account;
  const begun = await beginSession(ctx, { userId, email, passwordHash, hasTotp });
  if (!begun) throw wrongCredentials();
  if (second.used === "recovery") {
    await transact(ctx.db, (tx) => recordSecurityEvent(tx, ctx, { userId, kind: "recovery-code-used" }));
  }
  await forgetAttempts(ctx, email);
  return begun;
}

function secondFactorNeeded(message: string, which: { passkey?: true } = {}): ServiceError {
  return new ServiceError("unauthenticated", message, undefined, { secondFactor: true, ...which });
}

/** Mails the confirmation of the registration with this password once more, a few times an hour. */
async function confirmAgain(
  ctx: Ctx,
  email: string,
  { id: userId, passwordHash }: { id: string; passwordHash: string },
): Promise<void> {
  const [refusal] = await ctx.limits.consumeEach("confirmationEmail", [email]);
  if (refusal) return;
  await transact(ctx.db, async (tx) => {
    const registration = await findRegistration(tx, userId, passwordHash);
    await mailLink(tx, ctx, { userId, kind: "confirm-email", ...(registration ? { registration } : {}) });
  });
}

function wrongCredentials(): ServiceError {
  return new ServiceError("unauthenticated", accountTexts.wrongCredentials);
}
