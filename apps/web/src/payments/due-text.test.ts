import { afterEach, expect, test, vi } from "vitest";
import { dueText, paidText } from "./due-text";

afterEach(() => void vi.useRealTimers());

test("the day by which to pay is the last one; after it, it is past", () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T12:00:00Z") });
  const read = (by: string) => dueText(90, by).replaceAll("\u00a0", " ");
  expect(read("2026-11-20")).toBe("90 zł, do 20 listopada 2026");
  expect(read("2026-11-19")).toBe("90 zł, termin minął 19 listopada 2026");
});

test.each([
  ["2026-11-20", 0, "Matematyka, liceum, poziom podstawowy: opłacone do 20 listopada 2026"],
  ["2026-11-20", 1, "Matematyka, liceum, poziom podstawowy: opłacone do 20 listopada 2026, zapas: 1 lekcja"],
  [null, 4, "Matematyka, liceum, poziom podstawowy: w zapasie 4 lekcje"],
  [null, 0, "Matematyka, liceum, poziom podstawowy: brak opłaconych lekcji"],
])("what is paid until %s, with %i lessons that nothing uses", (paidUntil, credit, text) => {
  const due = { due: 0, dueLessons: 0, billedLessons: 0, plannedLater: 0 };
  expect(paidText({ subject: "Matematyka", level: "liceumP", ...due, paidUntil, credit })).toBe(text);
});
