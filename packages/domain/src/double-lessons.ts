import type { BlockSpan } from "./blocks";
import type { CivilDate } from "./calendar";
import type { LessonStatus } from "./lessons";

type PairedLesson = {
  readonly pairId: string | null;
  readonly date: CivilDate;
  readonly block: number;
  readonly status: LessonStatus;
};

/** A line of a list: one lesson, or the earlier of a double one with 2 `blocks` (rules §34). */
export type LineOf<T> = T & { blocks?: BlockSpan };

/** Returns lessons with both of a double one as one line, where they are next to each other and of one status. */
export function oneLinePerPair<T extends PairedLesson>(lessons: readonly T[]): LineOf<T>[] {
  const isPair = (lesson: T, other: T, later: 1 | -1) =>
    lesson.pairId !== null &&
    other.pairId === lesson.pairId &&
    other.date === lesson.date &&
    other.block === lesson.block + later &&
    other.status === lesson.status;
  const inPairs = lessons.filter(({ pairId }) => pairId !== null);
  return lessons.flatMap((lesson): LineOf<T>[] => {
    if (inPairs.some((other) => isPair(lesson, other, -1))) return [];
    return [inPairs.some((other) => isPair(lesson, other, 1)) ? { ...lesson, blocks: 2 } : lesson];
  });
}
