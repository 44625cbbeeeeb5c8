import type { AnswerApprovalInput } from "@korki/contracts/approvals";
import type { Series } from "@korki/contracts/series";
import { approvalTexts } from "@korki/contracts/texts/approvals";
import { botTexts } from "@korki/contracts/texts/bot";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { seriesTexts } from "@korki/contracts/texts/series";
import type { LessonRecord, ProposalRecord } from "@korki/db";
import { isCancelled, type Weekday, weekdayOf } from "@korki/domain";
import {
  bookingButtons,
  type ChatButton,
  type LessonTarget,
  lessonActionData,
  type MoveTarget,
  proposalButtons,
  readApprovalAnswer,
  readChatAction,
} from "@korki/notifications";
import { type ActorCtx, type ErrorCode, ServiceError } from "@korki/services";
import { answerApproval } from "@korki/services/approvals/approvals";
import { acceptReschedule, declineReschedule } from "@korki/services/lessons/answer-proposal";
import { cancelLesson } from "@korki/services/lessons/cancel-lesson";
import { confirmLesson } from "@korki/services/lessons/confirm-lesson";
import { completeLesson, markStudentAbsent } from "@korki/services/lessons/mark-outcome";
import { getLesson } from "@korki/services/lessons/read-lessons";
import { answerMove } from "@korki/services/series/answer-move";
import { getSeries } from "@korki/services/series/list-series";
import { Composer, GrammyError } from "grammy";
import type { InlineKeyboardButton, Message } from "grammy/types";
import { actorOf, type BotContext, type BotDeps } from "../bot-deps";
import { askForReport } from "./report-replies";

/** Refusals after which the same press may succeed later. */
const UNDECIDED: readonly ErrorCode[] = ["rate_limited", "unavailable"];

/**
 * Handles the buttons under a notification. Runs the same use cases as the screens, with the rights of the person who
 * is linked to the chat.
 */
