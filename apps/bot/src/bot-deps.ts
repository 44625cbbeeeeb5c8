import type { Services } from "@korki/services";
import type { Context } from "grammy";

/** The dependencies of every feature. */
export type BotDeps = { services: Services };

export type BotContext = Context;

/** Returns the chat's number as the database stores it. */
export function chatIdOf(ctx: { chat?: { id: number } | undefined }): string {
  if (!ctx.chat) throw new Error("an update without a chat reached a feature");
  return String(ctx.chat.id);
}
