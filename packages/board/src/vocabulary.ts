/** What is on a board and how it may look (rules §31). Coordinates are page units. */

export const PAGE = { width: 1_600, height: 1_000 } as const;

export const TOOLS = ["pen", "marker"] as const;
export const SHAPES = ["line", "rectangle", "ellipse", "arrow"] as const;
export const COLOURS = ["black", "gray", "red", "orange", "green", "teal", "blue", "violet"] as const;
export type Colour = (typeof COLOURS)[number];
/** Of a pen's line; a marker's is four times as wide. */
export const WIDTHS = [2, 4, 8, 16] as const;
/** Height of a text's letters. */
export const TEXT_SIZE = { min: 8, usual: 32, max: 200 } as const;
export const GROUNDS = ["plain", "grid", "lines"] as const;
export type Ground = (typeof GROUNDS)[number];

/** What can be chosen, moved and erased. */
export const DRAWN_KINDS = ["stroke", "shape", "text", "formula", "picture"] as const;
export const OPERATION_KINDS = [
  ...DRAWN_KINDS,
  "move",
  "erase",
  "undo",
  "redo",
  "page",
  "clear",
  "lock",
] as const;

export const BOARD_LIMITS = {
  pages: 20,
  pointsPerStroke: 2_000,
  textLength: 2_000,
  formulaLength: 500,
  operations: 10_000,
  /** Of all bodies. */
  bytes: 4_000_000,
  pictures: 20,
  pictureBytes: 400_000,
  pictureSide: 1_600,
  /** Keys that one operation names. */
  keysPerOperation: 1_000,
  /** What a call may name at most; how much of it is stored in a while is limited apart. */
  operationsPerCall: 1_000,
  /** Operations that one answer holds. */
  operationsPerAnswer: 1_000,
} as const;
