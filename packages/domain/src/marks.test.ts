import { expect, test } from "vitest";
import { type Mark, markPoints, marksBySubject } from "./marks";

const mark = (subject: Mark["subject"], value: number): Mark => ({ subject, date: "2026-10-05", value });

test("marks are grouped by subject, each in its own order", () => {
  const marks = [mark("Fizyka", 2), mark("Matematyka", 5), mark("Fizyka", 3)];
  expect(marksBySubject(marks)).toEqual([
    { subject: "Matematyka", marks: [marks[1]] },
    { subject: "Fizyka", marks: [marks[0], marks[2]] },
  ]);
  expect(marksBySubject([])).toEqual([]);
});

test("a line goes from edge to edge, the best mark on top; a single one stands in the middle", () => {
  const size = { width: 100, height: 40 };
  expect(markPoints([mark("Polski", 1), mark("Polski", 5), mark("Polski", 3)], size)).toEqual([
    { x: 0, y: 40 },
    { x: 50, y: 0 },
    { x: 100, y: 20 },
  ]);
  expect(markPoints([mark("Polski", 4)], size)).toEqual([{ x: 50, y: 10 }]);
});
