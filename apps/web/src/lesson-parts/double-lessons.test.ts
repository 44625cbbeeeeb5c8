import { expect, test } from "vitest";
import { doubleStarts, type LessonLine, rowsOfBlocks } from "./double-lessons";

test("a double lesson has two rows of a day's column; one that begins in its later block shares them", () => {
  const day = "2026-11-24";
  const line = (block: number, blocks: 1 | 2 = 2) => ({ date: day, block, blocks }) as LessonLine;
  const shown = (...lines: LessonLine[]) => rowsOfBlocks(lines, day).slice(0, 6);
  expect(shown(line(1, 1))).toEqual([1, 1, 1, 1, 1, 1]);
  expect(shown(line(1))).toEqual([1, 2, 0, 1, 1, 1]);
  expect(shown(line(1), line(2))).toEqual([1, 3, 0, 0, 1, 1]);
  expect(shown(line(1), line(3))).toEqual([1, 2, 0, 2, 0, 1]);
});

test("a double lesson begins where the next block is free, too", () => {
  const day = (date: string, ...blocks: number[]) => ({ date, blocks });
  expect(doubleStarts([day("2026-11-24", 1, 2, 5, 13), day("2026-11-25", 7)])).toEqual([
    day("2026-11-24", 1),
  ]);
  // Its own blocks are free for it: it moves by one.
  expect(doubleStarts([day("2026-11-25", 7, 10)], { date: "2026-11-25", blocks: [8, 9] })).toEqual([
    day("2026-11-25", 7, 8, 9),
  ]);
});
