import { botTexts } from "@korki/contracts/texts/bot";
import { findLinkedPerson } from "@korki/services/telegram/linked-person";
import { Composer } from "grammy";
import { type BotContext, type BotDeps, chatIdOf } from "../bot-deps";
import { AS_HTML, paragraphs, text } from "../html";

/** Answers /status with the linked account. */
export function statusFeature({ services }: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("status", async (ctx) => {
    const person = await findLinkedPerson(services, chatIdOf(ctx));
    if (!person) {
      await ctx.reply(paragraphs(text(botTexts.notLinked), text(botTexts.howToConnect)), AS_HTML);
      return;
    }
    const { name, surname, email, isDisabled } = person;
    await ctx.reply(
      paragraphs(
        text(botTexts.linkedTo(`${name} ${surname}`.trim(), email)),
        isDisabled ? text(botTexts.linkedButDisabled) : "",
      ),
      AS_HTML,
    );
  });
  return feature;
}
