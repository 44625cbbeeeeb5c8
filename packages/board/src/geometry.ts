import type { BoardObject } from "./board";
import type { Drawing, Point, PressedPoint } from "./operations";
import { nearestOn } from "./simplify";
import { PAGE } from "./vocabulary";

/** A rectangle of the page. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** How much wider a marker is than a pen of the same width. */
export const MARKER_FACTOR = 4;

/** Width and height of what has no size in the log: a formula, and a picture's height. */
export type Measure = (object: BoardObject) => Point | null;

/** Returns the rectangle that an object takes on its page. */
export function boxOf(object: BoardObject, measure: Measure): Box {
  const { operation } = object;
  const [byX, byY] = [object.tenthsMoved[0] / 10, object.tenthsMoved[1] / 10];
  const moved = ([left, top, right, bottom]: Box): Box => [left + byX, top + byY, right + byX, bottom + byY];
  if (operation.kind === "stroke") {
    const { points, tool, width } = operation.body;
    return moved(
      around(
        points.map(([x, y]) => [x, y]),
        tool === "marker" ? width * MARKER_FACTOR : width,
      ),
    );
  }
  if (operation.kind === "shape") {
    const { from, to, shape, width } = operation.body;
    return moved(around([from, to], shape === "arrow" ? width * 4 + 12 : width));
  }
  const [width, height] = measure(object) ?? [0, 0];
  const { at } = operation.body;
  const [x, y] = operation.kind === "formula" ? keptOnPage(at, [width, height]) : at;
  return moved([x, y, x + width, y + height]);
}

/** Returns where a formula of this size stands: no further right or down than it fits on the page (rules §31). */
export function keptOnPage([x, y]: Point, [width, height]: Point): Point {
  return [Math.max(0, Math.min(x, PAGE.width - width)), Math.max(0, Math.min(y, PAGE.height - height))];
}

export function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

/** Whether a round tip at a point touches an object. */
export function touches(object: BoardObject, point: Point, radius: number, measure: Measure): boolean {
  const { operation } = object;
  const [x, y] = [point[0] - object.tenthsMoved[0] / 10, point[1] - object.tenthsMoved[1] / 10];
  const box = boxOf(object, measure);
  if (!overlap(box, [point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius]))
    return false;
  const isNear = (from: Point, to: Point, width: number) => {
    const [[nearX, nearY]] = nearestOn(from, to, [x, y]);
    return Math.hypot(nearX - x, nearY - y) <= radius + width / 2;
  };
  if (operation.kind === "stroke") {
    const { points, tool, width } = operation.body;
    const wide = tool === "marker" ? width * MARKER_FACTOR : width;
    return points.some((at, index) => {
      const before = points[Math.max(0, index - 1)] ?? at;
      return isNear([before[0], before[1]], [at[0], at[1]], wide);
    });
  }
  if (operation.kind !== "shape") return true;
  const { from, to, shape, width } = operation.body;
  if (shape === "line" || shape === "arrow") return isNear(from, to, width);
  if (shape === "rectangle") {
    const corners: Point[] = [from, [to[0], from[1]], to, [from[0], to[1]], from];
    return corners.some((corner, at) => at > 0 && isNear(corners[at - 1] ?? corner, corner, width));
  }
  return ellipsePoints(from, to).some((at, index, all) => isNear(all[index - 1] ?? at, at, width));
}

function ellipsePoints(from: Point, to: Point): Point[] {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const [rx, ry] = [Math.abs(to[0] - from[0]) / 2, Math.abs(to[1] - from[1]) / 2];
  return Array.from({ length: 33 }, (_, at) => {
    const angle = (at / 32) * 2 * Math.PI;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });
}

function around(points: readonly Point[], width: number): Box {
  const far = Number.POSITIVE_INFINITY;
  let [left, top, right, bottom] = [far, far, -far, -far];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return [left - width, top - width, right + width, bottom + width];
}

/** Returns a drawing with the way that it was moved, in tenths of a unit, as part of it. */
export function movedDrawing({ kind, body }: Drawing, [tenthsX, tenthsY]: Point): Drawing {
  const add = (value: number, tenths: number) => (Math.round(value * 10) + tenths) / 10;
  const moved = ([x, y]: Point): Point => [add(x, tenthsX), add(y, tenthsY)];
  if (kind === "stroke") {
    const points = body.points.map(([x, y, pressure]): PressedPoint => [...moved([x, y]), pressure]);
    return { kind, body: { ...body, points } };
  }
  if (kind === "shape") return { kind, body: { ...body, from: moved(body.from), to: moved(body.to) } };
  return { kind, body: { ...body, at: moved(body.at) } } as Drawing;
}
