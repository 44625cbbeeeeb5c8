import type { TokenPair } from "@korki/contracts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { hasOtherSessions, insertSession, newId, transact } from "@korki/db";
import type { Ctx } from "../context";
import { ServiceError } from "../errors";
import { signAccessToken } from "./access-token";
import { deviceOf, knownDevice, rememberDevice } from "./known-device";
import { makeRefreshToken } from "./refresh-token";
import { recordSecurityEvent } from "./security-events";

/** A session's tokens, and the cookie that makes the browser known to the account. */
export type SignedIn = { pair: TokenPair; deviceCookie: string };

/**
 * Begins a session for a person who has proven to own the account. Notifies the owner of a sign-in from an unknown
 * browser, except of the account's first one. Returns null if the account was disabled, its password changed or an
 * authenticator enabled since it was verified.
 *
 * @param proven the password's hash and whether there was an authenticator, as verified; null if a passkey or
 *   a link proved it
 */
export async function beginSession(
  ctx: Ctx,
  proven: {
    userId: string;
    email: string;
    passwordHash: string | null;
    hasTotp: boolean | null;
    method?: "password";
    /** The owner hears of it by another message. */
    isTold?: boolean;
  },
): Promise<SignedIn | null> {
  const { userId, email, isTold = false, ...proof } = proven;
  const now = ctx.now();
  const sessionId = newId();
  const { token, row } = makeRefreshToken(now);
  const device = ctx.device ?? "";
  const session = { id: sessionId, userId, ...proof, device, token: row, now };
  if (!(await insertSession(ctx.db, session))) return null;
  const { authSecret } = ctx.settings;
  const browser = await deviceOf(ctx, email);
  const isStrange = !isTold && knownDevice(browser) === null;
  if (isStrange && (await hasOtherSessions(ctx.db, { userId, sessionId }))) {
    await transact(ctx.db, (tx) => recordSecurityEvent(tx, ctx, { userId, kind: "new-device" }));
  }
  return {
    pair: { accessToken: await signAccessToken(authSecret, { userId, sessionId }, now), refreshToken: token },
    deviceCookie: rememberDevice(browser),
  };
}

/** No session, or one that has ended. */
export function sessionOver(): ServiceError {
  return new ServiceError("unauthenticated", commonTexts.sessionExpired);
}
