import { MARKER_FACTOR } from "./geometry";
import type { Bodies } from "./operations";
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

/** What a line is drawn with, such as a canvas' path. */
type Pen = {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(throughX: number, throughY: number, x: number, y: number): void;
};

/** Draws a line through points, rounded at them. */
export function traceSmooth(points: readonly (readonly number[])[], pen: Pen): void {
  const x = (index: number) => points[index]?.[0] ?? 0;
  const y = (index: number) => points[index]?.[1] ?? 0;
  const last = points.length - 1;
  pen.moveTo(x(0), y(0));
  if (last < 2) pen.lineTo(x(last), y(last));
  for (let at = 1; at < last; at += 1) {
    if (at === last - 1) pen.quadraticCurveTo(x(at), y(at), x(last), y(last));
    else pen.quadraticCurveTo(x(at), y(at), (x(at) + x(at + 1)) / 2, (y(at) + y(at + 1)) / 2);
  }
}

/** Returns the same line as the path of an SVG. */
export function smoothPath(points: readonly (readonly number[])[]): string {
  const path: string[] = [];
  traceSmooth(points, {
    moveTo: (x, y) => path.push(`M${x} ${y}`),
    lineTo: (x, y) => path.push(`L${x} ${y}`),
    quadraticCurveTo: (throughX, throughY, x, y) => path.push(`Q${throughX} ${throughY} ${x} ${y}`),
  });
  return path.join("");
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
