import { describe, expect, it } from "vitest";
import { type Closure, checkClosure, closes, publicHolidays } from "./closures";

describe("public holidays of Poland", () => {
  it.each([
    [2024, "2024-03-31", "2024-05-19", "2024-05-30", 13],
    [2025, "2025-04-20", "2025-06-08", "2025-06-19", 14],
    [2026, "2026-04-05", "2026-05-24", "2026-06-04", 14],
    [2027, "2027-03-28", "2027-05-16", "2027-05-27", 14],
    [2030, "2030-04-21", "2030-06-09", "2030-06-20", 14],
  ])(
    "of %i: Easter on %s, Pentecost on %s, Corpus Christi on %s, %i in all",
    (year, easter, pentecost, corpus, count) => {
      const holidays = publicHolidays(year);
      const dateOf = (label: string) => holidays.find((holiday) => holiday.label === label)?.date;
      expect(dateOf("Wielkanoc")).toBe(easter);
      expect(dateOf("Zielone Świątki")).toBe(pentecost);
      expect(dateOf("Boże Ciało")).toBe(corpus);
      expect(holidays).toHaveLength(count);
      expect(holidays.map(({ date }) => date)).toEqual(holidays.map(({ date }) => date).toSorted());
    },
  );

  it("include Christmas Eve since 2025", () => {
    const isThere = (year: number) => publicHolidays(year).some(({ date }) => date === `${year}-12-24`);
    expect([2024, 2025, 2026].map(isThere)).toEqual([false, true, true]);
  });
});

describe("a closure", () => {
  const closure: Closure = {
    teacherId: "t",
    from: "2026-11-23",
    to: "2026-11-25",
    fromBlock: 3,
    toBlock: null,
  };

  it.each([
    ["2026-11-23", 3, true],
    ["2026-11-23", 2, false],
    ["2026-11-25", 13, true],
    ["2026-11-26", 5, false],
    ["2026-11-22", 5, false],
  ])("covers %s block %i: %s", (date, block, covered) => {
    expect(closes(closure, { teacherId: "t", date, block })).toBe(covered);
    expect(closes(closure, { teacherId: "x", date, block })).toBe(false);
    expect(closes({ ...closure, teacherId: null }, { teacherId: "x", date, block })).toBe(covered);
  });

  it.each([
    [{}, null],
    [{ to: "2026-11-22" }, "ends-before-start"],
    [{ to: "2028-01-01" }, "too-long"],
    [{ fromBlock: 5, toBlock: 4 }, "blocks-reversed"],
    [{ fromBlock: 5, toBlock: 5 }, null],
  ] as const)("%j: %s", (change, refusal) => {
    expect(checkClosure({ ...closure, ...change })).toBe(refusal);
  });
});
