import { expect, test } from "vitest";
import { nextSlot } from "./next-slot";

/** A Wednesday at 12:00 in Warsaw. */
const NOW = new Date("2026-11-25T11:00:00Z");

test.each([
  ["a week after a lesson of this week", "2026-11-24", 9, "2026-12-01"],
  ["today, while its hour is ahead", "2026-11-18", 9, "2026-11-25"],
  ["in a week, once its hour has begun today", "2026-11-18", 3, "2026-12-02"],
  ["its weekday after months", "2026-06-02", 9, "2026-12-01"],
  ["a week after the next planned lesson", "2026-12-03", 9, "2026-12-10"],
  ["its weekday, though a series goes on until June", "2027-06-29", 9, "2026-12-01"],
])("the next lesson is proposed %s", (_, date, block, next) => {
  expect(nextSlot({ date, block }, NOW)).toEqual({ date: next, block });
});
