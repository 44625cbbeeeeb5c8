import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { commonTexts } from "@korki/contracts/texts/common";
import { findOwnCredentials } from "@korki/db";
import type { ActorCtx } from "../context";
import { ServiceError } from "../errors";
import { attemptPassword } from "./login-attempts";

/** Returns the caller's account after its password was entered again. */
export type Reauthenticated = { email: string; name: string; surname: string; passwordHash: string };

/**
 * Asks for the password once more, before something that changes who can get in: a session alone, which may be
 * stolen, is not enough. A wrong one counts against the login limits; the session goes on. Throws `unauthenticated`
 * and `rate_limited`.
 */
export async function reauthenticate(ctx: ActorCtx, password: string): Promise<Reauthenticated> {
  const account = await findOwnCredentials(ctx.db, ctx.actor.id);
  if (!account) throw new ServiceError("unauthenticated", commonTexts.sessionExpired);
  const { email } = account;
  const verified = await attemptPassword(ctx, { email, password }, async () => account);
  ctx.log.info(
    { accountId: ctx.actor.id, outcome: verified ? "proven" : "unauthenticated" },
    "re-authentication",
  );
  if (!verified) throw wrongCredential(accountSecurityTexts.wrongPassword);
  return verified;
}

/** A wrong password or code in a valid session. `sessionStands` tells clients to keep the session. */
export function wrongCredential(message: string): ServiceError {
  return new ServiceError("unauthenticated", message, undefined, { sessionStands: true });
}
