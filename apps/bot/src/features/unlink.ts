import { botTexts } from "@korki/contracts/texts/bot";
import { disconnectTelegram } from "@korki/services/accounts/disconnect-telegram";
import { findLinkedPerson, linkedPersonCtx } from "@korki/services/telegram/linked-person";
import { Composer } from "grammy";
import { type BotContext, type BotDeps, chatIdOf } from "../bot-deps";

/** Answers /odlacz by unlinking the chat: notifications go by e-mail again. */
export function unlinkFeature({ services }: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("odlacz", async (ctx) => {
    const chatId = chatIdOf(ctx);
    const person = await findLinkedPerson(services, chatId);
    if (person) await disconnectTelegram(linkedPersonCtx(services, chatId, person));
    await ctx.reply(person ? botTexts.unlinked : botTexts.notLinked);
  });
  return feature;
}
