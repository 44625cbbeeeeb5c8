import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AvailabilitySection,
  availableBlocks,
  bookingWindow,
  checkSections,
  DEFAULT_SECTION,
  freeDays,
  isAvailable,
  type OfferedHours,
  offeredBlocks,
  sectionsOf,
  slotKey,
  wrongSections,
} from "./availability";
import { BLOCKS } from "./blocks";
import { addDays, type CivilDate, WEEKDAYS, type Weekday, ZONE } from "./calendar";

const section = (day: Weekday, startBlock: number, endBlock: number): AvailabilitySection => ({
  day,
  startBlock,
  endBlock,
});

const weekly = (sections: readonly AvailabilitySection[]): OfferedHours => ({ sections, days: [] });

const anySection = fc
  .tuple(fc.constantFrom(...WEEKDAYS), fc.nat(13), fc.nat(13))
  .map(([day, a, b]) => section(day, Math.min(a, b), Math.max(a, b)));

describe("checkSections", () => {
  it.each([
    ["nothing", [], null],
    ["the default", [DEFAULT_SECTION], null],
    ["one block", [section("pon", 3, 3)], null],
    ["the whole day", [section("pon", 0, 13)], null],
    ["start after end", [section("pon", 4, 3)], "starts-after-end"],
    ["neighbours", [section("pon", 0, 1), section("pon", 2, 3)], null],
    ["neighbours, later first", [section("pon", 2, 3), section("pon", 0, 1)], null],
    ["a shared block", [section("pon", 0, 1), section("pon", 1, 3)], "overlap"],
    ["a shared block, later first", [section("pon", 1, 3), section("pon", 0, 1)], "overlap"],
    ["one inside the other", [section("pon", 0, 9), section("pon", 2, 3)], "overlap"],
    ["twice the same", [section("pon", 2, 3), section("pon", 2, 3)], "overlap"],
    ["the same hours on two days", [section("pon", 0, 5), section("wt", 0, 5)], null],
    ["apart, then overlapping", [section("pt", 0, 1), section("pt", 5, 9), section("pt", 9, 9)], "overlap"],
    [
      "the start is told first",
      [section("pon", 0, 5), section("pon", 1, 2), section("wt", 2, 1)],
      "starts-after-end",
    ],
  ] as const)("%s: %s", (_, sections, refusal) => {
    expect(checkSections(sections)).toBe(refusal);
  });

  it("accepts exactly the weeks in which no block is offered twice", () => {
    fc.assert(
      fc.property(fc.array(anySection, { maxLength: 6 }), (sections) => {
        const offered = sections.flatMap(({ day, startBlock, endBlock }) =>
          BLOCKS.filter(({ index }) => index >= startBlock && index <= endBlock).map(
            ({ index }) => `${day}${index}`,
          ),
        );
        expect(checkSections(sections)).toBe(new Set(offered).size === offered.length ? null : "overlap");
      }),
    );
  });
});

describe("wrongSections", () => {
  it.each([
    ["none where all is right", [section("pon", 0, 1), section("pon", 2, 3)], []],
    ["those that overlap", [section("wt", 0, 5), section("pon", 0, 5), section("pon", 5, 6)], [1, 2]],
    ["those that turn round before those that overlap", [section("pt", 0, 5), section("pt", 5, 4)], [1]],
  ] as const)("%s", (_, sections, places) => {
    expect(wrongSections(sections)).toEqual(places);
  });
});

