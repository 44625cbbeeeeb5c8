import type { SecurityState } from "@korki/contracts/account-security";
import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import {
  confirmTotp,
  countRecoveryCodes,
  deletePasskeys,
  deleteTotp,
  endSessions,
  findOwnCredentials,
  findTotpFactor,
  lockAccount,
  replaceRecoveryCodes,
  savePendingTotp,
  spendRecoveryCode,
  type Tx,
  takeTotpStep,
  transact,
} from "@korki/db";
import { generateSecret, generateURI } from "otplib";
import { getCentre } from "../centre/get-centre";
import type { ActorCtx, Ctx } from "../context";
import { conflict, notFound, ServiceError } from "../errors";
import { recordHistory } from "../history";
import { withIdempotencyKey } from "../with-idempotency-key";
import {
  decryptSecret,
  encryptSecret,
  hashRecoveryCode,
  makeRecoveryCodes,
  totpStepOf,
} from "./factor-secrets";
import { countAttempt, countCode } from "./login-attempts";
import { reauthenticate, wrongCredential } from "./reauthenticate";
import { recordSecurityEvent } from "./security-events";

/** An unfinished configuration expires after this long. */
const PENDING_MINUTES = 30;

/** Which factors the caller has. */
export async function getSecurityState(ctx: ActorCtx): Promise<SecurityState> {
  const factor = await findTotpFactor(ctx.db, ctx.actor.id);
  if (!factor?.secret) return { hasTotp: false, recoveryCodesLeft: 0 };
  return { hasTotp: true, recoveryCodesLeft: await countRecoveryCodes(ctx.db, ctx.actor.id) };
}

/**
 * Begins to set up an authenticator: returns its secret. An older one stays in force until a code of the new one is
 * entered. Throws `unauthenticated` for a wrong password.
 */
export async function startTotp(
  ctx: ActorCtx,
  { password }: { password: string },
): Promise<{ secret: string; uri: string }> {
  const { id } = ctx.actor;
  const { email } = await reauthenticate(ctx, password);
  const { authSecret } = ctx.settings;
  const { name: issuer } = await getCentre(ctx);
  const secret = generateSecret();
  await savePendingTotp(ctx.db, id, encryptSecret(authSecret, id, secret), ctx.now());
  return { secret, uri: generateURI({ issuer, label: email, secret }) };
}

/**
 * Puts the authenticator in force by its first code, which counts as used, and returns ten recovery codes. Ends every
 * other session, which never proved it. Throws `unauthenticated` for a wrong code, `conflict` where none was started.
 */
export async function confirmTotpSetup(
  ctx: ActorCtx,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { id: userId, sessionId } = ctx.actor;
  const [account, factor] = [await findOwnCredentials(ctx.db, userId), await findTotpFactor(ctx.db, userId)];
  const pending = factor?.pendingSecret;
  const startedAt = factor?.pendingAt?.getTime() ?? 0;
  if (!account || !pending || ctx.now().getTime() - startedAt > PENDING_MINUTES * 60_000) {
    throw conflict(accountSecurityTexts.noTotpStarted);
  }
  const { authSecret } = ctx.settings;
  let step: number | null = null;
  const isRight = await countAttempt(ctx, account.email, async () => {
    step = totpStepOf(decryptSecret(authSecret, userId, pending), code, ctx.now());
    return step !== null;
  });
  if (!isRight || step === null) throw wrongCredential(accountSecurityTexts.wrongCode);
  const now = ctx.now();
  const confirmed = { userId, secret: pending, step, now };
  const recoveryCodes = makeRecoveryCodes();
  await transact(ctx.db, async (tx) => {
    // A sign-in with the password alone waits for this one, and finds the authenticator.
    await lockAccount(tx, userId);
    if (!(await confirmTotp(tx, confirmed))) throw conflict(accountSecurityTexts.noTotpStarted);
    const hashes = recoveryCodes.map((each) => hashRecoveryCode(authSecret, userId, each));
    await replaceRecoveryCodes(tx, userId, hashes);
    await endSessions(tx, { userId, except: sessionId }, now);
    await recordSecurityEvent(tx, ctx, { userId, kind: "totp-enabled", at: now });
    await recordHistory(tx, ctx, { entity: "account", entityId: userId, action: "enable-totp", changes: {} });
  });
  return { recoveryCodes };
}

