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
] as const;
export type ChatAction = (typeof CHAT_ACTIONS)[number];

/**
 * The lesson and the slot that the message shows, so that a button of an old message changes nothing. For `accept` and
 * `decline` it is the proposed slot, for the others the lesson's own.
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