describe("availableBlocks", () => {
  it("is inclusive at both ends", () => {
    expect(availableBlocks([section("pon", 0, 1)], "pon")).toEqual([0, 1]);
    expect(availableBlocks([section("pon", 13, 13)], "pon")).toEqual([13]);
    expect(availableBlocks([section("pon", 0, 1)], "wt")).toEqual([]);
  });

  it("is ascending, each block once", () => {
    expect(availableBlocks([section("pon", 8, 9), section("pon", 1, 2)], "pon")).toEqual([1, 2, 8, 9]);
    expect(availableBlocks([section("pon", 1, 3), section("pon", 2, 4)], "pon")).toEqual([1, 2, 3, 4]);
  });

  it("belongs to the weekday of a date", () => {
    expect(isAvailable(weekly([section("sob", 9, 9)]), "2026-11-21", 9)).toBe(true);
    expect(isAvailable(weekly([section("sob", 9, 9)]), "2026-11-22", 9)).toBe(false);
    expect(isAvailable(weekly([section("sob", 9, 9)]), "2026-11-21", 8)).toBe(false);
  });
});

/** Free days by another road: Warsaw's clock as text, every day and block asked one by one. */
function naiveFreeDays(
  sections: readonly AvailabilitySection[],
  taken: ReadonlySet<string>,
  now: Date,
  horizonDays: number,
): { date: CivilDate; blocks: number[] }[] {
  const clock = now.toLocaleString("sv-SE", { timeZone: ZONE });
  const first = Date.parse(`${clock.slice(0, 10)}T00:00:00Z`);
  const days = [];
  for (let ahead = 0; ahead <= horizonDays; ahead++) {
    const at = new Date(first + ahead * 86_400_000);
    const date = at.toISOString().slice(0, 10);
    const weekday = WEEKDAYS[(at.getUTCDay() + 6) % 7];
    const blocks = [];
    for (const { index, start } of BLOCKS) {
      const offered = sections.some((s) => s.day === weekday && s.startBlock <= index && index <= s.endBlock);
      const future = `${date} ${start.padStart(5, "0")}:00` > clock;
      if (offered && future && !taken.has(slotKey(date, index))) blocks.push(index);
    }
    if (blocks.length > 0) days.push({ date, blocks });
  }
  return days;
}

