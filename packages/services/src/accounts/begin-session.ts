import type { TokenPair } from "@korki/contracts/account";
import { commonTexts } from "@korki/contracts/texts/common";
import { hasOtherSessions, insertSession, newId, transact } from "@korki/db";
import type { Ctx } from "../context";
import { ServiceError } from "../errors";
import { signAccessToken } from "./access-token";
import { deviceOf, knownDevice, rememberDevice } from "./known-device";
import { recordSecurityEvent } from "./record-security-event";
import { makeRefreshToken } from "./refresh-token";

/** A session's tokens, and the cookie that makes the browser known to the account. */
export type SignedIn = { pair: TokenPair; deviceCookie: string };

/**
 * Begins a session for a person who has proven to own the account. Notifies the owner of a sign-in from an unknown
 * browser, except of the account's first one. Returns null if the account was disabled or its password changed since
 * it was verified.
 *
 * @param passwordHash as it was verified; null if a passkey proved it
 */
export async function beginSession(
  ctx: Ctx,
  { userId, email, passwordHash }: { userId: string; email: string; passwordHash: string | null },
): Promise<SignedIn | null> {
  const now = ctx.now();
  const sessionId = newId();
  const { token, row } = makeRefreshToken(now);
  const device = ctx.device ?? "";
  const session = { id: sessionId, userId, passwordHash, device, token: row, now };
  if (!(await insertSession(ctx.db, session))) return null;
  const { authSecret } = ctx.settings;
  const browser = await deviceOf(ctx, email);
  if (knownDevice(browser) === null && (await hasOtherSessions(ctx.db, { userId, sessionId }))) {
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
