import { botTexts } from "@korki/contracts/texts/bot";
import type { LessonRecord } from "@korki/db";
import { isCancelled } from "@korki/domain";
import { answerButtons, type ChatActionTarget, chatActionData, readChatAction } from "@korki/notifications";
import { type ActorCtx, ServiceError } from "@korki/services";
import { cancelLesson } from "@korki/services/lessons/cancel-lesson";
import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { getLesson } from "@korki/services/lessons/get-lesson";
import { findLinkedPerson, linkedPersonCtx } from "@korki/services/telegram/linked-person";
import { Composer, GrammyError } from "grammy";
import type { InlineKeyboardButton, Message } from "grammy/types";
import { type BotContext, type BotDeps, chatIdOf } from "../bot-deps";

/** Buttons under a notification: the same use cases as on the web, with the linked person's rights. */
export function lessonButtonsFeature({ services }: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.on("callback_query:data", async (ctx) => {
    const pressed = readChatAction(ctx.callbackQuery.data);
    if (!pressed) return answer(ctx, botTexts.buttonOld);
    const chatId = chatIdOf(ctx);
    const person = await findLinkedPerson(services, chatId);
    if (!person) return answer(ctx, botTexts.notLinked);
    if (person.isDisabled) return answer(ctx, botTexts.linkedButDisabled);
    const actorCtx = linkedPersonCtx(services, chatId, person);
    try {
      switch (pressed.action) {
        case "confirm":
          return await finish(ctx, await confirm(actorCtx, pressed));
        case "cancel-sure":
          return await finish(ctx, await cancel(actorCtx, pressed));
        case "cancel":
          await showButtons(ctx, askAgain(pressed));
          return await answer(ctx, botTexts.cancelQuestion, false);
        case "keep":
          await showButtons(ctx, firstButtons(pressed));
          return await answer(ctx, "", false);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code !== "rate_limited") await showButtons(ctx, []);
      await answer(ctx, error.message);
    }
  });
  return feature;
}

/** A press that repeats what was done already succeeds: Telegram may bring the same one twice. */
async function confirm(ctx: ActorCtx, target: ChatActionTarget): Promise<string> {
  const { id, version, status } = await lessonMeant(ctx, target);
  if (status !== "Potwierdzona") await confirmLesson(ctx, { lessonId: id, version });
  return botTexts.confirmed;
}

async function cancel(ctx: ActorCtx, target: ChatActionTarget): Promise<string> {
  const { id, version, status } = await lessonMeant(ctx, target);
  if (!isCancelled(status)) await cancelLesson(ctx, { lessonId: id, version });
  return botTexts.cancelled;
}

/** The lesson where the message showed it; one that was moved since is not what was agreed to. */
async function lessonMeant(ctx: ActorCtx, target: ChatActionTarget): Promise<LessonRecord> {
  const lesson = await getLesson(ctx, target);
  if (lesson.date !== target.date || lesson.block !== target.block) {
    throw new ServiceError("conflict", botTexts.lessonMoved);
  }
  return lesson;
}

/** Writes the outcome under the message and takes its buttons away. */
async function finish(ctx: BotContext, outcome: string): Promise<void> {
  const message = messageOf(ctx);
  if (message?.text) {
    await edit(
      ctx.editMessageText(`${message.text}\n\n${outcome}`, {
        entities: message.entities ?? [],
        link_preview_options: { is_disabled: true },
        reply_markup: { inline_keyboard: linkRows(message) },
      }),
    );
  }
  await answer(ctx, outcome, false);
}

async function showButtons(ctx: BotContext, buttons: InlineKeyboardButton[]): Promise<void> {
  const message = messageOf(ctx);
  if (!message) return;
  const rows = [...(buttons.length > 0 ? [buttons] : []), ...linkRows(message)];
  await edit(ctx.editMessageReplyMarkup({ reply_markup: { inline_keyboard: rows } }));
}

/** A message that reads so already, or is gone, needs no edit. */
async function edit(editing: Promise<unknown>): Promise<void> {
  await editing.catch((error: unknown) => {
    if (!(error instanceof GrammyError && error.error_code === 400)) throw error;
  });
}

function askAgain(target: ChatActionTarget): InlineKeyboardButton[] {
  return [
    { text: botTexts.cancelYes, callback_data: chatActionData("cancel-sure", target) },
    { text: botTexts.cancelNo, callback_data: chatActionData("keep", target) },
  ];
}

function firstButtons(target: ChatActionTarget): InlineKeyboardButton[] {
  return answerButtons(target).map(({ text, data }) => ({ text, callback_data: data }));
}

/** The rows of a message's keyboard that open an address; they stay. */
function linkRows(message: Message): InlineKeyboardButton[][] {
  return (message.reply_markup?.inline_keyboard ?? []).filter((row) =>
    row.every((button) => "url" in button),
  );
}

/** The message as it was when the button was pressed; null where Telegram no longer shows it to bots. */
function messageOf(ctx: BotContext): Message | null {
  const message = ctx.callbackQuery?.message;
  return message && message.date !== 0 ? (message as Message) : null;
}

/** Ends the button's waiting; `alert` opens a window that has to be closed. */
async function answer(ctx: BotContext, text: string, alert = true): Promise<void> {
  await ctx
    .answerCallbackQuery({ ...(text ? { text } : {}), show_alert: alert })
    // A press that waited long (the bot was away) cannot be answered any more; what it asked for is done.
    .catch(() => undefined);
}
