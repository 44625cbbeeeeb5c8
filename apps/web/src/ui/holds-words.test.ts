import { expect, test } from "vitest";
import { holdsWords } from "./holds-words";

test.each([
  ["", true],
  ["  ", true],
  ["Łucja", true],
  ["lucja", true],
  ["zolk", true],
  ["ŻÓŁK łuc", true],
  ["żółk nowak", false],
  ["lucjo", false],
])("sought %j", (sought, isFound) => {
  expect(holdsWords("Łucja Żółkiewska", sought)).toBe(isFound);
});
