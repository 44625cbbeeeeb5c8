import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { ACCESS_TOKEN_COOKIE } from "@korki/domain";
import { authenticateUntil, forbidden, requireConsents, ServiceError, type Services } from "@korki/services";
import { parse } from "cookie";
import type { DefaultEventsMap, Namespace } from "socket.io";
import { type ErrorResponse, errorCodeOf, errorResponseOf } from "../errors";
import { isForeignPage, isOurPage } from "../http/request";
import type { ChatSocket, ChatSocketData } from "./chat-socket";

type Handshake = Pick<ChatSocket["handshake"], "auth" | "headers">;

/** A person's open connections of one kind at most: more windows than anybody has. */
export const CONNECTIONS_PER_PERSON_MAX = 20;
/** Interval of the check for expired tokens. */
export const EXPIRY_MS = 1_000;

type Connections<ClientEvents extends DefaultEventsMap, ServerEvents extends DefaultEventsMap> = Namespace<
  ClientEvents,
  ServerEvents,
  DefaultEventsMap,
  ChatSocketData
>;

/**
 * Lets in who proves who they are. What `prove` throws is the `connect_error` of a refused client: the text, and the code in
 * `data`.
 */
export function letIn<ClientEvents extends DefaultEventsMap, ServerEvents extends DefaultEventsMap>(
  { log }: Services,
  namespace: Connections<ClientEvents, ServerEvents>,
  prove: (handshake: Handshake) => Promise<ChatSocketData>,
): void {
  namespace.use(async (socket, next) => {
    try {
      Object.assign(socket.data, await prove(socket.handshake));
      next();
    } catch (error) {
      const failure = errorResponseOf(error, log);
      const code = errorCodeOf(failure);
      next(Object.assign(new Error(failure.text), code && { data: { code } }));
    }
  });
}

/** Disconnects those whose token has expired. */
export function disconnectExpired<
  ClientEvents extends DefaultEventsMap,
  ServerEvents extends DefaultEventsMap,
>(namespace: Connections<ClientEvents, ServerEvents>, now: Date): void {
  for (const socket of namespace.sockets.values()) if (socket.data.expiresAt <= now) socket.disconnect(true);
}

/**
 * Who opens a connection: the access token in `auth.token`, or in the cookie where a page of this product opens it.
 * Throws `unauthenticated`, or what missing consents ask for.
 */
export async function proveHandshake(services: Services, handshake: Handshake): Promise<ChatSocketData> {
  const { token }: { token?: unknown } = handshake.auth;
  const { publicUrl } = services.settings;
  if (isForeignPage(handshake.headers, publicUrl))
    throw new ServiceError("unauthenticated", commonTexts.loginRequired);
  const proof = typeof token === "string" ? token : cookieOf(handshake, publicUrl);
  if (!proof) throw new ServiceError("unauthenticated", commonTexts.loginRequired);
  const proven = await authenticateUntil(services, proof);
  requireConsents(proven.actor.missingConsents);
  return proven;
}

/** Browsers send cookies with requests of any page; the origin shows whether the page is ours. */
function cookieOf({ headers }: Handshake, publicUrl: string): string | undefined {
  return isOurPage(headers, publicUrl) ? parse(headers.cookie ?? "")[ACCESS_TOKEN_COOKIE] : undefined;
}

/** Lets a connection outlive the token that it was opened with. Throws `forbidden` for a token of another session. */
export async function renewSession(
  services: Services,
  { data }: { data: ChatSocketData },
  token: unknown,
): Promise<void> {
  const { actor, expiresAt } = await authenticateUntil(services, typeof token === "string" ? token : "");
  const isSame = actor.id === data.actor.id && actor.sessionId === data.actor.sessionId;
  if (!isSame) throw forbidden(chatTexts.wrongUser);
  data.expiresAt = expiresAt;
}

type Connection = { data: ChatSocketData; nsp: { name: string } };

/** Returns the log of a connection's calls, which names the caller and the route. */
export function callerLogOf({ log }: Services, { data, nsp }: Connection): Services["log"] {
  return log.child({ userId: data.actor.id, route: `/socket.io${nsp.name}` });
}

/** Runs an event's work and acknowledges it, with what `refused` makes of the error where it fails. */
export async function acknowledgeWork(
  services: Services,
  socket: Connection,
  acknowledge: unknown,
  work: () => Promise<object>,
  refused: (response: ErrorResponse) => object,
): Promise<void> {
  try {
    answer(acknowledge, await work());
  } catch (error) {
    answer(acknowledge, refused(errorResponseOf(error, callerLogOf(services, socket))));
  }
}

/** A client may ask for no acknowledgement, or send anything in its place. */
export function answer(acknowledge: unknown, content: object): void {
  if (typeof acknowledge === "function") acknowledge(content);
}
