import { BoardClient } from "@korki/board";
import { currentSession } from "../session/session-store";
import { lessonsWithStrokes, strokesOf } from "../session/unsaved-strokes";
import { type BoardClientCalls, boardServer } from "./board-calls";

const SENDING_MS = 5_000;

/**
 * Sends what this browser keeps of a person's boards, as the boards themselves do when they are opened: in order, and
 * once. Waits 5 s at most. Returns whether nothing is left.
 */
export async function sendStrokes(server: BoardClientCalls, userId: string): Promise<boolean> {
  const sent = lessonsWithStrokes(userId).map((lessonId) => sendBoard(server, lessonId, userId));
  await Promise.race([Promise.allSettled(sent), new Promise((resolve) => setTimeout(resolve, SENDING_MS))]);
  return lessonsWithStrokes(userId).length === 0;
}

async function sendBoard(server: BoardClientCalls, lessonId: string, userId: string): Promise<void> {
  const { view, calls } = boardServer(server, lessonId);
  const { isTeacher, writableUntil } = await view();
  const strokes = strokesOf(lessonId, userId, () => currentSession().id === userId);
  // After its time a board takes nothing more.
  if (writableUntil === null) return strokes.save([]);
  const nothing = () => undefined;
  const events = { onChange: nothing, onState: nothing, onRefused: nothing };
  const client = new BoardClient({ id: userId, isTeacher }, calls, events, strokes);
  await client.catchUp();
  client.stop();
}
