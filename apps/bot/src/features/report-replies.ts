import { botTexts } from "@korki/contracts/texts/bot";
import { lessonUrl } from "@korki/notifications";
import { ServiceError } from "@korki/services";
import { saveReportTopics } from "@korki/services/reports/save-report";
import { Composer } from "grammy";
import type { Message } from "grammy/types";
import { actorOf, type BotContext, type BotDeps } from "../bot-deps";
import { AS_HTML, link, paragraphs, text } from "../html";

/** Marks the link that says which lesson a question is about. */
const MARK = "#raport";

/** Asks a teacher what was done in a lesson; the answer to this very message becomes its report. */
export async function askForReport(ctx: BotContext, publicUrl: string, lessonId: string): Promise<void> {
  await ctx.reply(
    paragraphs(
      text(botTexts.askReport),
      link(botTexts.reportForm, `${lessonUrl(publicUrl, lessonId)}${MARK}`),
    ),
    { ...AS_HTML, reply_markup: { force_reply: true, input_field_placeholder: botTexts.reportPlaceholder } },
  );
}

/** Saves the answers to `askForReport` as reports, with the rights of the person who is linked to the chat. */
export function reportRepliesFeature(deps: BotDeps): Composer<BotContext> {
  const { publicUrl } = deps.services.settings;
  const feature = new Composer<BotContext>();
  feature.on("message:text", async (ctx, next) => {
    const asked = ctx.message.reply_to_message;
    const lessonId = asked?.from?.id === ctx.me.id ? lessonOf(asked, publicUrl) : null;
    if (lessonId === null) return next();
    const linked = await actorOf(deps, ctx);
    if ("refusal" in linked) return void (await ctx.reply(botTexts[linked.refusal]));
    try {
      await saveReportTopics(linked.actorCtx, { lessonId, topics: ctx.message.text });
      await ctx.reply(
        paragraphs(text(botTexts.reportSaved), link(botTexts.openLessons, lessonUrl(publicUrl, lessonId))),
        AS_HTML,
      );
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      await ctx.reply(error.message);
    }
  });
  return feature;
}

/** Returns the lesson that a question of ours is about, or null for any other message. */
function lessonOf({ entities = [] }: Pick<Message, "entities">, publicUrl: string): string | null {
  for (const entity of entities) {
    if (entity.type !== "text_link" || !entity.url.endsWith(MARK)) continue;
    const url = URL.canParse(entity.url) ? new URL(entity.url) : null;
    const id = url?.searchParams.get("lekcja");
    if (id && entity.url === `${lessonUrl(publicUrl, id)}${MARK}`) return id;
  }
  return null;
}
