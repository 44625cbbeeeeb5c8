import { describe, expect, it } from "vitest";
import { checkTrialChange, isScheduled, TRIAL_STATUSES } from "./trial";

const UNSCHEDULED = { teacherId: null, date: null, block: null };
const SCHEDULED = { teacherId: "t", date: "2026-11-21", block: 0 };

/** Everything else is refused. */
const ALLOWED = [
  "Nowa → Umowiona",
  "Nowa → Odwolana",
  "Umowiona → Zrealizowana",
  "Umowiona → Odwolana",
  "Zrealizowana → Umowiona",
  "Odwolana → Umowiona",
];

describe("trial lessons", () => {
  it("move only along their arrows; staying is no move", () => {
    const moves = TRIAL_STATUSES.flatMap((from) =>
      TRIAL_STATUSES.filter(
        (to) => to !== from && checkTrialChange(from, { ...SCHEDULED, status: to }) === null,
      ).map((to) => `${from} → ${to}`),
    );
    expect(moves.sort()).toEqual([...ALLOWED].sort());
    for (const status of TRIAL_STATUSES)
      expect(checkTrialChange(status, { ...SCHEDULED, status })).toBeNull();
  });

  it.each([
    ["Nowa", { ...UNSCHEDULED, status: "Nowa" }, null],
    ["Nowa", { ...UNSCHEDULED, status: "Odwolana" }, null],
    ["Nowa", { ...UNSCHEDULED, status: "Umowiona" }, "slot-missing"],
    ["Nowa", { ...SCHEDULED, block: null, status: "Umowiona" }, "slot-missing"],
    ["Nowa", { ...SCHEDULED, teacherId: null, status: "Umowiona" }, "slot-missing"],
    ["Nowa", { ...SCHEDULED, date: null, status: "Umowiona" }, "slot-missing"],
    ["Umowiona", { ...UNSCHEDULED, status: "Umowiona" }, "slot-missing"],
    ["Umowiona", { ...UNSCHEDULED, status: "Zrealizowana" }, "slot-missing"],
    ["Nowa", { ...SCHEDULED, status: "Zrealizowana" }, "no-such-transition"],
    ["Umowiona", { ...UNSCHEDULED, status: "Nowa" }, "no-such-transition"],
  ] as const)("from %s to %j: %s", (from, after, refusal) => {
    expect(checkTrialChange(from, after)).toBe(refusal);
  });

  it("count block 0 as a block", () => {
    expect(isScheduled(SCHEDULED)).toBe(true);
  });
});
