import type { BlockSpan } from "./blocks";
import { type CivilDate, hasEnded, type Slot } from "./calendar";
import type { LessonStatus } from "./lessons";

type PairedLesson = {
  readonly id: string;
  readonly pairId: string | null;
  readonly teacherId: string;
  readonly date: CivilDate;
  readonly block: number;
  readonly status: LessonStatus;
};

/** A line of a list: one lesson, or the earlier of a double one with 2 `blocks` and the later one's id (rules §34). */
export type LineOf<T> = T & { blocks?: BlockSpan; laterId?: string };

/** Returns lessons with both of a double one as one line, where they are next to each other, of one status and one teacher. */
export function oneLinePerPair<T extends PairedLesson>(lessons: readonly T[]): LineOf<T>[] {
  const isPair = (lesson: T, other: T, later: 1 | -1) =>
    lesson.pairId !== null &&
    other.pairId === lesson.pairId &&
    other.teacherId === lesson.teacherId &&
    other.date === lesson.date &&
    other.block === lesson.block + later &&
    other.status === lesson.status;
  const inPairs = lessons.filter(({ pairId }) => pairId !== null);
  return lessons.flatMap((lesson): LineOf<T>[] => {
    if (inPairs.some((other) => isPair(lesson, other, -1))) return [];
    const later = inPairs.find((other) => isPair(lesson, other, 1));
    return [later ? { ...lesson, blocks: 2, laterId: later.id } : lesson];
  });
}

/** Returns the lesson of a line whose room is the one to be in: the later from the end of the first hour (rules §34). */
export function lessonOfTheHour(
  { id, date, block, laterId }: Slot & { readonly id: string; readonly laterId?: string | undefined },
  now: Date,
): Slot & { id: string } {
  if (laterId === undefined || !hasEnded(date, block, now)) return { id, date, block };
  return { id: laterId, date, block: block + 1 };
}
