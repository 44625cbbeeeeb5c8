import type { CalendarEntry } from "@korki/contracts/admin-lessons";
import { expect, test } from "vitest";
import { entriesAt, occupies, slotsOf } from "./calendar-slots";

const anna = { id: "1", name: "Anna", surname: "Żak" };
const at = { date: "2026-11-20", block: 3, subject: "Fizyka", level: "liceumP" } as const;
const student = { id: "9", name: "Ola", surname: "Nowak" };

function lesson(
  id: string,
  teacher: CalendarEntry["teacher"],
  status: "Potwierdzona" | "Odwolana przez ucznia",
) {
  return { kind: "lesson", id, teacher, student, status, version: 0, ...at } as const;
}

test("lessons that take place come before cancelled ones", () => {
  const slots = slotsOf([lesson("a", anna, "Odwolana przez ucznia"), lesson("b", anna, "Potwierdzona")]);
  expect(entriesAt(slots, at.date, at.block).map(({ id }) => id)).toEqual(["b", "a"]);
  expect(entriesAt(slots, at.date, 4)).toEqual([]);
});

test("a cancelled lesson or trial lesson leaves the block free", () => {
  expect(occupies(lesson("a", anna, "Odwolana przez ucznia"))).toBe(false);
  expect(occupies({ kind: "trial", id: "t", teacher: anna, name: "", status: "Odwolana", ...at })).toBe(
    false,
  );
  expect(occupies({ kind: "trial", id: "t", teacher: anna, name: "", status: "Umowiona", ...at })).toBe(true);
});
