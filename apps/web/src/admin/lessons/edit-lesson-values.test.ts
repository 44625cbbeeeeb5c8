import { expect, test } from "vitest";
import { changedFields, editValues, keepEdits } from "./edit-lesson-values";

const lesson = { date: "2026-11-21", block: 4, description: "", status: "Potwierdzona" } as const;

test("an untouched form changes nothing", () => {
  expect(changedFields(editValues(lesson), lesson)).toEqual({});
  expect(
    changedFields({ ...editValues(lesson), date: { day: "021", month: "11", year: "2026" } }, lesson),
  ).toEqual({});
});

test("only what differs is sent", () => {
  const values = { ...editValues(lesson), date: { day: "22", month: "11", year: "2026" }, block: 5 };
  expect(changedFields(values, lesson)).toEqual({ date: "2026-11-22", block: 5 });
});

test("a date that is none is no change", () => {
  const values = { ...editValues(lesson), date: { day: "31", month: "11", year: "2026" } };
  expect(changedFields(values, lesson)).toEqual({});
});

test("typed values survive another person's save", () => {
  const values = { ...editValues(lesson), description: "Granice" };
  const newer = { ...lesson, status: "Zrealizowana", block: 6 } as const;
  expect(keepEdits(values, lesson, newer)).toEqual({ ...editValues(newer), description: "Granice" });
});
