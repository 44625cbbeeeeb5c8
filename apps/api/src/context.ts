import { authenticate, type Ctx, type Services } from "@korki/services";
import type { CookieSink } from "./http/cookies";

/** What every procedure gets: the use case's context, and a way to set the session's cookies. */
export type ApiCtx = Ctx & {
  cookies: CookieSink;
  /** The `Idempotency-Key` header, where the caller sent one. */
  idempotencyKey: string | null;
  /** Names this request in the logs of every process that it reaches. */
  requestId: string;
};

/** The parts of a request that say who calls; the same for HTTP, REST and the websocket. */
export type Caller = {
  /** The value of the Authorization header. */
  authorization: string | undefined;
  address: string;
  requestId: string;
  idempotencyKey: string | null;
  cookies: CookieSink;
};

/** The context of a caller who has not said, or not yet proven, who they are. */
export function anonymousContext(services: Services, caller: Caller): ApiCtx {
  const { address, requestId, idempotencyKey, cookies } = caller;
  return { ...services, actor: null, address, requestId, idempotencyKey, cookies };
}

/**
 * Only a bearer header authorises; a cookie alone never does (decisions §3). A header that is there but
 * not good is refused, even where no session is needed: the caller believes to be somebody.
 */
export async function createContext(services: Services, caller: Caller): Promise<ApiCtx> {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(caller.authorization ?? "") ?? [];
  const actor = token ? await authenticate(services, token) : null;
  return { ...anonymousContext(services, caller), actor };
}
