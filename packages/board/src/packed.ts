import type { Bodies, Draft, Operation, PressedPoint } from "./operations";

/**
 * A stroke whose points are written as steps from the one before, in tenths of a unit, x and y in turn: half of what the
 * points themselves take when both are compressed. `pressure` is one number where it is the same everywhere.
 */
type PackedStroke = Omit<Bodies["stroke"], "points"> & { steps: number[]; pressure: number | number[] };

/** An operation as a window fetches it with others; its number follows from its place among them. */
export type PackedOperation = { authorId: string } & (
  | Exclude<Draft, { kind: "stroke" }>
  | { key: string; page: number; kind: "stroke"; body: PackedStroke }
);

/** Packs operations that follow one another in the log. */
export function pack(operations: readonly Operation[]): PackedOperation[] {
  return operations.map((operation) => {
    const { key, page, authorId } = operation;
    return operation.kind === "stroke"
      ? { key, page, authorId, kind: operation.kind, body: packStroke(operation.body) }
      : ({ key, page, authorId, kind: operation.kind, body: operation.body } as PackedOperation);
  });
}

/** Returns the operations that follow a number in the log. */
export function unpack(since: number, packed: readonly PackedOperation[]): Operation[] {
  return packed.map(
    (operation, at) =>
      ({
        ...operation,
        seq: since + 1 + at,
        body: operation.kind === "stroke" ? unpackStroke(operation.body) : operation.body,
      }) as Operation,
  );
}

// Without destructuring, which makes an iterator of each point: a long log has a hundred thousand.

function packStroke({ points, ...look }: Bodies["stroke"]): PackedStroke {
  const steps: number[] = [];
  let x = 0;
  let y = 0;
  const first = points[0]?.[2] ?? 0;
  let isEven = true;
  for (const point of points) {
    const nextX = Math.round(point[0] * 10);
    const nextY = Math.round(point[1] * 10);
    steps.push(nextX - x, nextY - y);
    x = nextX;
    y = nextY;
    if (point[2] !== first) isEven = false;
  }
  return { ...look, steps, pressure: isEven ? first : points.map((point) => point[2]) };
}

function unpackStroke({ steps, pressure, ...look }: PackedStroke): Bodies["stroke"] {
  const points: PressedPoint[] = [];
  let x = 0;
  let y = 0;
  for (let at = 0; at < steps.length; at += 2) {
    x += steps[at] ?? 0;
    y += steps[at + 1] ?? 0;
    points.push([x / 10, y / 10, typeof pressure === "number" ? pressure : (pressure[at / 2] ?? 0)]);
  }
  // In the order in which the log has them.
  return { points, ...look };
}
