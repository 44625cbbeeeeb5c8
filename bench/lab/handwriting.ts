import { keyMaker, type Operation, type PressedPoint, simplify } from "@korki/board";

/** Pixels of a usual screen for a page unit. */
const SCALE = 0.65;
type Arcs = [number, number, number, number, number, number, number];

const newKey = keyMaker();

/** A stroke as a hand writes a letter, as a window saves it. */
export function handwriting(): Pick<Operation, "key" | "page" | "kind" | "body"> {
  const body = { points: points(), tool: "pen", colour: "blue", width: 2 } as const;
  return { key: newKey(), page: 1, kind: "stroke", body };
}

/** Arcs of 20 to 60 points, somewhere on the page, without those that a window leaves out. */
function points(): PressedPoint[] {
  const count = 20 + Math.floor(Math.random() * 41);
  const [left, top] = [100 + Math.random() * 1_400, 60 + Math.random() * 880];
  const [a, b, c, d, e, f, g] = Array.from({ length: 7 }, () => 18 * (2 * Math.random() - 1)) as Arcs;
  const drawn = Array.from({ length: count }, (_, at): PressedPoint => {
    const turn = (at / count) * 1.6 * Math.PI;
    const x = 1.2 * a * turn + b * Math.sin(turn) + c * Math.cos(turn) + 0.4 * d * Math.sin(2 * turn);
    const y = e * turn + f * Math.sin(turn) + g * Math.cos(2 * turn) + 0.5 * b * Math.cos(turn);
    return [left + x, top + y, 0.5];
  });
  return simplify(drawn, SCALE);
}
