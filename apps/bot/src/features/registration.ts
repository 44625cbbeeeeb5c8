import { botTexts } from "@korki/contracts/texts/bot";
import { screenUrl } from "@korki/notifications";
import { issueTelegramCode } from "@korki/services/telegram/issue-telegram-code";
import { findLinkedPerson } from "@korki/services/telegram/linked-person";
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
      linked ? text(botTexts.codeWillMove(`${linked.name} ${linked.surname}`)) : "",
      link(botTexts.openSettings, screenUrl(services.settings.publicUrl, "settings")),
    ),
    AS_HTML,
  );
}
