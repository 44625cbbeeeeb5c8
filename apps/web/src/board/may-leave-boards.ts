import { boardScreenTexts as texts } from "@korki/contracts/texts/board-screens";
import { unsavedTexts } from "@korki/contracts/texts/interface";
import { lessonsWithStrokes } from "../session/unsaved-strokes";
import { confirm } from "../ui/confirm";
import type { BoardClientCalls } from "./board-calls";

/** Before a person signs out: sends what was drawn and is not saved, and asks where some of it cannot be sent. */
export async function mayLeaveBoards(server: BoardClientCalls, userId: string): Promise<boolean> {
  if (lessonsWithStrokes(userId).length === 0) return true;
  const isSent = await import("./send-strokes").then(
    ({ sendStrokes }) => sendStrokes(server, userId),
    () => false,
  );
  return (
    isSent ||
    confirm({
      title: texts.leaveTitle,
      text: texts.leaveText,
      confirmLabel: texts.leave,
      cancelLabel: unsavedTexts.stay,
      dangerous: true,
    })
  );
}
