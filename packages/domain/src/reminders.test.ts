import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, blockStart } from "./calendar";
import type { LessonStatus } from "./lessons";
import {
  dayBefore,
  hourBefore,
  nudgeDueTimes,
  nudgeHolds,
  reminderDueTimes,
  reminderHolds,
} from "./reminders";

const at = (iso: string) => new Date(iso);
const shown = (due: readonly { kind: string; at: Date }[]) =>
  due.map((d) => `${d.kind} ${d.at.toISOString()}`);

describe("reminders", () => {
  // Saturday 2026-11-21, 16:45
  it.each([
    [
      "a week ahead",
      "2026-11-14T12:00:00Z",
      ["day-before 2026-11-20T15:45:00.000Z", "hour-before 2026-11-21T14:45:00.000Z"],
    ],
    [
      "exactly a day ahead",
      "2026-11-20T15:45:00Z",
      ["day-before 2026-11-20T15:45:00.000Z", "hour-before 2026-11-21T14:45:00.000Z"],
    ],
    ["less than a day ahead", "2026-11-20T15:45:01Z", ["hour-before 2026-11-21T14:45:00.000Z"]],
    ["30 minutes ahead", "2026-11-21T15:15:00Z", []],
    ["after the start", "2026-11-21T16:00:00Z", []],
  ])("confirmed %s", (_, since, expected) => {
    expect(shown(reminderDueTimes("2026-11-21", 9, at(since)))).toEqual(expected);
  });

  it.each([
    // the clock is the same, the distance is 23 and 25 hours
    ["2026-03-29", 0, "2026-03-28T06:00:00.000Z", "2026-03-29T04:00:00.000Z"],
    ["2026-03-30", 0, "2026-03-29T05:00:00.000Z", "2026-03-30T04:00:00.000Z"],
    ["2026-10-25", 13, "2026-10-24T19:05:00.000Z", "2026-10-25T19:05:00.000Z"],
    ["2026-10-26", 13, "2026-10-25T20:05:00.000Z", "2026-10-26T19:05:00.000Z"],
    ["2026-01-01", 0, "2025-12-31T06:00:00.000Z", "2026-01-01T05:00:00.000Z"],
    ["2028-03-01", 0, "2028-02-29T06:00:00.000Z", "2028-03-01T05:00:00.000Z"],
  ])("of %s, block %i, are due at %s and %s", (date, block, day, hour) => {
    expect(dayBefore(date, block).toISOString()).toBe(day);
    expect(hourBefore(date, block).toISOString()).toBe(hour);
  });

  const slot = { date: "2026-11-21", block: 9 };
  const lesson = (status: LessonStatus, date = slot.date, block = slot.block) => ({ status, date, block });

  it.each([
    ["the day's, on time", "day-before", lesson("Potwierdzona"), "2026-11-20T15:45:00Z", true],
    ["the day's, late", "day-before", lesson("Potwierdzona"), "2026-11-21T14:44:59Z", true],
    [
      "the day's, when the hour's is due",
      "day-before",
      lesson("Potwierdzona"),
      "2026-11-21T14:45:00Z",
      false,
    ],
    ["the hour's, on time", "hour-before", lesson("Potwierdzona"), "2026-11-21T14:45:00Z", true],
    ["the hour's, at the start", "hour-before", lesson("Potwierdzona"), "2026-11-21T15:45:00Z", false],
    ["cancelled", "hour-before", lesson("Odwolana przez ucznia"), "2026-11-21T14:45:00Z", false],
    ["back to unconfirmed", "hour-before", lesson("Nie potwierdzona"), "2026-11-21T14:45:00Z", false],
    [
      "moved to another day",
      "day-before",
      lesson("Potwierdzona", "2026-11-28"),
      "2026-11-20T15:45:00Z",
      false,
    ],
    [
      "moved to another block",
      "day-before",
      lesson("Potwierdzona", slot.date, 10),
      "2026-11-20T15:45:00Z",
      false,
    ],
  ] as const)("%s: %s of %j at %s: %s", (_, kind, current, now, holds) => {
    expect(reminderHolds(kind, slot, current, at(now))).toBe(holds);
  });

  it("are never due in the past, always before the start, and hold when they are due", () => {
    const slots = fc.tuple(
      fc.nat(2500).map((days) => addDays("2024-01-01", days)),
      fc.nat(13),
      fc.integer({ min: -120, max: 2400 }),
    );
    fc.assert(
      fc.property(slots, ([date, block, quarters]) => {
        const start = blockStart(date, block);
        const since = new Date(start.getTime() - quarters * 15 * 60_000);
        for (const { kind, at: due } of reminderDueTimes(date, block, since)) {
          expect(due >= since && due < start).toBe(true);
          const confirmed = { status: "Potwierdzona" as const, date, block };
          expect(reminderHolds(kind, confirmed, confirmed, due)).toBe(true);
        }
        for (const { at: due } of nudgeDueTimes(date, block, since)) {
          expect(due >= since && due < start).toBe(true);
          const waiting = { status: "Nie potwierdzona" as const, date, block };
          expect(nudgeHolds(waiting, waiting, due)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("nudges for an unconfirmed lesson", () => {
  it.each([
    [
      "a week ahead",
      "2026-11-14T12:00:00Z",
      ["after-12-hours 2026-11-15T00:00:00.000Z", "unconfirmed-day-before 2026-11-20T15:45:00.000Z"],
    ],
    [
      "30 hours ahead",
      "2026-11-20T09:45:00Z",
      ["unconfirmed-day-before 2026-11-20T15:45:00.000Z", "after-12-hours 2026-11-20T21:45:00.000Z"],
    ],
    ["36 hours ahead: once", "2026-11-20T03:45:00Z", ["unconfirmed-day-before 2026-11-20T15:45:00.000Z"]],
    ["less than a day ahead", "2026-11-21T00:00:00Z", ["after-12-hours 2026-11-21T12:00:00.000Z"]],
    ["12 hours ahead: it would be too late", "2026-11-21T03:45:00Z", []],
    ["an hour ahead", "2026-11-21T14:45:00Z", []],
    ["in the past, by an admin", "2026-11-22T12:00:00Z", []],
  ])("booked %s", (_, bookedAt, expected) => {
    expect(shown(nudgeDueTimes("2026-11-21", 9, at(bookedAt)))).toEqual(expected);
  });

  it.each<[LessonStatus, string, string, boolean]>([
    ["Nie potwierdzona", "2026-11-21", "2026-11-20T15:45:00Z", true],
    ["Nie potwierdzona", "2026-11-21", "2026-11-21T15:45:00Z", false],
    ["Nie potwierdzona", "2026-11-28", "2026-11-20T15:45:00Z", false],
    ["Potwierdzona", "2026-11-21", "2026-11-20T15:45:00Z", false],
    ["Odwolana przez ucznia", "2026-11-21", "2026-11-20T15:45:00Z", false],
  ])("%s on %s, at %s: holds %s", (status, date, now, holds) => {
    expect(nudgeHolds({ date: "2026-11-21", block: 9 }, { status, date, block: 9 }, at(now))).toBe(holds);
  });
});
