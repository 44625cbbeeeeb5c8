import { botTexts } from "@korki/contracts/texts/bot";
import { releaseChat } from "@korki/services/telegram/release-chat";
import { Composer } from "grammy";
import { type BotContext, type BotDeps, chatIdOf } from "../bot-deps";

/** Answers unknown messages, and unlinks a chat that blocks the bot. */
export function otherFeature({ services }: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.on("message", async (ctx) => {
    await ctx.reply(botTexts.unknown);
  });
  feature.on("my_chat_member", async (ctx) => {
    if (ctx.myChatMember.new_chat_member.status === "kicked") await releaseChat(services, chatIdOf(ctx));
  });
  return feature;
}
