import { botCommands, botTexts } from "@korki/contracts/texts/bot";
import { getCentre } from "@korki/services/centre/get-centre";
import { Composer } from "grammy";
import type { BotContext, BotDeps } from "../bot-deps";
import { AS_HTML, bold, paragraphs, text } from "../html";

/** Answers /pomoc with the list of commands and the contact. */
export function helpFeature({ services }: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("pomoc", async (ctx) => {
    const { contactPhone, contactEmail } = await getCentre(services);
    await ctx.reply(
      paragraphs(
        [
          bold(botTexts.help),
          ...botCommands.map(({ command, description }) => `/${command} – ${text(description)}`),
        ].join("\n"),
        text(botTexts.contact(contactPhone, contactEmail)),
      ),
      AS_HTML,
    );
  });
  return feature;
}
