import { commonTexts } from "@korki/contracts/texts/common";
import { findSessionActor } from "@korki/db";
import type { Actor, Services } from "../context";
import { forbidden, ServiceError } from "../errors";
import { readAccessToken } from "./access-token";

/**
 * Who a bearer token stands for. Throws `unauthenticated` when the token or its session has ended, and
 * `forbidden` when the account is disabled: a disabled account loses access at its next call.
 */
export async function authenticate(services: Services, token: string): Promise<Actor> {
  const claims = await readAccessToken(services.settings.authSecret, token, services.now());
  const found = await findSessionActor(services.db, claims.sessionId, claims.userId);
  if (!found) throw new ServiceError("unauthenticated", commonTexts.sessionExpired);
  if (found.isDisabled) throw forbidden(commonTexts.accountDisabled);
  return { id: claims.userId, role: found.role, sessionId: claims.sessionId };
}