/** Which kind of code it was. */
export type UsedCode = "totp" | "recovery";

/**
 * Accepts a code of an account's second factor. Returns the kind of the code, or null for a wrong or used one. A code
 * works once, even if it is sent several times at once.
 */
export async function takeSecondFactorCode(ctx: Ctx, userId: string, code: string): Promise<UsedCode | null> {
  const { authSecret } = ctx.settings;
  const secret = (await findTotpFactor(ctx.db, userId))?.secret;
  if (!secret) return null;
  const step = totpStepOf(decryptSecret(authSecret, userId, secret), code, ctx.now());
  if (step !== null) return (await takeTotpStep(ctx.db, { userId, secret, step })) ? "totp" : null;
  const hash = hashRecoveryCode(authSecret, userId, code);
  return (await spendRecoveryCode(ctx.db, userId, hash, ctx.now())) ? "recovery" : null;
}

/**
 * Removes the caller's authenticator and recovery codes. Throws `unauthenticated`, and `conflict` without one. A repetition
 * with the same key needs the password again, but no code: the authenticator is gone.
 *
 * @param key the caller's `Idempotency-Key`: the same key removes once
 */
export async function removeTotp(
  ctx: ActorCtx,
  { password, code }: { password: string; code: string },
  key: string | null,
): Promise<void> {
  const { email } = await reauthenticate(ctx, password);
  // The hash that recognises the request is no place for a password or a code.
  const request = { operation: "removeTotp", input: {} };
  let refusal: unknown = null;
  const remove = async () => {
    try {
      await transact(ctx.db, (tx) =>
        withIdempotencyKey(tx, ctx, key, request, () => takeCodeAndRemove(tx, ctx, code)),
      );
    } catch (error) {
      refusal = error;
    }
    const isWrongCode = refusal instanceof ServiceError && refusal.code === "unauthenticated";
    return !isWrongCode;
  };
  await countAttempt(ctx, email, () => countCode(ctx, { userId: ctx.actor.id, email, code }, remove));
  if (refusal) throw refusal;
}

/** The code is used up if the authenticator is removed, and only then. */
async function takeCodeAndRemove(tx: Tx, ctx: ActorCtx, code: string): Promise<object> {
  const { id: userId } = ctx.actor;
  if (!(await findTotpFactor(tx, userId))?.secret) throw conflict(accountSecurityTexts.noTotp);
  const used = await takeSecondFactorCode({ ...ctx, db: { ...ctx.db, tx } }, userId, code);
  if (!used) throw wrongCredential(accountSecurityTexts.wrongCode);
  if (!(await deleteTotp(tx, userId))) throw conflict(accountSecurityTexts.noTotp);
  await recordSecurityEvent(tx, ctx, { userId, kind: "totp-disabled" });
  await recordHistory(tx, ctx, { entity: "account", entityId: userId, action: "disable-totp", changes: {} });
  return {};
}

/**
 * An administrator removes another person's lost factors; that person is notified. Throws `not_found`, and `conflict`
 * for one's own factors, whose removal requires the password.
 */
export async function resetSecondFactor(ctx: ActorCtx, { userId }: { userId: string }): Promise<void> {
  if (userId === ctx.actor.id) throw conflict(accountSecurityTexts.ownFactor);
  await transact(ctx.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw notFound();
    const [hadTotp, hadPasskeys] = [await deleteTotp(tx, userId), await deletePasskeys(tx, userId)];
    if (!hadTotp && !hadPasskeys) return;
    await recordSecurityEvent(tx, ctx, { userId, kind: "second-factor-reset" });
    await recordHistory(tx, ctx, {
      entity: "account",
      entityId: userId,
      action: "reset-second-factor",
      changes: {},
      teacherId: account.role === "Teacher" ? userId : null,
      studentId: account.role === "Student" ? userId : null,
    });
  });
}
