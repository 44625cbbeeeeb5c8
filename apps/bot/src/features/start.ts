import { botTexts } from "@korki/contracts/texts/bot";
import { getCentre } from "@korki/services/centre/get-centre";
import { Composer } from "grammy";
import type { BotContext, BotDeps } from "../bot-deps";
import { AS_HTML, bold, paragraphs, text } from "../html";
import { sendCode } from "./registration";

/** The payload of a link `t.me/<bot>?start=rejestracja`. */
const REGISTER = "rejestracja";

/** Answers /start with the bot's purpose, or with a code if the link of the settings was used. */
export function startFeature(deps: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("start", async (ctx) => {
    if (ctx.match === REGISTER) return sendCode(ctx, deps);
    const { name } = await getCentre(deps.services);
    await ctx.reply(
      paragraphs(
        bold(botTexts.greeting(name)),
        text(botTexts.purpose),
        text(botTexts.howToConnect),
        text(botTexts.allCommands),
      ),
      AS_HTML,
    );
  });
  return feature;
}
