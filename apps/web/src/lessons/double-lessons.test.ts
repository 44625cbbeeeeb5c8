import type { Lesson } from "@korki/contracts/lessons";
import { expect, test } from "vitest";
import { doubleStarts, oneLinePerPair } from "./double-lessons";

const lesson = (id: string, block: number, more: Partial<Lesson> = {}) =>
  ({ id, date: "2026-11-24", block, status: "Potwierdzona", pairId: null, ...more }) as Lesson;

test("both of a double lesson are one line while they are next to each other and of one status", () => {
  const pair = { pairId: "p" };
  const lines = (lessons: Lesson[]) => oneLinePerPair(lessons).map(({ id, blocks }) => [id, blocks ?? 1]);
  expect(lines([lesson("a", 3), lesson("b", 5, pair), lesson("c", 6, pair)])).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  // The latest first, as finished lessons are listed.
  expect(lines([lesson("c", 6, pair), lesson("b", 5, pair)])).toEqual([["b", 2]]);
  const apart = { ...pair, date: "2026-11-25" };
  expect(lines([lesson("b", 5, pair), lesson("c", 6, apart)])).toHaveLength(2);
  expect(lines([lesson("b", 5, pair), lesson("c", 6, { ...pair, status: "Zrealizowana" })])).toHaveLength(2);
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
