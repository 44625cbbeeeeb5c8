import type { Lesson } from "@korki/contracts/lessons";
import { hasEnded, isCancelled, isPlanned, type LineOf, oneLinePerPair } from "@korki/domain";

type Dated = Pick<Lesson, "id" | "pairId" | "teacherId" | "date" | "block" | "status">;

/** Returns the planned lessons that are not over, the next one first; a double one is one line. */
export function nextLessons<T extends Dated>(lessons: readonly T[], now: Date): LineOf<T>[] {
  return oneLinePerPair(lessons)
    .filter((line) => isPlanned(line.status) && !isOver(line, now))
    .toSorted(byTime);
}

/** Returns the lessons that are over, or held before that, the latest first; a double one is one line. */
export function lastLessons<T extends Dated>(lessons: readonly T[], now: Date): LineOf<T>[] {
  return oneLinePerPair(lessons)
    .filter((line) => isOver(line, now) || !(isPlanned(line.status) || isCancelled(line.status)))
    .toSorted((a, b) => byTime(b, a));
}

function isOver({ date, block, blocks = 1 }: LineOf<Dated>, now: Date): boolean {
  return hasEnded(date, block + blocks - 1, now);
}

function byTime(a: Dated, b: Dated): number {
  return a.date.localeCompare(b.date) || a.block - b.block;
}
