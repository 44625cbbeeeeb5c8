import { addDays, instantOf, WEEKDAYS, weekdayOf, weekStart } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { openingDay, stepFrom } from "./opening-day";

const MONDAY = "2026-11-16";
const NEXT_MONDAY = addDays(MONDAY, WEEKDAYS.length);
const DAYS = WEEKDAYS.map((_, index) => addDays(MONDAY, index));
const NOON = 12 * 60;

describe("a calendar opens", () => {
  test.each(DAYS)(
    "on %s, with nothing left of the week, at today, at a weekend at the next Monday",
    (day) => {
      const isWeekend = ["sob", "niedz"].includes(weekdayOf(day));
      const over = [{ date: MONDAY, block: 3 }];
      expect(openingDay(over, instantOf(day, NOON))).toBe(isWeekend ? NEXT_MONDAY : day);
      expect(openingDay([], instantOf(day, NOON))).toBe(isWeekend ? NEXT_MONDAY : day);
    },
  );

  test.each(DAYS)("on %s at today while a lesson of the week is to come", (day) => {
    const sunday = addDays(weekStart(day), WEEKDAYS.length - 1);
    expect(openingDay([{ date: sunday, block: 13 }], instantOf(day, NOON))).toBe(day);
  });

  test("on a Sunday at today until its last lesson has ended", () => {
    const sunday = DAYS.at(-1) ?? MONDAY;
    const lesson = [{ date: sunday, block: 2 }];
    expect(openingDay(lesson, instantOf(sunday, 10 * 60 + 9))).toBe(sunday);
    expect(openingDay(lesson, instantOf(sunday, 10 * 60 + 11))).toBe(NEXT_MONDAY);
  });
});

test("a step leads a day, a week or a month on; of the present month to today", () => {
  expect(stepFrom("2026-11-16", "day", 1, MONDAY)).toBe("2026-11-17");
  expect(stepFrom("2026-11-18", "week", -1, MONDAY)).toBe("2026-11-11");
  expect(stepFrom("2026-11-18", "month", 1, MONDAY)).toBe("2026-12-01");
  expect(stepFrom("2026-12-01", "month", -1, MONDAY)).toBe(MONDAY);
});
