import type { CivilDate, LessonStatus } from "@korki/domain";
import { expect, test } from "vitest";
import { lastLessons, nextLessons } from "./next-and-last";

const lesson = (
  date: CivilDate,
  block: number,
  status: LessonStatus = "Potwierdzona",
  pairId: string | null = null,
) => ({ id: `${date} ${block}`, date, block, status, teacherId: "t", pairId });

test("lessons are next until they end, and last from then on or once they are finished", () => {
  // In Warsaw it is 16:00: block 7 is over, block 8 goes on.
  const now = new Date("2026-11-20T15:00:00Z");
  const lessons = [
    lesson("2026-11-19", 9),
    lesson("2026-11-20", 1, "Zrealizowana"),
    lesson("2026-11-20", 7),
    lesson("2026-11-20", 8),
    lesson("2026-11-20", 9, "Zrealizowana"),
    lesson("2026-11-20", 10, "Odwolana przez ucznia"),
    lesson("2026-11-24", 9, "Potwierdzona", "p"),
    lesson("2026-11-24", 10, "Potwierdzona", "p"),
  ];
  const shown = (lines: { date: string; block: number; blocks?: number }[]) =>
    lines.map(({ date, block, blocks }) => [date, block, blocks ?? 1]);
  expect(shown(nextLessons(lessons, now))).toEqual([
    ["2026-11-20", 8, 1],
    ["2026-11-24", 9, 2],
  ]);
  expect(shown(lastLessons(lessons, now))).toEqual([
    ["2026-11-20", 9, 1],
    ["2026-11-20", 7, 1],
    ["2026-11-20", 1, 1],
    ["2026-11-19", 9, 1],
  ]);
});
