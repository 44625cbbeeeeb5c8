import { approvalTexts } from "@korki/contracts/texts/approvals";
import type { Slot } from "@korki/domain";
import type { ChatButton } from "./message";

/**
 * The lesson and the slot that the message shows, so that a button of an old message changes nothing. For the answers to a
 * proposal it is the proposed slot, for the others the lesson's own.
 */
export type LessonTarget = Slot & { lessonId: string };

/** The weekly lesson that is to be moved, and the first new slot. */
export type MoveTarget = Slot & { seriesId: string };

/** The actions of the buttons under a notification, which the bot performs, and how a button's data names them. */
const LESSON_CODES = {
  confirm: "c",
  cancel: "x",
  "cancel-sure": "y",
  keep: "k",
  accept: "a",
  decline: "d",
  "accept-busy": "b",
  "keep-proposal": "p",
  complete: "h",
  absent: "n",
} as const;
const MOVE_CODES = { "accept-move": "m", "decline-move": "r" } as const;
type LessonAction = keyof typeof LESSON_CODES;
type MoveAction = keyof typeof MOVE_CODES;

export type ChatAction = (LessonTarget & { action: LessonAction }) | (MoveTarget & { action: MoveAction });

const SHAPE = /^([a-z])~([0-9a-f-]{36})~(\d{4}-\d{2}-\d{2})~(\d{1,2})$/;

/** Returns a button's data: at most 64 bytes, as the Bot API demands. */
function dataOf(code: string, id: string, { date, block }: Slot): string {
  return `${code}~${id}~${date}~${block}`;
}

/** Returns the data of a button for a lesson. */
export function lessonActionData(action: LessonAction, lesson: LessonTarget): string {
  return dataOf(LESSON_CODES[action], lesson.lessonId, lesson);
}

/** Returns what a pressed button means, or null if the bot has no such button. */
export function readChatAction(data: string): ChatAction | null {
  const [, code, id, date, block] = SHAPE.exec(data) ?? [];
  if (!code || !id || !date || block === undefined) return null;
  const slot = { date, block: Number(block) };
  const lessonAction = actionOf(LESSON_CODES, code);
  if (lessonAction) return { action: lessonAction, lessonId: id, ...slot };
  const moveAction = actionOf(MOVE_CODES, code);
  return moveAction ? { action: moveAction, seriesId: id, ...slot } : null;
}

function actionOf<Action extends string>(codes: Record<Action, string>, code: string): Action | undefined {
  return (Object.keys(codes) as Action[]).find((action) => codes[action] === code);
}

const APPROVAL_SHAPE = /^([zw])~([0-9a-f-]{36})$/;

/** The two answers of a payer to what a child asks for. */
export function approvalButtons(approvalId: string): ChatButton[] {
  return [
    { text: `✅ ${approvalTexts.agree}`, data: `z~${approvalId}` },
    { text: `❌ ${approvalTexts.decline}`, data: `w~${approvalId}` },
  ];
}

/** Returns a payer's answer that was pressed, or null if the button is another one. */
export function readApprovalAnswer(data: string): { id: string; agreed: boolean } | null {
  const [, code, id] = APPROVAL_SHAPE.exec(data) ?? [];
  return id === undefined ? null : { id, agreed: code === "z" };
}

/** The two answers to a booking. */
export function bookingButtons(lesson: LessonTarget): ChatButton[] {
  return [
    { text: "✅ Potwierdź", data: lessonActionData("confirm", lesson) },
    { text: "❌ Odwołaj", data: lessonActionData("cancel", lesson) },
  ];
}

/** The two outcomes of a lesson that is over. */
export function outcomeButtons(lesson: LessonTarget): ChatButton[] {
  return [
    { text: "✅ Odbyła się", data: lessonActionData("complete", lesson) },
    { text: "🚫 Uczeń nieobecny", data: lessonActionData("absent", lesson) },
  ];
}

/** The two answers to a proposal; `proposed` names the proposed slot. */
export function proposalButtons(proposed: LessonTarget): ChatButton[] {
  return [
    { text: "✅ Przyjmij", data: lessonActionData("accept", proposed) },
    { text: "❌ Odrzuć", data: lessonActionData("decline", proposed) },
  ];
}

/** The two answers to a wish to move a weekly lesson; `first` names the series and the first new slot. */
export function moveButtons(first: MoveTarget): ChatButton[] {
  return [
    { text: "✅ Przyjmij", data: dataOf(MOVE_CODES["accept-move"], first.seriesId, first) },
    { text: "❌ Odrzuć", data: dataOf(MOVE_CODES["decline-move"], first.seriesId, first) },
  ];
}
