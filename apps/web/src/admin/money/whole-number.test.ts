import { expect, test } from "vitest";
import { wholeNumber } from "./whole-number";

test("digits are a number, grouped ones too", () => {
  expect(wholeNumber("90")).toBe(90);
  expect(wholeNumber(" 1 234 ")).toBe(1234);
  expect(wholeNumber("1\u00a0234")).toBe(1234);
});

test("anything else is none", () => {
  for (const typed of ["", "-1", "9.5", "9,5", "1e3", "0x10", "dziewięćdziesiąt"]) {
    expect(wholeNumber(typed)).toBeNaN();
  }
});
