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

/** What a bearer token says of its caller. */
type Identity = Pick<ApiCtx, "actor" | "authError" | "setupActor">;

const NOBODY: Identity = { actor: null, authError: null, setupActor: null };

/** The context of a caller who has not said, or not yet proven, who they are. */
export function anonymousContext(services: Services, caller: Caller): ApiCtx {
  return contextOf(services, caller, NOBODY);
}

/**
 * Only a bearer header authorises; a cookie alone never does (rules §2). A bad token is refused by every call, even
 * by one that needs no session, because the caller believes to be signed in. Calls that begin, renew or end a session
 * accept it: the access token may just have expired.
 */
export async function createContext(services: Services, caller: Caller): Promise<ApiCtx> {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(caller.authorization ?? "") ?? [];
  return contextOf(services, caller, token ? await identify(services, token) : NOBODY);
}

/** Built once per request, with one log: copies and children of a log cost more than most of a short call's own work. */
function contextOf(
  services: Services,
  { address, device, trace, idempotencyKey, cookies }: Caller,
  { actor, authError, setupActor }: Identity,
): ApiCtx {
  const { requestId } = trace;
  const userId = (actor ?? setupActor)?.id;
  if (userId !== undefined) trace.userId = userId;
  return {
    ...services,
    log: services.log.child(userId === undefined ? { requestId } : { requestId, userId }),
    actor,
    authError,
    setupActor,
    address,
    device,
    deviceCookie: cookies.device,
    requestId,
    idempotencyKey,
    cookies,
  };
}

async function identify(services: Services, token: string): Promise<Identity> {
  try {
    const { actor, mustSetUpFactor } = await authenticateForSetup(services, token);
    if (mustSetUpFactor) return { actor: null, authError: factorRequired(), setupActor: actor };
    return { actor, authError: null, setupActor: null };
  } catch (error) {
    if (error instanceof ServiceError) return { actor: null, authError: error, setupActor: null };
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
