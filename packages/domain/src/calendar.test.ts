import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCKS } from "./blocks";
import {
  addDays,
  addMonths,
  blockEnd,
  blockStart,
  civilDate,
  civilDateOf,
  companyYears,
  dateParts,
  daysBetween,
  daysInMonth,
  hasEnded,
  hasStarted,
  instantOf,
  isCivilDate,
  monthBounds,
  monthOf,
  STATISTICS_YEARS,
  today,
  WEEKDAYS,
  weekdayOf,
  weekStart,
  ZONE,
} from "./calendar";

const anyDate = fc.integer({ min: 0, max: 4017 }).map((days) => addDays("2023-01-01", days));

/** What Warsaw's clock shows, by another road than the code's. */
function shown(instant: Date): string {
  return instant.toLocaleString("sv-SE", { timeZone: ZONE }).slice(0, 16);
}

describe("civil dates", () => {
  it.each([
    [2026, 3, 29, "2026-03-29"],
    [2024, 2, 29, "2024-02-29"],
    [2000, 2, 29, "2000-02-29"],
    [2026, 12, 31, "2026-12-31"],
    [2025, 2, 29, null],
    [1900, 2, 29, null],
    [2026, 4, 31, null],
    [2026, 2, 30, null],
    [2026, 0, 1, null],
    [2026, 13, 1, null],
    [2026, 1, 0, null],
    [2026, 1, 32, null],
    [2026, 1, 1.5, null],
    [Number.NaN, 1, 1, null],
    [0, 1, 1, null],
    [10000, 1, 1, null],
    [25, 1, 1, "0025-01-01"],
  ])("civilDate(%s, %s, %s) is %s", (year, month, day, expected) => {
    expect(civilDate(year, month, day)).toBe(expected);
  });

  it.each([
    ["2024-02-29", true],
    ["2025-02-29", false],
    ["2026-4-1", false],
    ["2026-04-31", false],
    ["2026-04-01T00:00", false],
    ["2026-04-01\n", false],
    ["", false],
    [20260401, false],
    [null, false],
  ])("isCivilDate(%j) is %s", (text, expected) => {
    expect(isCivilDate(text)).toBe(expected);
  });

  it("refuses to take apart what is no date", () => {
    expect(() => dateParts("2025-02-29")).toThrow(RangeError);
    expect(() => addDays("tomorrow", 1)).toThrow(RangeError);
    expect(() => weekdayOf("2026-00-10")).toThrow(RangeError);
    expect(() => addDays("9999-12-31", 1)).toThrow(RangeError);
  });

  it.each([
    ["2025-12-31", 1, "2026-01-01"],
    ["2024-02-28", 1, "2024-02-29"],
    ["2025-02-28", 1, "2025-03-01"],
    ["2026-03-28", 2, "2026-03-30"],
    ["2026-10-26", -1, "2026-10-25"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2026-06-15", 0, "2026-06-15"],
    ["2024-02-29", 365, "2025-02-28"],
  ])("%s and %i days is %s", (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
    expect(daysBetween(date, expected)).toBe(days);
  });

  it.each([
    ["2026-11-21", "sob"],
    ["2026-03-29", "niedz"],
    ["2026-10-26", "pon"],
    ["2024-02-29", "czw"],
    ["1970-01-01", "czw"],
    ["1969-12-31", "sr"],
    ["2030-12-31", "wt"],
    ["2027-01-01", "pt"],
  ])("%s is a %s", (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday);
  });

  it("steps through the weekdays, and weeks start on Monday", () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = WEEKDAYS[(WEEKDAYS.indexOf(weekdayOf(date)) + 1) % 7];
        expect(weekdayOf(addDays(date, 1))).toBe(next);
        const monday = weekStart(date);
        expect(weekdayOf(monday)).toBe("pon");
        expect(daysBetween(monday, date)).toBe(WEEKDAYS.indexOf(weekdayOf(date)));
      }),
    );
  });

  it("comes apart and together again, and sorts as text", () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) => {
        const { year, month, day } = dateParts(a);
        expect(civilDate(year, month, day)).toBe(a);
        expect(Math.sign(daysBetween(a, b))).toBe(a === b ? 0 : a < b ? 1 : -1);
        expect(addDays(a, daysBetween(a, b))).toBe(b);
      }),
    );
  });
});

describe("months", () => {
  it.each([
    [{ year: 2026, month: 1 }, "2026-01-01", "2026-02-01", 31],
    [{ year: 2026, month: 12 }, "2026-12-01", "2027-01-01", 31],
    [{ year: 2024, month: 2 }, "2024-02-01", "2024-03-01", 29],
    [{ year: 2026, month: 2 }, "2026-02-01", "2026-03-01", 28],
    [{ year: 2026, month: 6 }, "2026-06-01", "2026-07-01", 30],
  ])("%j runs from %s until %s", (month, from, to, days) => {
    expect(monthBounds(month)).toEqual({ from, to });
    expect(daysBetween(from, to)).toBe(days);
    expect(daysInMonth(month.year, month.month)).toBe(days);
    expect(monthOf(from)).toEqual(month);
    expect(monthOf(addDays(to, -1))).toEqual(month);
  });

  it.each([0, 13, 1.5])("has no month %s", (month) => {
    expect(() => monthBounds({ year: 2026, month })).toThrow(RangeError);
  });

  it.each([
    [{ year: 2026, month: 1 }, -1, { year: 2025, month: 12 }],
    [{ year: 2026, month: 12 }, 1, { year: 2027, month: 1 }],
    [{ year: 2026, month: 5 }, -11, { year: 2025, month: 6 }],
    [{ year: 2026, month: 5 }, 24, { year: 2028, month: 5 }],
  ])("%j and %i months is %j", (month, months, expected) => {
    expect(addMonths(month, months)).toEqual(expected);
  });

  it("offers the years of the statistics", () => {
    expect(STATISTICS_YEARS).toEqual([2024, 2025, 2026, 2027, 2028]);
    expect(companyYears(new Date("2026-11-21T12:00:00Z"))).toEqual([2024, 2025, 2026]);
    expect(companyYears(new Date("2026-12-31T23:00:00Z"))).toEqual([2024, 2025, 2026, 2027]);
    expect(companyYears(new Date("2020-01-01T12:00:00Z"))).toEqual([2024]);
  });
});

