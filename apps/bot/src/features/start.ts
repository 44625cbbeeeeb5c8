import { botTexts } from "@korki/contracts/texts/bot";
import { screenUrl } from "@korki/notifications";
import { ServiceError } from "@korki/services";
import { connectByTelegramLink } from "@korki/services/accounts/telegram-link";
import { getCentre } from "@korki/services/centre/get-centre";
import { Composer } from "grammy";
import { type BotContext, type BotDeps, chatIdOf } from "../bot-deps";
import { AS_HTML, bold, link, paragraphs, text } from "../html";
import { sendCode } from "./connection";

/** The payload of a link `t.me/<bot>?start=rejestracja`; every other one is a token of the settings' link. */
const REGISTER = "rejestracja";

/** Answers /start with the bot's purpose, with a code, or by connecting the chat to the account of the link's token. */
export function startFeature(deps: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("start", async (ctx) => {
    if (ctx.match === REGISTER) return sendCode(ctx, deps);
    if (ctx.match !== "") return connect(ctx, ctx.match, deps);
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

/** Connects the chat; that it is connected, its notification says. */
async function connect(ctx: BotContext, token: string, { services }: BotDeps): Promise<void> {
  try {
    const { again, formerName } = await connectByTelegramLink(services, { chatId: chatIdOf(ctx), token });
    if (again) await ctx.reply(botTexts.linkedTo(again.name, again.email));
    if (formerName !== null) await ctx.reply(botTexts.linkMoved(formerName));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await ctx.reply(
      paragraphs(
        text(error.message),
        link(botTexts.openSettings, screenUrl(services.settings.publicUrl, "settings")),
      ),
      AS_HTML,
    );
  }
}
