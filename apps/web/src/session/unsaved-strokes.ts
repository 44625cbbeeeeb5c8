import type { BoardStore, Draft } from "@korki/board";
import { keptKey } from "../updates/version-marker";

const PREFIX = keptKey("board-");

/**
 * Returns where this browser keeps what a person drew on a lesson's board and the server has not taken (rules §31). It
 * outlives the window, and goes when the person signs out or another one signs in.
 *
 * @param isSignedIn whether that person is; of anybody else nothing is kept
 */
export function strokesOf(lessonId: string, userId: string, isSignedIn: () => boolean): BoardStore {
  const key = `${PREFIX}${lessonId}-${userId}`;
  return {
    load() {
      try {
        return JSON.parse(localStorage.getItem(key) ?? "[]") as Draft[];
      } catch {
        return [];
      }
    },
    save(drafts) {
      try {
        if (drafts.length === 0) localStorage.removeItem(key);
        else if (isSignedIn()) localStorage.setItem(key, JSON.stringify(drafts));
      } catch {
        // A full store keeps nothing; the window still has it.
      }
    },
  };
}

/** Returns the lessons on whose boards a person drew what is not saved. */
export function lessonsWithStrokes(userId: string): string[] {
  const end = `-${userId}`;
  return keys()
    .filter((key) => key.endsWith(end))
    .map((key) => key.slice(PREFIX.length, -end.length));
}

/** Takes away what this browser keeps of everybody else; null: of everybody. */
export function forgetStrokes(exceptOf: string | null): void {
  for (const key of keys())
    if (exceptOf === null || !key.endsWith(`-${exceptOf}`)) localStorage.removeItem(key);
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // A browser that stores nothing.
    return [];
  }
}