describe("freeDays", () => {
  const everyDay = WEEKDAYS.map((day) => section(day, 0, 13));
  const none: ReadonlySet<string> = new Set();

  it("runs from today to the horizon, both included", () => {
    const now = new Date("2026-11-21T05:00:00Z");
    const days = freeDays({ hours: weekly(everyDay), taken: none, now, horizonDays: 28 });
    expect(days).toHaveLength(29);
    expect(days[0]?.date).toBe("2026-11-21");
    expect(days.at(-1)?.date).toBe("2026-12-19");
    expect(bookingWindow(now, 28)).toEqual({ first: "2026-11-21", last: "2026-12-19" });
    expect(freeDays({ hours: weekly(everyDay), taken: none, now, horizonDays: 0 })).toHaveLength(1);
  });

  it("ends with the last year in which lessons are planned", () => {
    const now = new Date("2030-12-30T05:00:00Z");
    const days = freeDays({ hours: weekly(everyDay), taken: none, now, horizonDays: 28 });
    expect(days.map(({ date }) => date)).toEqual(["2030-12-30", "2030-12-31"]);
  });

  it.each([
    ["2026-11-21T05:59:59Z", 14],
    // a lesson that starts this instant has started
    ["2026-11-21T06:00:00Z", 13],
    ["2026-11-21T20:04:59Z", 1],
    ["2026-11-21T20:05:00Z", 0],
    ["2026-03-29T04:59:59Z", 14],
    ["2026-03-29T05:00:00Z", 13],
    ["2026-10-25T05:59:59Z", 14],
    ["2026-10-25T06:00:00Z", 13],
  ])("at %s offers %i blocks of today", (now, count) => {
    const days = freeDays({ hours: weekly(everyDay), taken: none, now: new Date(now), horizonDays: 0 });
    expect(days.flatMap(({ blocks }) => blocks)).toHaveLength(count);
  });

  it("leaves out what is taken, and days with nothing left", () => {
    const now = new Date("2026-11-21T05:00:00Z");
    const sections = [section("pon", 0, 2), section("wt", 5, 5)];
    const taken = new Set([slotKey("2026-11-23", 1), slotKey("2026-11-24", 5), slotKey("2026-12-01", 6)]);
    expect(freeDays({ hours: weekly(sections), taken, now, horizonDays: 10 })).toEqual([
      { date: "2026-11-23", blocks: [0, 2] },
      { date: "2026-11-30", blocks: [0, 1, 2] },
      { date: "2026-12-01", blocks: [5] },
    ]);
  });

  it("equals the naive computation on generated schedules", () => {
    const moments = fc.oneof(
      fc.date({ min: new Date("2024-01-01"), max: new Date("2030-11-21"), noInvalidDate: true }),
      // around the days on which clocks change
      fc.date({ min: new Date("2026-03-27"), max: new Date("2026-03-31"), noInvalidDate: true }),
      fc.date({ min: new Date("2026-10-23"), max: new Date("2026-10-27"), noInvalidDate: true }),
    );
    const schedules = fc.record({
      sections: fc.array(anySection, { maxLength: 10 }),
      now: moments.map((at) => new Date(Math.floor(at.getTime() / 1000) * 1000)),
      horizonDays: fc.nat(40),
      takenOffsets: fc.array(fc.tuple(fc.integer({ min: -1, max: 41 }), fc.nat(13)), { maxLength: 60 }),
    });
    fc.assert(
      fc.property(schedules, ({ sections, now, horizonDays, takenOffsets }) => {
        const { first } = bookingWindow(now, 0);
        const taken = new Set(takenOffsets.map(([ahead, block]) => slotKey(addDays(first, ahead), block)));
        const days = freeDays({ hours: weekly(sections), taken, now, horizonDays });
        expect(days).toEqual(naiveFreeDays(sections, taken, now, horizonDays));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a date that differs from the week", () => {
  const week = [section("pon", 0, 2), section("wt", 5, 6)];
  const MONDAY = "2026-11-23";
  const day = (replaces: boolean, ...sections: [number, number][]) => ({
    date: MONDAY,
    replaces,
    sections: sections.map(([startBlock, endBlock]) => ({ startBlock, endBlock })),
  });

  it.each([
    ["adds hours", day(false, [9, 10]), [0, 1, 2, 9, 10]],
    ["adds hours that the week has, too", day(false, [2, 4]), [0, 1, 2, 3, 4]],
    ["replaces the week", day(true, [9, 10], [12, 12]), [9, 10, 12]],
    ["is free", day(true), []],
  ])("%s", (_, own, blocks) => {
    const hours = { sections: week, days: [own] };
    expect(offeredBlocks(hours, MONDAY)).toEqual(blocks);
    for (const date of ["2026-11-30", "2026-11-24"])
      expect(offeredBlocks(hours, date)).toEqual(offeredBlocks(weekly(week), date));
    const now = new Date("2026-11-21T05:00:00Z");
    const free = freeDays({ hours, taken: new Set([slotKey(MONDAY, 9)]), now, horizonDays: 10 });
    expect(free.find(({ date }) => date === MONDAY)?.blocks ?? []).toEqual(
      blocks.filter((block) => block !== 9),
    );
  });
});

describe("sectionsOf", () => {
  it.each([
    ["nothing", [], []],
    ["one stretch", [4, 3, 5], [section("wt", 3, 5)]],
    ["two stretches", [0, 1, 3], [section("wt", 0, 1), section("wt", 3, 3)]],
    ["a block twice", [2, 2], [section("wt", 2, 2)]],
  ])("%s", (_, blocks, sections) => {
    expect(sectionsOf("wt", blocks)).toEqual(sections);
  });

  it("offers exactly the blocks it was given, in sections that are accepted", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(13)), (blocks) => {
        const sections = sectionsOf("sob", blocks);
        expect(availableBlocks(sections, "sob")).toEqual([...blocks].sort((a, b) => a - b));
        expect(checkSections(sections)).toBeNull();
      }),
    );
  });
});
