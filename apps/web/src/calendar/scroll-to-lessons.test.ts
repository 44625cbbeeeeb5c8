import { expect, test } from "vitest";
import { busiestStart } from "./scroll-to-lessons";

const week = (lessons: Record<number, number>) =>
  Array.from({ length: 14 }, (_, block) => lessons[block] ?? 0);

test.each([
  ["the afternoon of an empty week", {}, 7],
  ["its only lesson", { 2: 1 }, 2],
  ["the first lesson, where all are seen from there", { 3: 1, 8: 1 }, 3],
  ["the first of two that are not seen together", { 2: 1, 9: 1 }, 2],
  ["the busy afternoon rather than a lone morning", { 2: 1, 8: 3, 9: 4, 12: 2 }, 8],
])("a week opens at %s", (_, lessons, block) => {
  expect(busiestStart(week(lessons))).toBe(block);
});
