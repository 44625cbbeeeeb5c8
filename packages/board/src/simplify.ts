import type { Point, PressedPoint } from "./operations";
import { BOARD_LIMITS } from "./vocabulary";

/** How far a simplified line may be from what the hand drew: in pixels of its screen, and at most in page units. */
const TOLERANCE = { pixels: 0.5, units: 0.8 } as const;
/** Points are rounded to this share of the tolerance. */
const GRAIN = 0.6;
/** Pressure that differs less is the same. */
const PRESSURE_STEP = 0.1;

/** Returns a number as the log takes it: with one decimal. */
export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * Returns a stroke with as few points as show the same line (Douglas and Peucker's algorithm), rounded as the log takes
 * them, and never more than it takes.
 *
 * @param scale pixels of the screen for a page unit: who draws on an enlarged page draws more finely
 */
export function simplify(points: readonly PressedPoint[], scale: number): PressedPoint[] {
  const finest = Math.min(TOLERANCE.units, TOLERANCE.pixels / scale);
  const grain = Math.max(0.1, oneDecimal(GRAIN * finest));
  const rounded = (value: number) => oneDecimal(Math.round(value / grain) * grain);
  for (let factor = 1; ; factor *= 2) {
    const kept = keep(points, { plane: finest * factor, pressure: PRESSURE_STEP * factor });
    if (kept.length > BOARD_LIMITS.pointsPerStroke) continue;
    return kept.map(([x, y, pressure]) => [rounded(x), rounded(y), oneDecimal(pressure)]);
  }
}

type Tolerance = { plane: number; pressure: number };

function keep(points: readonly PressedPoint[], tolerance: Tolerance): PressedPoint[] {
  const isKept = new Uint8Array(points.length);
  const spans: [number, number][] = [[0, points.length - 1]];
  isKept[0] = 1;
  if (points.length > 0) isKept[points.length - 1] = 1;
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let farthest = -1;
    let most = 1;
    for (let at = from + 1; at < to; at += 1) {
      const far = distance(points[at], points[from], points[to], tolerance);
      if (far <= most) continue;
      most = far;
      farthest = at;
    }
    if (farthest < 0) continue;
    isKept[farthest] = 1;
    spans.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, at) => isKept[at] === 1);
}

/** How far a point is from a line in the plane or in pressure, as a multiple of what is tolerated. */
function distance(
  point: PressedPoint | undefined,
  from: PressedPoint | undefined,
  to: PressedPoint | undefined,
  tolerance: Tolerance,
): number {
  if (!point || !from || !to) return 0;
  const [near, share] = nearestOn([from[0], from[1]], [to[0], to[1]], [point[0], point[1]]);
  const pressure = from[2] + share * (to[2] - from[2]);
  const plane = Math.hypot(point[0] - near[0], point[1] - near[1]);
  return Math.max(plane / tolerance.plane, Math.abs(point[2] - pressure) / tolerance.pressure);
}

/** Returns the point of a line that is nearest to a point, and at which share of the line it is. */
export function nearestOn(from: Point, to: Point, point: Point): [Point, number] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length;
  const share = Math.min(1, Math.max(0, along));
  return [[from[0] + share * dx, from[1] + share * dy], share];
}
