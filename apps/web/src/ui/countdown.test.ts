import { expect, test } from "vitest";
import { startsInText } from "./countdown";

const FRIDAY_EVENING = new Date("2026-11-27T20:00:00+01:00");

test.each([
  ["2026-11-27T20:00:00+01:00", "trwa"],
  ["2026-11-27T20:14:10+01:00", "za 15 min"],
  ["2026-11-28T17:14:00+01:00", "za 21 godz. 14 min"],
  ["2026-11-28T20:00:00+01:00", "jutro"],
  ["2026-11-29T07:00:00+01:00", "za 2 dni"],
  ["2026-11-30T14:35:00+01:00", "za 3 dni"],
])("on Friday at 20:00, what starts at %s does so: %s", (startsAt, text) => {
  expect(startsInText(new Date(startsAt), FRIDAY_EVENING)).toBe(text);
});

test("a day that has 25 hours is one day", () => {
  const [now, startsAt] = ["2026-10-24T20:00:00+02:00", "2026-10-25T20:00:00+01:00"];
  expect(startsInText(new Date(startsAt), new Date(now))).toBe("jutro");
});
