import { expect, test } from "vitest";
import type { Point, PressedPoint } from "./operations";
import { nearestOn, simplify } from "./simplify";
import { BOARD_LIMITS } from "./vocabulary";

/** A hand's loops, about as large as letters, with a point for each pixel of the screen. */
const hand = (scale: number): PressedPoint[] =>
  Array.from({ length: Math.ceil(900 * scale) }, (_, at): PressedPoint => {
    const turn = at / scale / 22;
    return [400 + 3 * turn + 18 * Math.cos(turn), 300 + 25 * Math.sin(turn), 0.5];
  });

function distance(point: PressedPoint, line: readonly PressedPoint[]): number {
  const [x, y] = point;
  return Math.min(
    ...line.slice(1).map((to, at) => {
      const from = line[at] ?? to;
      const [near] = nearestOn([from[0], from[1]], [to[0], to[1]], [x, y] as Point);
      return Math.hypot(x - near[0], y - near[1]);
    }),
  );
}

test.each([
  ["a phone", 0.24],
  ["a desk", 0.65],
  ["an enlarged page", 5],
])("a line drawn on %s has fewer points and looks the same there", (_, scale) => {
  const drawn = hand(scale);
  const kept = simplify(drawn, scale);
  expect(kept.length).toBeLessThan(0.75 * drawn.length);
  const farthest = Math.max(...drawn.map((point) => distance(point, kept)));
  expect(farthest * scale).toBeLessThan(1);
  // Elsewhere the page may be shown larger.
  expect(farthest).toBeLessThan(1.2);
});

test("points have one decimal, and are as many as the log takes", () => {
  const wild = Array.from(
    { length: 5_000 },
    (): PressedPoint => [...([Math.random() * 1_600, Math.random() * 1_000] as Point), Math.random()],
  );
  const kept = simplify(wild, 1);
  expect(kept.length).toBeLessThanOrEqual(BOARD_LIMITS.pointsPerStroke);
  expect(kept.flat().every((value) => value === Math.round(value * 10) / 10)).toBe(true);
});

test("a dot and a straight line keep their ends alone", () => {
  expect(simplify([[10.04, 20, 0.5]], 0.65)).toEqual([[10, 20, 0.5]]);
  const line = Array.from({ length: 30 }, (_, at): PressedPoint => [10 * at, 5 * at, 0.5]);
  expect(simplify(line, 5)).toEqual([line[0], line[29]]);
});
