import { type ChatOwner, findChatOwner } from "@korki/db";
import type { ActorCtx, Services } from "../context";

/** The account that a chat is linked to. */
export type LinkedPerson = ChatOwner;

/** Finds the account that a chat is linked to, or null. */
export async function findLinkedPerson(services: Services, chatId: string): Promise<LinkedPerson | null> {
  return findChatOwner(services.db, chatId, services.now());
}

/** A linked person at work, with the same rights as on the web; there is no session behind it. */
export function linkedPersonCtx(
  services: Services,
  chatId: string,
  { id, role }: Pick<LinkedPerson, "id" | "role">,
): ActorCtx {
  return { ...services, actor: { id, role, sessionId: "telegram" }, address: `telegram:${chatId}` };
}
