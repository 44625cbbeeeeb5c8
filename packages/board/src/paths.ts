import { MARKER_FACTOR } from "./geometry";
import type { Bodies, Point } from "./operations";
import type { Colour } from "./vocabulary";

/** Colours on the white page; each can be read on it. */
export const COLOUR_VALUES: Record<Colour, string> = {
  black: "#1c1c1e",
  gray: "#5f6773",
  red: "#d01b1b",
  orange: "#b8500a",
  green: "#15803d",
  teal: "#0f766e",
  blue: "#1d4ed8",
  violet: "#7c3aed",
};

/** How much of what is below a marker shows through. */
export const MARKER_OPACITY = 0.35;

/** Returns how wide a stroke is. */
export function strokeWidth({ tool, width }: Pick<Bodies["stroke"], "tool" | "width">): number {
  return tool === "marker" ? width * MARKER_FACTOR : width;
}

/** Returns a line through points, rounded at them, as the path of an SVG. */
export function smoothPath(points: readonly (readonly number[])[]): string {
  const at = (index: number): Point => [points[index]?.[0] ?? 0, points[index]?.[1] ?? 0];
  const [x, y] = at(0);
  if (points.length < 3) {
    const [toX, toY] = at(points.length - 1);
    return `M${x} ${y}L${toX} ${toY}`;
  }
  let path = `M${x} ${y}`;
  for (let index = 1; index < points.length - 1; index += 1) {
    const [throughX, throughY] = at(index);
    const [nextX, nextY] = at(index + 1);
    const isLast = index === points.length - 2;
    const end = isLast ? [nextX, nextY] : [(throughX + nextX) / 2, (throughY + nextY) / 2];
    path += `Q${throughX} ${throughY} ${end[0]} ${end[1]}`;
  }
  return path;
}

/** Returns a shape's outline as the path of an SVG. */
export function shapePath({ shape, from, to, width }: Bodies["shape"]): string {
  const [x, y] = from;
  const [toX, toY] = to;
  if (shape === "rectangle") return `M${x} ${y}H${toX}V${toY}H${x}Z`;
  if (shape === "ellipse") {
    const [rx, ry] = [Math.abs(toX - x) / 2, Math.abs(toY - y) / 2];
    const [left, right] = [Math.min(x, toX), Math.max(x, toX)];
    const middle = (y + toY) / 2;
    return `M${left} ${middle}A${rx} ${ry} 0 1 1 ${right} ${middle}A${rx} ${ry} 0 1 1 ${left} ${middle}`;
  }
  const line = `M${x} ${y}L${toX} ${toY}`;
  if (shape === "line") return line;
  const angle = Math.atan2(toY - y, toX - x);
  const head = 12 + width * 3;
  const end = (turn: number) =>
    `${toX - head * Math.cos(angle + turn)} ${toY - head * Math.sin(angle + turn)}`;
  return `${line}M${end(0.45)}L${toX} ${toY}L${end(-0.45)}`;
}
