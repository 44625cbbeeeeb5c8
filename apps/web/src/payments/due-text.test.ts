import { afterEach, expect, test, vi } from "vitest";
import { dueText } from "./due-text";

afterEach(() => void vi.useRealTimers());

test("the day by which to pay is the last one; after it, it is past", () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T12:00:00Z") });
  const read = (by: string) => dueText(90, by).replaceAll("\u00a0", " ");
  expect(read("2026-11-20")).toBe("90 zł, do 20 listopada 2026");
  expect(read("2026-11-19")).toBe("90 zł, termin minął 19 listopada 2026");
});
