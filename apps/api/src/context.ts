import { commonTexts } from "@korki/contracts/texts/common";
import type { Role } from "@korki/domain";
import {
  authenticateForSetup,
  type Ctx,
  factorRequired,
  forbidden,
  requireConsents,
  ServiceError,
  type Services,
  type SignedInActor,
} from "@korki/services";
import type { Caller, CookieSink } from "./http/request";
import type { ChangeFeed } from "./realtime/change-feed";

/** What every procedure gets: the use case's context, and a way to set the session's cookies. */
export type ApiCtx = Ctx & {
  cookies: CookieSink;
  /** Why the bearer token was refused; null if it was accepted or absent. */
  authError: ServiceError | null;
  /** A caller who may only set up the required second factor. */
  setupActor: SignedInActor | null;
  /** The `Idempotency-Key` header, where the caller sent one. */
  idempotencyKey: string | null;
  /** Names this request in the logs of every process that it reaches. */
  requestId: string;
  /** Changes as they happen; over the websocket alone. */
  changeFeed?: ChangeFeed;
};

/** The context of a caller who has not said, or not yet proven, who they are. */
export function anonymousContext(services: Services, caller: Caller): ApiCtx {
  const { address, device, requestId, idempotencyKey, cookies } = caller;
  const log = services.log.child({ requestId });
  return {
    ...services,
    log,
    actor: null,
    authError: null,
    setupActor: null,
    address,
    device,
    deviceCookie: cookies.device,
    requestId,
    idempotencyKey,
    cookies,
  };
}

/**
 * Only a bearer header authorises; a cookie alone never does (rules §3). A bad token is refused by every call, even
 * by one that needs no session, because the caller believes to be signed in. Calls that begin, renew or end a session
 * accept it: the access token may just have expired.
 */
export async function createContext(services: Services, caller: Caller): Promise<ApiCtx> {
  const anonymous = anonymousContext(services, caller);
  const [, token] = /^Bearer\s+(\S+)$/i.exec(caller.authorization ?? "") ?? [];
  return token ? { ...anonymous, ...(await authenticated(services, token, anonymous.log)) } : anonymous;
}

async function authenticated(
  services: Services,
  token: string,
  anonymousLog: ApiCtx["log"],
): Promise<Pick<ApiCtx, "actor" | "authError" | "setupActor" | "log">> {
  try {
    const { actor, mustSetUpFactor } = await authenticateForSetup(services, token);
    const log = anonymousLog.child({ userId: actor.id });
    if (mustSetUpFactor) return { actor: null, authError: factorRequired(), setupActor: actor, log };
    return { actor, authError: null, setupActor: null, log };
  } catch (error) {
    if (error instanceof ServiceError)
      return { actor: null, authError: error, setupActor: null, log: anonymousLog };
    throw error;
  }
}

/** The caller, who must be logged in. Throws `unauthenticated`, or why the token that came was refused. */
export function requireActor(ctx: ApiCtx): SignedInActor {
  const actor = requireIdentity(ctx);
  requireConsents(actor.missingConsents);
  return actor;
}

/** The same, whatever documents the caller has not accepted yet. */
export function requireIdentity({ actor, authError }: ApiCtx): SignedInActor {
  if (authError) throw authError;
  if (!actor) throw new ServiceError("unauthenticated", commonTexts.loginRequired);
  return actor;
}

/** The caller, who must be logged in and have one of these roles, else `forbidden`. */
export function requireRole(ctx: ApiCtx, roles: readonly Role[]): SignedInActor {
  const actor = requireActor(ctx);
  if (!roles.includes(actor.role)) throw forbidden();
  return actor;
}
