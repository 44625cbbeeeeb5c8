import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { commonTexts } from "@korki/contracts/texts/common";
import { findSessionActor } from "@korki/db";
import type { Services, SignedInActor } from "../context";
import { forbidden, ServiceError } from "../errors";
import { readAccessToken } from "./access-token";

/** Who a session belongs to, until when its token is good, and whether it may do nothing but set up a factor. */
export type Authenticated = { actor: SignedInActor; expiresAt: Date; mustSetUpFactor: boolean };

/**
 * Returns the owner of a bearer token. Throws `forbidden` when the account is disabled (which ends its sessions, too:
 * it loses access at its next call), and `unauthenticated` when the token or its session has ended.
 */
export async function authenticate(services: Services, token: string): Promise<SignedInActor> {
  return (await authenticateUntil(services, token)).actor;
}

/** The same, and when the token expires: for connections that stay open. */
export async function authenticateUntil(services: Services, token: string): Promise<Authenticated> {
  const authenticated = await authenticateForSetup(services, token);
  if (authenticated.mustSetUpFactor) throw factorRequired();
  return authenticated;
}

/** Refuses everything but the calls that set up a second factor. */
export function factorRequired(): ServiceError {
  return new ServiceError("forbidden", accountSecurityTexts.factorRequired, undefined, {
    factorRequired: true,
  });
}

/** The same for calls that set up a second factor: where one is required and missing, they alone are admitted. */
export async function authenticateForSetup(services: Services, token: string): Promise<Authenticated> {
  const { expiresAt, ...claims } = await readAccessToken(services.settings.authSecret, token, services.now());
  const found = await findSessionActor(services.db, claims);
  if (found?.isDisabled) throw forbidden(commonTexts.accountDisabled);
  if (!found || found.hasEnded) throw new ServiceError("unauthenticated", commonTexts.sessionExpired);
  const isRequired = services.settings.adminSecondFactor === "required" && found.role === "Admin";
  const { role, missingConsents } = found;
  const actor = { id: claims.userId, role, sessionId: claims.sessionId };
  return {
    actor: missingConsents.length === 0 ? actor : { ...actor, missingConsents },
    expiresAt,
    mustSetUpFactor: isRequired && !found.hasSecondFactor,
  };
}
