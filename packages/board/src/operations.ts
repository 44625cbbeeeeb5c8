import type { Colour, DRAWN_KINDS, Ground, OPERATION_KINDS, SHAPES, TOOLS, WIDTHS } from "./vocabulary";

export type Point = [x: number, y: number];
/** A place on the page and the pen's pressure, 0–1. */
export type PressedPoint = [x: number, y: number, pressure: number];

type Look = { colour: Colour; width: (typeof WIDTHS)[number] };
/** The body of an operation, by kind. */
export type Bodies = {
  stroke: { points: PressedPoint[]; tool: (typeof TOOLS)[number] } & Look;
  shape: { shape: (typeof SHAPES)[number]; from: Point; to: Point } & Look;
  text: { at: Point; text: string; size: number; colour: Colour };
  formula: { at: Point; latex: string };
  picture: { at: Point; pictureId: string; width: number };
  move: { keys: string[]; by: Point };
  erase: { keys: string[] };
  undo: { key: string };
  redo: { key: string };
  page: { no: number; ground: Ground };
  clear: { no: number };
  lock: { on: boolean };
};

type OperationKind = (typeof OPERATION_KINDS)[number];
type DrawnKind = (typeof DRAWN_KINDS)[number];
type OfKind<Kinds extends OperationKind> = { [Kind in Kinds]: { kind: Kind; body: Bodies[Kind] } }[Kinds];

/** What an author asks for; `key` is a UUID of the author's, `page` counts from 1. */
export type Draft = { key: string; page: number } & OfKind<OperationKind>;
/** What the log holds, in the order of `seq`, which counts from 1 without a gap. */
export type Operation = Draft & { seq: number; authorId: string };
/** What is drawn, whoever drew it. */
export type Drawing = OfKind<DrawnKind>;
export type DrawnOperation = Operation & OfKind<DrawnKind>;

/** As whom somebody draws. */
export type Author = { id: string; isTeacher: boolean };
