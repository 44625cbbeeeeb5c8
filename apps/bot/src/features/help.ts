import { botCommands, botTexts } from "@korki/contracts/texts/bot";
import { getCentre } from "@korki/services/centre/get-centre";
import { releaseChat } from "@korki/services/telegram/release-chat";
import { Composer } from "grammy";
import { type BotContext, type BotDeps, chatIdOf } from "../bot-deps";
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
