import { botTexts } from "@korki/contracts/texts/bot";
import { fullName } from "@korki/domain";
import { screenUrl } from "@korki/notifications";
import { disconnectTelegram, issueTelegramCode } from "@korki/services/accounts/connect-telegram";
import { findLinkedPerson, linkedPersonCtx } from "@korki/services/accounts/linked-person";
import { Composer } from "grammy";
import { type BotContext, type BotDeps, chatIdOf } from "../bot-deps";
import { AS_HTML, code, link, paragraphs, text } from "../html";

/** Answers /rejestracja with a code that links this chat to the account in whose settings it is entered. */
export function registrationFeature(deps: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("rejestracja", (ctx) => sendCode(ctx, deps));
  return feature;
}

export async function sendCode(ctx: BotContext, { services }: BotDeps): Promise<void> {
  const chatId = chatIdOf(ctx);
  const linked = await findLinkedPerson(services, chatId);
  const digits = await issueTelegramCode(services, chatId);
  await ctx.reply(
    paragraphs(
      `${text(botTexts.code)} ${code(digits)}`,
      text(botTexts.codeHowTo),
      linked ? text(botTexts.codeWillMove(fullName(linked))) : "",
      link(botTexts.openSettings, screenUrl(services.settings.publicUrl, "settings")),
    ),
    AS_HTML,
  );
}

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
        text(botTexts.linkedTo(fullName({ name, surname }), email)),
        isDisabled ? text(botTexts.linkedButDisabled) : "",
      ),
      AS_HTML,
    );
  });
  return feature;
}

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
