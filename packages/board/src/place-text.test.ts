import { expect, it } from "vitest";
import type { Point } from "./operations";
import { placeText } from "./place-text";
import { TEXT_SIZE } from "./vocabulary";

/** Letters are half as wide as they are high: at the usual size 100 of them fill the page's width, and 25 lines its height. */
const measure = (text: string, size: number): Point => {
  const lines = text.split("\n");
  return [(Math.max(...lines.map(({ length }) => length)) * size) / 2, lines.length * size * 1.25];
};
const place = (text: string, at: Point) => placeText(text, at, measure);
const words = (count: number) => Array(count).fill("dziewięć").join(" ");

it("leaves a text that fits as it is", () => {
  const text = "Zadanie 1\n\n  a) 2  +  2";
  expect(place(text, [100.5, 200])).toEqual({ at: [100.5, 200], text, size: TEXT_SIZE.usual });
});

it("breaks lines between words, so that none leaves the page", () => {
  expect(place(`${words(6)}\n${words(2)}`, [800, 100])).toEqual({
    at: [800, 100],
    text: `${words(5)}\n${words(1)}\n${words(2)}`,
    size: TEXT_SIZE.usual,
  });
});

it("breaks a word that is wider than a line", () => {
  const { text } = place(`To ${"a".repeat(60)} b`, [800, 100]);
  expect(text).toBe(`To\n${"a".repeat(50)}\n${"a".repeat(10)} b`);
});

it("moves a text to the left where its lines had too little room", () => {
  expect(place("Pole P", [1_590, 100])).toMatchObject({ at: [1_504, 100], text: "Pole P" });
  expect(place(words(3), [1_590, 990])).toMatchObject({ at: [1_200, 920], text: `${words(2)}\n${words(1)}` });
});

it.each([
  ["a long text", words(220), TEXT_SIZE.usual],
  ["a text without a space", "a".repeat(1_950), TEXT_SIZE.usual],
  ["a text of many lines", Array(40).fill("a").join("\n"), 16],
])("%s stays on the page", (_, long, size) => {
  const placed = place(long, [1_500, 900]);
  const [width, height] = measure(placed.text, placed.size);
  expect(placed.size).toBe(size);
  expect(placed.text.replace(/\s/g, "")).toBe(long.replace(/\s/g, ""));
  expect(placed.at[0] + width).toBeLessThanOrEqual(1_600);
  expect(placed.at[1] + height).toBeLessThanOrEqual(1_000);
});
