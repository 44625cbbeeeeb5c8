import { expect, it } from "vitest";
import { newerVersion } from "./versions";

it.each([
  ["0.0.5", "0.0.4", true],
  ["0.1.0", "0.0.9", true],
  ["0.0.10", "0.0.9", true],
  ["1.0", "0.9.9", true],
  ["0.0.4", "0.0.4", false],
  ["0.0.4", "0.0.5", false],
  ["1.0", "1.0.0", false],
  ["0.0.4", "", true],
  ["0.0.4", "what?", true],
  ["", "0.0.4", false],
])("%j is newer than %j: %s", (a, b, newer) => {
  expect(newerVersion(a, b)).toBe(newer);
});
