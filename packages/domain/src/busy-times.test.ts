import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_COUNT } from "./blocks";
import { busySlots, isLongSilent, nextRefresh } from "./busy-times";
import { addDays, blockEnd, blockStart } from "./calendar";

const MINUTE = 60_000;
/** The day before Warsaw's clock goes back, and the days after it. */
const FIRST = "2026-10-24";
const LAST = addDays(FIRST, 4);

describe("busySlots", () => {
  it("finds every block that a stretch overlaps by a minute, and no other", () => {
    const origin = blockStart(FIRST, 0).getTime() - 600 * MINUTE;
    const stretch = fc
      .tuple(fc.nat(6 * 24 * 60), fc.nat(600))
      .map(([from, minutes]) => [origin + from * MINUTE, origin + (from + minutes) * MINUTE] as const);
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 8 }), (times) => {
        const expected = [];
        for (let date = FIRST; date <= LAST; date = addDays(date, 1)) {
          for (let block = 0; block < BLOCK_COUNT; block++) {
            const [start, end] = [blockStart(date, block).getTime(), blockEnd(date, block).getTime()];
            const isBusy = times.some(([from, to]) => Math.min(to, end) - Math.max(from, start) >= MINUTE);
            if (isBusy) expected.push({ date, block });
          }
        }
        expect(busySlots({ times, days: [] }, FIRST, LAST)).toEqual(expected);
      }),
    );
  });

  it("leaves a block free that is touched for less than a minute", () => {
    const start = blockStart(FIRST, 3).getTime();
    expect(busySlots({ times: [[start - 5 * MINUTE, start + 59_999]], days: [] }, FIRST, FIRST)).toEqual([]);
    expect(busySlots({ times: [[start, start]], days: [] }, FIRST, FIRST)).toEqual([]);
  });

  it("covers all blocks of whole days, as far as they lie within the days asked for", () => {
    const slots = busySlots({ times: [], days: [["2026-10-20", FIRST]] }, FIRST, LAST);
    expect(slots).toHaveLength(BLOCK_COUNT);
    expect(new Set(slots.map(({ date }) => date))).toEqual(new Set([FIRST]));
  });
});

const NOW = new Date("2026-11-25T09:00:00Z");

it.each([
  [0, 15],
  [1, 30],
  [2, 60],
  [4, 240],
  [5, 360],
  [400, 360],
])("after %i failures a calendar is read again in %i minutes", (failures, minutes) => {
  expect(nextRefresh(NOW, failures)).toEqual(new Date(NOW.getTime() + minutes * MINUTE));
});

it("silence is long from 48 hours on", () => {
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 60 * MINUTE);
  expect([47.9, 48].map((hours) => isLongSilent(hoursAgo(hours), NOW))).toEqual([false, true]);
});
