import type { Services } from "@korki/services";
import type { Context } from "grammy";

/** What every feature gets. */
export type BotDeps = { services: Services };

export type BotContext = Context;

/** The chat's number as the database keeps it. */
export function chatIdOf(ctx: { chat?: { id: number } | undefined }): string {
  if (!ctx.chat) throw new Error("an update without a chat reached a feature");
  return String(ctx.chat.id);
}