export function lessonButtonsFeature(deps: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.on("callback_query:data", async (ctx) => {
    const pressed = readChatAction(ctx.callbackQuery.data);
    const reply = readApprovalAnswer(ctx.callbackQuery.data);
    if (!pressed && !reply) return answer(ctx, botTexts.buttonOld);
    const linked = await actorOf(deps, ctx);
    if ("refusal" in linked) return answer(ctx, botTexts[linked.refusal]);
    const { actorCtx } = linked;
    try {
      if (reply) return await finish(ctx, await answerAsked(actorCtx, reply));
      if (!pressed) return;
      switch (pressed.action) {
        case "confirm":
          return await finish(ctx, await confirm(actorCtx, pressed));
        case "cancel-sure":
          return await finish(ctx, await cancel(actorCtx, pressed));
        case "complete":
          return await complete(ctx, actorCtx, pressed);
        case "absent":
          return await finish(ctx, await markAbsent(actorCtx, pressed));
        case "accept":
          return await finish(ctx, await accept(actorCtx, pressed, false));
        case "accept-busy":
          return await finish(ctx, await accept(actorCtx, pressed, true));
        case "decline":
          return await finish(ctx, await decline(actorCtx, pressed));
        case "accept-move":
          return await finish(ctx, await acceptMove(actorCtx, pressed));
        case "decline-move":
          return await finish(ctx, await declineMove(actorCtx, pressed));
        case "cancel":
          await showButtons(ctx, askAgain(pressed));
          return await answer(ctx, botTexts.cancelQuestion, false);
        case "keep":
          await showButtons(ctx, toKeyboard(bookingButtons(pressed)));
          return await answer(ctx, "", false);
        case "keep-proposal":
          await showButtons(ctx, toKeyboard(proposalButtons(pressed)));
          return await answer(ctx, "", false);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { ask } = error.details ?? {};
      if (pressed?.action === "accept" && ask === "overrideBusy") {
        await showButtons(ctx, askOfBusy(pressed));
        return await answer(ctx, botTexts.busyQuestion(error.message));
      }
      if (ask === undefined && !UNDECIDED.includes(error.code)) await showButtons(ctx, []);
      await answer(ctx, error.message);
    }
  });
  return feature;
}

/** Answers what a child asks for. A repeated press of the same answer succeeds. */
async function answerAsked(ctx: ActorCtx, reply: AnswerApprovalInput): Promise<string> {
  const outcome = reply.agreed ? "agreed" : "declined";
  await answerApproval(ctx, reply).catch((error: unknown) => {
    if (!(error instanceof ServiceError && error.details?.status === outcome)) throw error;
  });
  return approvalTexts[outcome];
}

/** Confirms the lesson. A repeated press succeeds, because Telegram may deliver the same one twice. */
async function confirm(ctx: ActorCtx, target: LessonTarget): Promise<string> {
  const { id, version, status } = await findUnmovedLesson(ctx, target);
  if (status !== "Potwierdzona") await confirmLesson(ctx, { lessonId: id, version });
  return botTexts.confirmed;
}

async function cancel(ctx: ActorCtx, target: LessonTarget): Promise<string> {
  const { id, version, status } = await findUnmovedLesson(ctx, target);
  if (!isCancelled(status)) await cancelLesson(ctx, { lessonId: id, version });
  return botTexts.cancelled;
}

/** Marks the lesson as held and asks for its report, once: a repeated press asks no more. */
async function complete(ctx: BotContext, actorCtx: ActorCtx, target: LessonTarget): Promise<void> {
  const { id, version, status } = await findUnmovedLesson(actorCtx, target);
  const isNew = status !== "Zrealizowana";
  if (isNew) await completeLesson(actorCtx, { lessonId: id, version });
  await finish(ctx, botTexts.completed);
  if (isNew) await askForReport(ctx, actorCtx.settings.publicUrl, id);
}

/** Marks that the student did not come. A repeated press succeeds. */
async function markAbsent(ctx: ActorCtx, target: LessonTarget): Promise<string> {
  const { id, version, status } = await findUnmovedLesson(ctx, target);
  if (status !== "Uczen nieobecny") await markStudentAbsent(ctx, { lessonId: id, version });
  return botTexts.absent;
}

/**
 * Accepts the proposal of this slot. A repeated press succeeds.
 *
 * @param overrideBusy even where the teacher's own calendar is busy (rules §35)
 */
async function accept(ctx: ActorCtx, proposed: LessonTarget, overrideBusy: boolean): Promise<string> {
  const { id: lessonId, date, block, proposal } = await getLesson(ctx, proposed);
  if (proposal === null && date === proposed.date && block === proposed.block) return botTexts.accepted;
  const proposalId = requireProposal(proposal, proposed);
  await acceptReschedule(ctx, { lessonId, proposalId, overrideBusy });
  return botTexts.accepted;
}

/** Declines the proposal of this slot. */
async function decline(ctx: ActorCtx, proposed: LessonTarget): Promise<string> {
  const { id: lessonId, proposal } = await getLesson(ctx, proposed);
  await declineReschedule(ctx, { lessonId, proposalId: requireProposal(proposal, proposed) });
  return botTexts.declined;
}

/** Returns the id of the open proposal. Throws `conflict` if it names another slot than the button. */
function requireProposal(proposal: ProposalRecord | null, { date, block }: LessonTarget): string {
  if (proposal?.date === date && proposal.block === block) return proposal.id;
  throw new ServiceError("conflict", lessonTexts.proposalGone);
}

/** Agrees to move the weekly lesson to this weekday and hour. A repeated press succeeds. */
async function acceptMove(ctx: ActorCtx, asked: MoveTarget): Promise<string> {
  const series = await getSeries(ctx, { seriesId: asked.seriesId });
  const isDone = series.move === null && isMoveTo(series, asked);
  if (!isDone) await answerMove(ctx, { ...moveRef(series, asked), answer: "accept" });
  return botTexts.moveAccepted;
}

async function declineMove(ctx: ActorCtx, asked: MoveTarget): Promise<string> {
  const series = await getSeries(ctx, { seriesId: asked.seriesId });
  await answerMove(ctx, { ...moveRef(series, asked), answer: "decline" });
  return botTexts.moveDeclined;
}

function isMoveTo(to: { weekday: Weekday; block: number }, { date, block }: MoveTarget): boolean {
  return to.weekday === weekdayOf(date) && to.block === block;
}

/** Returns the open move of a series. Throws `conflict` if it leads elsewhere than the button says. */
function moveRef({ id: seriesId, move }: Series, asked: MoveTarget) {
  if (move && isMoveTo(move, asked)) return { seriesId, moveId: move.id };
  throw new ServiceError("conflict", seriesTexts.moveGone);
}

/** Finds the lesson. Throws `conflict` if it does not have the slot that the message shows. */
async function findUnmovedLesson(ctx: ActorCtx, target: LessonTarget): Promise<LessonRecord> {
  const lesson = await getLesson(ctx, target);
  if (lesson.date !== target.date || lesson.block !== target.block) {
    throw new ServiceError("conflict", botTexts.lessonMoved);
  }
  return lesson;
}

/** Appends the outcome to the message and removes its buttons. */
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

/** Ignores the Bot API's refusal of an edit that changes nothing, or of a message that is gone. */
async function edit(editing: Promise<unknown>): Promise<void> {
  await editing.catch((error: unknown) => {
    if (!(error instanceof GrammyError && error.error_code === 400)) throw error;
  });
}

function askAgain(target: LessonTarget): InlineKeyboardButton[] {
  return [
    { text: botTexts.cancelYes, callback_data: lessonActionData("cancel-sure", target) },
    { text: botTexts.cancelNo, callback_data: lessonActionData("keep", target) },
  ];
}

function askOfBusy(proposed: LessonTarget): InlineKeyboardButton[] {
  return [
    { text: botTexts.busyYes, callback_data: lessonActionData("accept-busy", proposed) },
    { text: botTexts.busyNo, callback_data: lessonActionData("keep-proposal", proposed) },
  ];
}

function toKeyboard(buttons: readonly ChatButton[]): InlineKeyboardButton[] {
  return buttons.map(({ text, data }) => ({ text, callback_data: data }));
}

/** Returns the rows of a message's keyboard that open an address. */
function linkRows(message: Message): InlineKeyboardButton[][] {
  return (message.reply_markup?.inline_keyboard ?? []).filter((row) =>
    row.every((button) => "url" in button),
  );
}

/** Returns the message under which the button was pressed; null if Telegram no longer shows it to bots. */
function messageOf(ctx: BotContext): Message | null {
  const message = ctx.callbackQuery?.message;
  return message && message.date !== 0 ? (message as Message) : null;
}

/** Answers the press; `alert` opens a window that the person closes. */
async function answer(ctx: BotContext, text: string, alert = true): Promise<void> {
  await ctx
    .answerCallbackQuery({ ...(text ? { text } : {}), show_alert: alert })
    // A press that waited long (the bot was away) cannot be answered any more, although its action was performed.
    .catch(() => undefined);
}
