import type { ActorCtx, Services } from "@korki/services";
import { findLinkedPerson, type LinkedPerson, linkedPersonCtx } from "@korki/services/accounts/linked-person";
import type { Context } from "grammy";

/** The dependencies of every feature. */
export type BotDeps = { services: Services };

export type BotContext = Context;

/** The name of the bot's text that says why nobody can act in a chat. */
type Refusal = "notLinked" | "linkedButDisabled" | "consentsMissing";

/**
 * Returns the person who is linked to the chat, with the context in which their use cases run, or why there is none.
 */
export async function actorOf(
  { services }: BotDeps,
  ctx: BotContext,
): Promise<{ person: LinkedPerson; actorCtx: ActorCtx } | { refusal: Refusal }> {
  const chatId = chatIdOf(ctx);
  const person = await findLinkedPerson(services, chatId);
  if (!person) return { refusal: "notLinked" };
  if (person.isDisabled) return { refusal: "linkedButDisabled" };
  if (person.missingConsents.length > 0) return { refusal: "consentsMissing" };
  return { person, actorCtx: linkedPersonCtx(services, chatId, person) };
}

/** Returns the chat's number as the database stores it. */
export function chatIdOf(ctx: { chat?: { id: number } | undefined }): string {
  if (!ctx.chat) throw new Error("an update without a chat reached a feature");
  return String(ctx.chat.id);
}
