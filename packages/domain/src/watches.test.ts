import { describe, expect, it } from "vitest";
import { instantOf } from "./calendar";
import { holdMayBegin, nextHolds, type WaitingWatch } from "./watches";

const MONDAY = "2026-11-23";
const at = (hour: number, minutes = 0, day = MONDAY) => instantOf(day, hour * 60 + minutes);

describe("a hold", () => {
  it.each([
    ["at noon, of tomorrow", at(12), "2026-11-24", 0, true],
    ["before seven", at(6, 59), "2026-11-24", 0, false],
    ["at seven", at(7), "2026-11-24", 0, true],
    ["before ten at night", at(21, 59), "2026-11-24", 9, true],
    ["at ten at night", at(22), "2026-11-24", 9, false],
    ["three hours before", at(13, 45), MONDAY, 9, true],
    ["a minute less before", at(13, 46), MONDAY, 9, false],
  ])("%s", (_, now, date, block, begins) => expect(holdMayBegin({ date, block }, now)).toBe(begins));
});

describe("the line", () => {
  const watch = (id: string, change: Partial<WaitingWatch> = {}): WaitingWatch => ({
    id,
    weekdays: ["wt"],
    fromBlock: 8,
    toBlock: 10,
    until: "2026-12-10",
    createdAt: `2026-11-20T10:00:0${id}.000Z`,
    isHolding: false,
    canBook: true,
    excluded: new Set(),
    ...change,
  });
  const block = { date: "2026-11-24", block: 9, freeSince: "2026-11-23T10:00:00.000Z" };
  const given = (...watches: WaitingWatch[]) =>
    nextHolds(watches, [block], { now: at(12), horizonDays: 28 }).map(({ watchId }) => watchId);

  it.each<[string, Partial<WaitingWatch>]>([
    ["holds another block", { isHolding: true }],
    ["cannot book", { canBook: false }],
    ["began later", { createdAt: "2026-11-23T10:00:00.001Z" }],
    ["waits for another day", { weekdays: ["pon", "sob"] }],
    ["waits for earlier hours", { toBlock: 8 }],
    ["waits for later hours", { fromBlock: 10 }],
    ["waits no longer then", { until: MONDAY }],
    ["was offered it, or has a lesson then", { excluded: new Set(["2026-11-24#9"]) }],
  ])("passes over who %s", (_, change) => {
    expect(given(watch("1"), watch("2"))).toEqual(["1"]);
    expect(given(watch("1", change), watch("2"))).toEqual(["2"]);
  });

  it("gives each block to another, and none beyond the horizon", () => {
    const blocks = [8, 9, 10].map((number) => ({ ...block, block: number }));
    const held = nextHolds([watch("1"), watch("2")], blocks, { now: at(12), horizonDays: 28 });
    expect(held.map(({ watchId, block: number }) => [watchId, number])).toEqual([
      ["1", 8],
      ["2", 9],
    ]);
    expect(nextHolds([watch("1")], blocks, { now: at(12), horizonDays: 0 })).toEqual([]);
  });
});
