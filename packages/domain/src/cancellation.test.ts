import { describe, expect, it } from "vitest";
import { BLOCKS } from "./blocks";
import { blockStart } from "./calendar";
import { type CancellationPolicy, cancellationTerms, freeUntil } from "./cancellation";

const MINUTE = 60_000;
const policy = (change: Partial<CancellationPolicy>): CancellationPolicy => ({
  cutOff: { hours: 24 },
  late: "charge",
  freeLatePerMonth: 0,
  payTeacher: false,
  creditDays: null,
  version: 1,
  ...change,
});

/** An ordinary day, the day after each clock change, and the days of the changes themselves. */
const DAYS = ["2026-11-20", "2026-03-29", "2026-03-30", "2026-10-25", "2026-10-26"];

/** Rules of real centres: one minute before the limit, at it, one minute after; with what was used of the allowance. */
const RULES: readonly (readonly [string, CancellationPolicy | null, number, string, string])[] = [
  ["24 h", policy({}), 0, "free", "charge"],
  ["10 h", policy({ cutOff: { hours: 10 } }), 0, "free", "charge"],
  ["3 h", policy({ cutOff: { hours: 3 } }), 0, "free", "charge"],
  ["until 18:00 the day before", policy({ cutOff: { dayBeforeAt: "18:00" } }), 0, "free", "charge"],
  ["one late per month free", policy({ freeLatePerMonth: 1 }), 0, "free", "free"],
  ["one late per month free, then lost", policy({ freeLatePerMonth: 1 }), 1, "free", "charge"],
  ["two per month free, the second", policy({ freeLatePerMonth: 2 }), 1, "free", "free"],
  ["two per month free, the third", policy({ freeLatePerMonth: 2 }), 2, "free", "charge"],
  ["valid 30 days", policy({ creditDays: 30 }), 0, "free", "charge"],
  ["valid 60 days", policy({ creditDays: 60 }), 0, "free", "charge"],
  ["the teacher decides", policy({ late: "ask" }), 0, "free", "ask"],
  ["the teacher decides, the first is free", policy({ late: "ask", freeLatePerMonth: 1 }), 0, "free", "free"],
  ["late is free but noted", policy({ late: "free" }), 0, "free", "free"],
  ["charged and teacher paid", policy({ payTeacher: true }), 0, "free", "charge"],
  ["no cut-off", policy({ cutOff: null }), 0, "free", "free"],
  ["no policy", null, 0, "free", "free"],
];

describe.each(DAYS)("a lesson on %s", (date) => {
  it.each(RULES)("%s", (_, rule, used, before, after) => {
    for (const block of [0, 7, BLOCKS.length - 1]) {
      const lesson = { date, block, status: "Potwierdzona" } as const;
      const limit = freeUntil(rule, lesson);
      const at = limit ?? blockStart(date, block);
      const costAt = (ms: number) => cancellationTerms(rule, lesson, new Date(at.getTime() + ms), used).cost;
      expect([costAt(-MINUTE), costAt(0), costAt(MINUTE)]).toEqual([before, before, after]);
    }
  });
});

describe("freeUntil", () => {
  it.each([
    // Elapsed hours, over the hour that is skipped and the one that comes twice.
    ["24 h, spring", { hours: 24 }, "2026-03-29", 0, "2026-03-28T05:00:00.000Z"],
    ["24 h, autumn", { hours: 24 }, "2026-10-25", 0, "2026-10-24T06:00:00.000Z"],
    ["24 h, ordinary", { hours: 24 }, "2026-11-20", 0, "2026-11-19T06:00:00.000Z"],
    ["10 h, spring", { hours: 10 }, "2026-03-29", 0, "2026-03-28T19:00:00.000Z"],
    ["10 h, autumn", { hours: 10 }, "2026-10-25", 0, "2026-10-24T20:00:00.000Z"],
    ["the evening before, spring", { dayBeforeAt: "18:00" }, "2026-03-30", 0, "2026-03-29T16:00:00.000Z"],
    ["the evening before, autumn", { dayBeforeAt: "18:00" }, "2026-10-26", 0, "2026-10-25T17:00:00.000Z"],
    [
      "a time that is skipped moves forward",
      { dayBeforeAt: "02:30" },
      "2026-03-30",
      0,
      "2026-03-29T01:30:00.000Z",
    ],
    [
      "a time that comes twice is the first",
      { dayBeforeAt: "02:30" },
      "2026-10-26",
      0,
      "2026-10-25T00:30:00.000Z",
    ],
  ])("%s", (_, cutOff, date, block, expected) => {
    expect(freeUntil(policy({ cutOff }), { date, block })?.toISOString()).toBe(expected);
  });

  it("is free without a limit while a lesson is unconfirmed", () => {
    const lesson = { date: "2026-11-20", block: 3, status: "Nie potwierdzona" } as const;
    expect(cancellationTerms(policy({}), lesson, blockStart("2026-11-20", 3), 0)).toEqual({
      freeUntil: null,
      cost: "free",
      isLate: false,
      usesAllowance: false,
    });
  });
});
