import type { Series } from "@korki/contracts/series";
import type { CivilDate, LessonStatus } from "@korki/domain";
import { expect, test } from "vitest";
import { datesAhead, lessonsElsewhere, plannedLines } from "./series-dates";

type SeriesLesson = Series["lessons"][number];

const lesson = (
  date: CivilDate,
  block: number,
  pairId: string | null,
  status: LessonStatus = "Potwierdzona",
): SeriesLesson => ({ id: `${date} ${block}`, date, block, status, pairId, teacherId: "t", isMoved: false });

const both = (date: CivilDate, block: number) => [lesson(date, block, date), lesson(date, block + 1, date)];

test("a double weekly lesson has a line and a choice per date, and counts its lessons", () => {
  const lessons = [
    ...both("2026-11-24", 9),
    ...both("2026-12-01", 9),
    // The hour before was cancelled.
    lesson("2026-12-08", 9, "p", "Odwolana przez ucznia"),
    lesson("2026-12-08", 10, "p"),
    // Moved by an hour, and to another day.
    ...both("2026-12-15", 10),
    ...both("2026-12-23", 9),
  ];
  const series = { lessons, weekday: "wt", block: 9, blocks: 2 } as const;
  expect(plannedLines(series).map(({ date, block, blocks }) => [date, block, blocks])).toEqual([
    ["2026-11-24", 9, 2],
    ["2026-12-01", 9, 2],
    ["2026-12-08", 10, undefined],
    ["2026-12-15", 10, 2],
    ["2026-12-23", 9, 2],
  ]);
  expect(lessonsElsewhere(series)).toBe(4);
  const { dates, first, countFrom } = datesAhead(series, new Date("2026-11-30T12:00:00Z"));
  expect([first, ...dates]).toEqual(["2026-12-01", "2026-12-01", "2026-12-08", "2026-12-15", "2026-12-23"]);
  expect([first, "2026-12-08", "2026-12-23"].map(countFrom)).toEqual([7, 5, 2]);
});

test("lessons of one hour are elsewhere at any other", () => {
  const lessons = [lesson("2026-11-24", 9, null), lesson("2026-12-01", 10, null)];
  expect(lessonsElsewhere({ lessons, weekday: "wt", block: 9, blocks: 1 })).toBe(1);
});
