import { expect, test } from "vitest";
import { actsOnBoth } from "./acts-on-both";

const ALIKE = { status: "Potwierdzona", partnerBlock: 6, partnerStatus: "Potwierdzona" } as const;
const UNLIKE = { ...ALIKE, partnerStatus: "Nie potwierdzona" } as const;
const ALONE = { ...ALIKE, partnerBlock: null, partnerStatus: null } as const;

test("a student's act concerns both hours of a double lesson while both have the same status, a teacher's always", () => {
  const both = (lesson: typeof ALIKE | typeof UNLIKE | typeof ALONE) =>
    (["Student", "Teacher"] as const).map((viewer) => actsOnBoth(lesson, viewer));
  expect(both(ALIKE)).toEqual([true, true]);
  expect(both(UNLIKE)).toEqual([false, true]);
  expect(both(ALONE)).toEqual([false, false]);
});
