import { expect, it } from "vitest";
import { keptOnPage } from "./geometry";

it.each([
  ["where it was begun, with room enough", [100, 200], [300, 50], [100, 200]],
  ["further left and up, where it would leave the page", [1_500, 990], [300, 50], [1_300, 950]],
  ["at the left edge, as wide as the page", [800, 10], [1_600, 20], [0, 10]],
] as const)("a formula stands %s", (_, at, size, where) => {
  expect(keptOnPage([...at], [...size])).toEqual(where);
});
