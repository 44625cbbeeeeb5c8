import { expect, test } from "vitest";
import { blockEnd } from "./calendar";
import { lessonOfTheHour, oneLinePerPair } from "./double-lessons";

const lesson = (id: string, block: number, more: object = {}) => ({
  id,
  date: "2026-11-24",
  block,
  teacherId: "t",
  status: "Potwierdzona" as const,
  pairId: null,
  ...more,
});

test("both of a double lesson are one line while they are next to each other, of one status and one teacher", () => {
  const pair = { pairId: "p" };
  const lines = (...lessons: ReturnType<typeof lesson>[]) =>
    oneLinePerPair(lessons).map(({ id, blocks, laterId }) => [id, blocks ?? 1, ...(laterId ?? "")]);
  expect(lines(lesson("a", 3), lesson("b", 5, pair), lesson("c", 6, pair))).toEqual([
    ["a", 1],
    ["b", 2, "c"],
  ]);
  // The latest first, as finished lessons are listed.
  expect(lines(lesson("c", 6, pair), lesson("b", 5, pair))).toEqual([["b", 2, "c"]]);
  const apart = { ...pair, date: "2026-11-25" };
  expect(lines(lesson("b", 5, pair), lesson("c", 6, apart))).toHaveLength(2);
  expect(lines(lesson("b", 5, pair), lesson("c", 6, { ...pair, status: "Zrealizowana" }))).toHaveLength(2);
  expect(lines(lesson("b", 5, pair), lesson("c", 6, { ...pair, teacherId: "u" }))).toHaveLength(2);
});

test("the room of a double lesson is the later one's from the end of the first hour", () => {
  const line = { ...lesson("b", 5), laterId: "c" };
  const end = blockEnd(line.date, line.block);
  const before = new Date(end.getTime() - 1);
  expect(lessonOfTheHour(line, before)).toEqual({ id: "b", date: line.date, block: 5 });
  expect(lessonOfTheHour(line, end)).toEqual({ id: "c", date: line.date, block: 6 });
  expect(lessonOfTheHour(lesson("b", 5), end)).toMatchObject({ id: "b", block: 5 });
});
