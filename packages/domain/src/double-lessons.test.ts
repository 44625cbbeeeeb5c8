import { expect, test } from "vitest";
import { oneLinePerPair } from "./double-lessons";

const lesson = (id: string, block: number, more: object = {}) => ({
  id,
  date: "2026-11-24",
  block,
  status: "Potwierdzona" as const,
  pairId: null,
  ...more,
});

test("both of a double lesson are one line while they are next to each other and of one status", () => {
  const pair = { pairId: "p" };
  const lines = (...lessons: ReturnType<typeof lesson>[]) =>
    oneLinePerPair(lessons).map(({ id, blocks }) => [id, blocks ?? 1]);
  expect(lines(lesson("a", 3), lesson("b", 5, pair), lesson("c", 6, pair))).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  // The latest first, as finished lessons are listed.
  expect(lines(lesson("c", 6, pair), lesson("b", 5, pair))).toEqual([["b", 2]]);
  const apart = { ...pair, date: "2026-11-25" };
  expect(lines(lesson("b", 5, pair), lesson("c", 6, apart))).toHaveLength(2);
  expect(lines(lesson("b", 5, pair), lesson("c", 6, { ...pair, status: "Zrealizowana" }))).toHaveLength(2);
});
