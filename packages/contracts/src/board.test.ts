import { expect, test } from "vitest";
import { boardDrafts } from "./board";

const stroke = {
  key: "01980000-0000-7000-8000-000000000001",
  page: 1,
  kind: "stroke",
  body: { points: [[10.5, 20, 0.55]], tool: "pen", colour: "blue", width: 4 },
};
const text = { ...stroke, kind: "text", body: { at: [1, 1], text: "x", size: 32, colour: "black" } };
const takes = (operation: unknown) => boardDrafts.safeParse({ operations: [operation] }).success;

test("well-formed operations are taken as they are", () => {
  expect(boardDrafts.parse({ operations: [stroke, text] })).toEqual({ operations: [stroke, text] });
});

test.each<[string, object]>([
  ["an unknown kind", { ...stroke, kind: "laser" }],
  ["another kind's body", { ...stroke, kind: "erase" }],
  ["two decimals", { ...stroke, body: { ...stroke.body, points: [[1.25, 1, 0.5]] } }],
  ["too many points", { ...stroke, body: { ...stroke.body, points: Array(2_001).fill([1, 1, 0.5]) } }],
  ["no points", { ...stroke, body: { ...stroke.body, points: [] } }],
  ["a colour of its own", { ...stroke, body: { ...stroke.body, colour: "#123456" } }],
  ["a fifth width", { ...stroke, body: { ...stroke.body, width: 5 } }],
  ["page 0", { ...stroke, page: 0 }],
  ["a key that is none", { ...stroke, key: "1" }],
  ["a place far away", { ...stroke, body: { ...stroke.body, points: [[1e9, 1, 0.5]] } }],
  ["a NUL in a text", { ...text, body: { ...text.body, text: "a\0b" } }],
  ["an empty text", { ...text, body: { ...text.body, text: " " } }],
  ["a text that is too long", { ...text, body: { ...text.body, text: "x".repeat(2_001) } }],
])("%s is bad input", (_, operation) => {
  expect(takes(operation)).toBe(false);
});
