import type { CivilDate } from "@korki/domain";
import type { ChatButton } from "./message";

/** What the buttons under a notification ask of the bot. */
export const CHAT_ACTIONS = ["confirm", "cancel", "cancel-sure", "keep"] as const;
export type ChatAction = (typeof CHAT_ACTIONS)[number];

/** A lesson as its button knew it: a press on an old message must not act on a lesson that was moved since. */
export type ChatActionTarget = { lessonId: string; date: CivilDate; block: number };

const CODES: Readonly<Record<ChatAction, string>> = {
  confirm: "c",
  cancel: "x",
  "cancel-sure": "y",
  keep: "k",
};
const SHAPE = /^([cxyk])~([0-9a-f-]{36})~(\d{4}-\d{2}-\d{2})~(\d{1,2})$/;

/** A button's data; at most 64 bytes, as the Bot API demands. */
export function chatActionData(action: ChatAction, { lessonId, date, block }: ChatActionTarget): string {
  return `${CODES[action]}~${lessonId}~${date}~${block}`;
}

/** What a pressed button means, or null where it is none of ours. */
export function readChatAction(data: string): ({ action: ChatAction } & ChatActionTarget) | null {
  const [, code, lessonId, date, block] = SHAPE.exec(data) ?? [];
  const action = CHAT_ACTIONS.find((each) => CODES[each] === code);
  if (!action || !lessonId || !date || block === undefined) return null;
  return { action, lessonId, date, block: Number(block) };
}

/** The two answers to a booking. */
export function answerButtons(target: ChatActionTarget): ChatButton[] {
  return [
    { text: "✅ Potwierdź", data: chatActionData("confirm", target) },
    { text: "❌ Odwołaj", data: chatActionData("cancel", target) },
  ];
}
