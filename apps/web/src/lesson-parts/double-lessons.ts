import type { FreeDay } from "@korki/contracts/availability";
import type { Lesson } from "@korki/contracts/lessons";
import { BLOCK_COUNT, type CivilDate, type LineOf } from "@korki/domain";

/** A line of a list: one lesson, or the earlier of a double one with 2 `blocks` (rules §34). */
export type LessonLine = LineOf<Lesson>;

/** Returns how many rows of a day's column each block has: 0 where a double lesson that began before goes on. */
export function rowsOfBlocks(lessons: readonly LessonLine[], day: CivilDate): number[] {
  const begins = (block: number) =>
    lessons.some((lesson) => lesson.date === day && lesson.block === block && lesson.blocks === 2);
  const rows: number[] = [];
  while (rows.length < BLOCK_COUNT) {
    let last = rows.length;
    for (let block = last; block <= last; block += 1) if (begins(block)) last = block + 1;
    const count = last - rows.length + 1;
    rows.push(count, ...Array.from({ length: count - 1 }, () => 0));
  }
  return rows;
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
