import { expect, test } from "vitest";
import { foldLines } from "./render-calendar";

test.each([
  ["short", "short"],
  ["x".repeat(75), "x".repeat(75)],
  ["x".repeat(76), `${"x".repeat(75)}\r\n x`],
  [`${"x".repeat(74)}ż`, `${"x".repeat(74)}\r\n ż`],
  [`a\r\n${"😀".repeat(20)}\r\nb`, `a\r\n${"😀".repeat(18)}\r\n 😀😀\r\nb`],
  ["y".repeat(150), `${"y".repeat(75)}\r\n ${"y".repeat(74)}\r\n y`],
])("folds %j", (text, folded) => {
  expect(foldLines(text)).toBe(folded);
});
