import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { ACCESS_TOKEN_COOKIE } from "@korki/domain";
import { authenticateUntil, forbidden, requireConsents, ServiceError, type Services } from "@korki/services";
import { parse } from "cookie";
import { isForeignPage, isOurPage } from "../http/request";
import type { ChatSocket, ChatSocketData } from "./chat-socket";

type Handshake = ChatSocket["handshake"];

/**
 * Who opens a connection: the access token in `auth.token`, or in the cookie where a page of this product opens
 * it; `auth.id` must be the token's user (rules §7).
 */
export async function identify(services: Services, handshake: Handshake): Promise<ChatSocketData> {
  const { id, token } = handshake.auth as { id?: unknown; token?: unknown };
  const { publicUrl } = services.settings;
  if (isForeignPage(handshake.headers, publicUrl))
    throw new ServiceError("unauthenticated", commonTexts.loginRequired);
  const proof = typeof token === "string" ? token : cookieOf(handshake, publicUrl);
  if (!proof) throw new ServiceError("unauthenticated", commonTexts.loginRequired);
  const proven = await authenticateUntil(services, proof);
  requireConsents(proven.actor.missingConsents);
  if (typeof id !== "string" || id.toLowerCase() !== proven.actor.id) throw forbidden(chatTexts.wrongUser);
  return proven;
}

/** Browsers send cookies with requests of any page; the origin shows whether the page is ours. */
function cookieOf({ headers }: Handshake, publicUrl: string): string | undefined {
  return isOurPage(headers, publicUrl) ? parse(headers.cookie ?? "")[ACCESS_TOKEN_COOKIE] : undefined;
}
