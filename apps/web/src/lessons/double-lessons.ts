import type { FreeDay } from "@korki/contracts/availability";
import type { Lesson } from "@korki/contracts/lessons";
import type { BlockSpan } from "@korki/domain";

/** A line of a list: one lesson, or the earlier of a double one with 2 `blocks` (rules §34). */
export type LessonLine = Lesson & { blocks?: BlockSpan };

/** Returns lessons with both of a double one as one line, where they are next to each other and of one status. */
export function oneLinePerPair(lessons: readonly Lesson[]): LessonLine[] {
  const isPair = (lesson: Lesson, other: Lesson, later: 1 | -1) =>
    lesson.pairId !== null &&
    other.pairId === lesson.pairId &&
    other.date === lesson.date &&
    other.block === lesson.block + later &&
    other.status === lesson.status;
  const inPairs = lessons.filter(({ pairId }) => pairId !== null);
  return lessons.flatMap((lesson): LessonLine[] => {
    if (inPairs.some((other) => isPair(lesson, other, -1))) return [];
    return [inPairs.some((other) => isPair(lesson, other, 1)) ? { ...lesson, blocks: 2 } : lesson];
  });
}

/** Returns the free blocks at which a double lesson can begin: the next one is free, or one of its own now. */
export function doubleStarts(
  days: readonly FreeDay[],
  own?: { date: string; blocks: readonly number[] },
): FreeDay[] {
  return days.flatMap(({ date, blocks }) => {
    const usable = own?.date === date ? [...blocks, ...own.blocks] : blocks;
    const starts = usable.filter((block) => usable.includes(block + 1)).toSorted((a, b) => a - b);
    return starts.length > 0 ? [{ date, blocks: starts }] : [];
  });
}
