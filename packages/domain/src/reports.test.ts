import { expect, it } from "vitest";
import { reportRefusal } from "./reports";

it.each([
  ["Zrealizowana", "2026-11-20", null],
  ["Zrealizowana", "2026-12-04", null],
  ["Zrealizowana", "2026-12-05", "too-late"],
  ["Uczen nieobecny", "2026-11-20", "not-held"],
  ["Potwierdzona", "2026-11-20", "not-held"],
] as const)("a lesson of 20 November, %s, on %s: %s", (status, today, refusal) => {
  expect(reportRefusal({ status, date: "2026-11-20" }, today)).toBe(refusal);
});