describe("Warsaw's clock", () => {
  it.each([
    ["2026-11-20T22:59:59Z", "2026-11-20"],
    ["2026-11-20T23:00:00Z", "2026-11-21"],
    ["2026-07-20T21:59:59Z", "2026-07-20"],
    ["2026-07-20T22:00:00Z", "2026-07-21"],
    ["2025-12-31T23:00:00Z", "2026-01-01"],
    ["2024-02-28T23:30:00Z", "2024-02-29"],
    ["2026-03-28T23:00:00Z", "2026-03-29"],
    ["2026-03-29T21:59:00Z", "2026-03-29"],
    ["2026-10-24T22:00:00Z", "2026-10-25"],
    ["2026-10-25T22:59:00Z", "2026-10-25"],
  ])("at %s it is %s", (instant, date) => {
    expect(today(new Date(instant))).toBe(date);
  });

  it.each([
    ["2026-03-28", 0, "2026-03-28T06:00:00.000Z"],
    ["2026-03-29", 0, "2026-03-29T05:00:00.000Z"],
    ["2026-03-29", 13, "2026-03-29T19:05:00.000Z"],
    ["2026-10-24", 13, "2026-10-24T19:05:00.000Z"],
    ["2026-10-25", 0, "2026-10-25T06:00:00.000Z"],
    ["2026-10-25", 13, "2026-10-25T20:05:00.000Z"],
    ["2024-02-29", 4, "2024-02-29T10:20:00.000Z"],
    ["2025-12-31", 13, "2025-12-31T20:05:00.000Z"],
    ["2026-01-01", 0, "2026-01-01T06:00:00.000Z"],
  ])("on %s block %i starts at %s", (date, block, start) => {
    expect(blockStart(date, block).toISOString()).toBe(start);
  });

  it.each(["2026-03-28", "2026-03-29", "2026-03-30", "2026-10-24", "2026-10-25", "2026-10-26", "2024-02-29"])(
    "shows every block's hours on %s",
    (date) => {
      for (const { index, start, end } of BLOCKS) {
        expect(shown(blockStart(date, index))).toBe(`${date} ${start.padStart(5, "0")}`);
        expect(shown(blockEnd(date, index))).toBe(`${date} ${end.padStart(5, "0")}`);
        expect(blockEnd(date, index).getTime() - blockStart(date, index).getTime()).toBe(3_600_000);
      }
    },
  );

  it("shows every block's hours on every day of every year", () => {
    fc.assert(
      fc.property(anyDate, fc.constantFrom(...BLOCKS), (date, { index, start }) => {
        const instant = blockStart(date, index);
        expect(shown(instant)).toBe(`${date} ${start.padStart(5, "0")}`);
        expect(civilDateOf(instant)).toBe(date);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["2026-03-29", 0, "2026-03-28T23:00:00.000Z"],
    ["2026-03-29", 119, "2026-03-29T00:59:00.000Z"],
    // 2:30 is skipped: half an hour after the change, 3:30 in summer time
    ["2026-03-29", 150, "2026-03-29T01:30:00.000Z"],
    ["2026-03-29", 180, "2026-03-29T01:00:00.000Z"],
    // 2:30 comes twice: the first time
    ["2026-10-25", 150, "2026-10-25T00:30:00.000Z"],
    ["2026-10-25", 180, "2026-10-25T02:00:00.000Z"],
    ["2026-10-25", 24 * 60, "2026-10-25T23:00:00.000Z"],
  ])("on %s minute %i is at %s", (date, minutes, instant) => {
    expect(instantOf(date, minutes).toISOString()).toBe(instant);
  });

  it("agrees with the clock at every instant", () => {
    const instants = fc.date({
      min: new Date("2024-01-01"),
      max: new Date("2030-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        expect(civilDateOf(instant)).toBe(shown(instant).slice(0, 10));
      }),
      { numRuns: 500 },
    );
  });

  it("says whether a lesson has started and ended, to the millisecond", () => {
    const start = blockStart("2026-11-21", 9);
    const end = blockEnd("2026-11-21", 9);
    expect(hasStarted("2026-11-21", 9, new Date(start.getTime() - 1))).toBe(false);
    expect(hasStarted("2026-11-21", 9, start)).toBe(true);
    expect(hasEnded("2026-11-21", 9, new Date(end.getTime() - 1))).toBe(false);
    expect(hasEnded("2026-11-21", 9, end)).toBe(true);
  });
});
