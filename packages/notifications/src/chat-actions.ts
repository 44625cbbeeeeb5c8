import { approvalTexts } from "@korki/contracts/texts/approvals";
import type { CivilDate } from "@korki/domain";
import type { ChatButton } from "./message";

/** The actions of the buttons under a notification; the bot performs them. */
const CHAT_ACTIONS = [
  "confirm",
  "cancel",
  "cancel-sure",
  "keep",
  "accept",
  "decline",
  "complete",
  "absent",
  "accept-move",
  "decline-move",
] as const;
export type ChatAction = (typeof CHAT_ACTIONS)[number];

/**
 * The lesson and the slot that the message shows, so that a button of an old message changes nothing. For `accept` and
 * `decline` it is the proposed slot, for the others the lesson's own. The two answers to a move of a weekly lesson name the
 * series instead of a lesson, and the day and hour of the first new slot.
 */
export type ChatActionTarget = { lessonId: string; date: CivilDate; block: number };

const CODES: Readonly<Record<ChatAction, string>> = {
  confirm: "c",
  cancel: "x",
  "cancel-sure": "y",
  keep: "k",
  accept: "a",
  decline: "d",
  complete: "h",
  absent: "n",
  "accept-move": "m",
  "decline-move": "r",
};
const SHAPE = /^([a-z])~([0-9a-f-]{36})~(\d{4}-\d{2}-\d{2})~(\d{1,2})$/;

/** Returns a button's data: at most 64 bytes, as the Bot API demands. */
export function chatActionData(action: ChatAction, { lessonId, date, block }: ChatActionTarget): string {
  return `${CODES[action]}~${lessonId}~${date}~${block}`;
}

/** Returns what a pressed button means, or null if the bot has no such button. */
export function readChatAction(data: string): ({ action: ChatAction } & ChatActionTarget) | null {
  const [, code, lessonId, date, block] = SHAPE.exec(data) ?? [];
  const action = CHAT_ACTIONS.find((each) => CODES[each] === code);
  if (!action || !lessonId || !date || block === undefined) return null;
  return { action, lessonId, date, block: Number(block) };
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
export function bookingButtons(lesson: ChatActionTarget): ChatButton[] {
  return [
    { text: "✅ Potwierdź", data: chatActionData("confirm", lesson) },
    { text: "❌ Odwołaj", data: chatActionData("cancel", lesson) },
  ];
}

/** The two outcomes of a lesson that is over. */
export function outcomeButtons(lesson: ChatActionTarget): ChatButton[] {
  return [
    { text: "✅ Odbyła się", data: chatActionData("complete", lesson) },
    { text: "🚫 Uczeń nieobecny", data: chatActionData("absent", lesson) },
  ];
}

/** The two answers to a proposal; `proposed` names the proposed slot. */
export function proposalButtons(proposed: ChatActionTarget): ChatButton[] {
  return [
    { text: "✅ Przyjmij", data: chatActionData("accept", proposed) },
    { text: "❌ Odrzuć", data: chatActionData("decline", proposed) },
  ];
}

/** The two answers to a wish to move a weekly lesson; `first` names the series and the first new slot. */
export function moveButtons(first: ChatActionTarget): ChatButton[] {
  return [
    { text: "✅ Przyjmij", data: chatActionData("accept-move", first) },
    { text: "❌ Odrzuć", data: chatActionData("decline-move", first) },
  ];
}
