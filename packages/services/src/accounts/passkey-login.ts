import type { PasskeyLoginInput } from "@korki/contracts/account-security";
import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { commonTexts } from "@korki/contracts/texts/common";
import { findPasskey, noteUseOfPasskey, spendChallenge, transact } from "@korki/db";
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import type { Ctx } from "../context";
import { conflict, forbidden, ServiceError } from "../errors";
import { beginSession, type SignedIn } from "./begin-session";
import { makeChallenge, readChallenge } from "./challenge";
import { logSignIn, type SignInAttempt } from "./log-sign-in";
import { relyingParty } from "./passkeys";

/** Returns what the browser needs to sign in with whatever passkey it has for this site. */
export async function startPasskeyLogin(ctx: Ctx): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: makeChallenge({ authSecret: ctx.settings.authSecret, for: "login", now: ctx.now() }),
    userVerification: "required",
  });
}

/**
 * Begins a session by a passkey, which is both factors: the device, and the person whom it verified. Throws
 * `unauthenticated` for one that does not fit, `conflict` for an answer that was taken before, `forbidden` for a disabled
 * account, `rate_limited` after too many failures from one address.
 */
export async function loginWithPasskey(ctx: Ctx, input: PasskeyLoginInput): Promise<SignedIn> {
  const attempt: SignInAttempt = { method: "passkey" };
  return logSignIn(ctx, attempt, () => attemptLogin(ctx, input, attempt));
}

async function attemptLogin(
  ctx: Ctx,
  { response }: PasskeyLoginInput,
  attempt: SignInAttempt,
): Promise<SignedIn> {
  await ctx.limits.check("loginAddress", ctx.address);
  const verified = await verify(ctx, response);
  if (!verified) {
    await ctx.limits.consume("loginAddress", ctx.address);
    throw refused();
  }
  const { passkey } = verified;
  attempt.userId = passkey.userId;
  if (passkey.isDisabled) throw forbidden(commonTexts.accountDisabled);
  await transact(ctx.db, async (tx) => {
    // An answer to a challenge is accepted once.
    const isFresh = await spendChallenge(tx, verified.challenge, verified.expiresAt);
    if (!isFresh) throw conflict(commonTexts.changedMeanwhile);
    await noteUseOfPasskey(tx, passkey.id, verified.counter, ctx.now());
  });
  const { userId, email } = passkey;
  const begun = await beginSession(ctx, { userId, email, passwordHash: null, hasTotp: null });
  if (!begun) throw refused();
  return begun;
}

async function verify(ctx: Ctx, response: PasskeyLoginInput["response"]) {
  const passkey = await findPasskey(ctx.db, response.id);
  if (!passkey?.isConfirmed) return null;
  const { id: rpID, origin } = relyingParty(ctx);
  const purpose = { authSecret: ctx.settings.authSecret, for: "login", now: ctx.now() };
  const answered = { challenge: "", expiresAt: new Date(0) };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge(challenge) {
        const expiresAt = readChallenge(purpose, challenge);
        if (!expiresAt) return false;
        Object.assign(answered, { challenge, expiresAt });
        return true;
      },
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
    });
    return verified ? { passkey, counter: authenticationInfo.newCounter, ...answered } : null;
  } catch (error) {
    ctx.log.warn({ reason: String(error) }, "a passkey's sign-in was refused");
    return null;
  }
}

function refused(): ServiceError {
  return new ServiceError("unauthenticated", accountSecurityTexts.passkeyInvalid);
}
