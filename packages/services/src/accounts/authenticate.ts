import { commonTexts } from "@korki/contracts/texts/common";
import { findSessionActor } from "@korki/db";
import type { Actor, Services } from "../context";
import { forbidden, ServiceError } from "../errors";
import { readAccessToken } from "./access-token";

/**
 * Who a bearer token stands for. Throws `forbidden` when the account is disabled (which ends its sessions, too:
 * it loses access at its next call), and `unauthenticated` when the token or its session has ended.
 */
export async function authenticate(services: Services, token: string): Promise<Actor> {
  return (await authenticateUntil(services, token)).actor;
}

/** The same, and when the token expires: for connections that stay open. */
export async function authenticateUntil(
  services: Services,
  token: string,
): Promise<{ actor: Actor; expiresAt: Date }> {
  const { expiresAt, ...claims } = await readAccessToken(services.settings.authSecret, token, services.now());
  const found = await findSessionActor(services.db, claims);
  if (found?.isDisabled) throw forbidden(commonTexts.accountDisabled);
  if (!found || found.hasEnded) throw new ServiceError("unauthenticated", commonTexts.sessionExpired);
  return { actor: { id: claims.userId, role: found.role, sessionId: claims.sessionId }, expiresAt };
}
