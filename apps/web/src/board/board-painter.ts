import {
  type Board,
  type BoardObject,
  type Box,
  boxOf,
  COLOUR_VALUES,
  type DrawnOperation,
  type Ground,
  MARKER_OPACITY,
  overlap,
  PAGE,
  type Point,
  type PressedPoint,
  shapePath,
  strokeWidth,
  traceSmooth,
} from "@korki/board";
import { getStroke } from "perfect-freehand";
import { afterPaint } from "../ui/after-paint";

/** How the page lies on the screen: its scale, and where its corner is, in CSS pixels. */
export type View = { scale: number; x: number; y: number };

/** Pixels of a canvas. */
type Size = { width: number; height: number };

/** The picture of an id; null while it is on its way, and where it is gone. */
export type PictureOf = (pictureId: string) => ImageBitmap | null;

const GROUND_STEP = 40;
const GROUND_COLOUR = "#dbe2e8";
const LINE_HEIGHT = 1.25;
export const FONT = '"Inter Variable", system-ui, sans-serif';
/** Work within one frame, in milliseconds: little while a hand draws, so that it is not held up. */
const SLICE_MS = { hand: 6, rest: 40 } as const;
/** What is more than so many objects is painted in slices. */
const AT_ONCE_MAX = 200;
/** A box is redrawn a little wider: lines are blurred at their edges. */
const MARGIN = 4;

/** An object as it was painted, and where: as long as it is the same, it need not be painted again. */
type Painted = { object: BoardObject; box: Box };

/** Outlines by body: they are the same for as long as the board is open. */
const outlines = new WeakMap<object, Path2D>();

/**
 * Paints a page's objects on a canvas. What is added is painted on top; where something is taken away or moved, that part
 * alone is painted again; a page or a view is painted in slices, on a canvas that is shown when it is ready. Each slice
 * follows a frame, so that what is pressed meanwhile is answered before.
 */
export class BoardPainter {
  #painted: Painted[] = [];
  /** What is painted of a page that is being painted in slices. */
  #slices: Painted[] = [];
  #view: View = { scale: 1, x: 0, y: 0 };
  #page = 1;
  #ground: Ground = "plain";
  #buffer: HTMLCanvasElement | null = null;
  #isFresh = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly pictureOf: PictureOf,
    private readonly measureFormula: (key: string) => Point | null,
    private readonly isHandDown: () => boolean,
  ) {}

  /** Whether a page is being painted in slices. */
  get isPainting(): boolean {
    return this.#buffer !== null;
  }

  /** The view in which the canvas was painted last. */
  get view(): View {
    return this.#view;
  }

  /** Paints a page in a view, on so many pixels. */
  showAll(
    board: Board,
    { page, view, size }: { page: number; view: View; size: Size },
    onShown: () => void,
  ): void {
    this.#isFresh = false;
    const objects = board.visible(page);
    const ground = board.pages[page - 1]?.ground ?? "plain";
    const buffer = document.createElement("canvas");
    this.#buffer = buffer;
    let context: CanvasRenderingContext2D | null = null;
    const painted: Painted[] = [];
    this.#slices = painted;
    const slice = () => {
      if (this.#buffer !== buffer) return;
      if (!context) {
        Object.assign(buffer, size);
        context = prepared(buffer, view);
        if (!context) return;
        paintGround(context, ground);
      }
      const began = performance.now();
      const most = this.isHandDown() ? SLICE_MS.hand : SLICE_MS.rest;
      while (painted.length < objects.length && performance.now() - began < most) {
        const object = objects[painted.length];
        if (!object) break;
        this.#paint(context, object);
        painted.push(this.#note(object));
      }
      if (painted.length < objects.length) {
        afterPaint(slice);
        return;
      }
      this.#buffer = null;
      [this.#view, this.#page, this.#painted, this.#ground] = [view, page, painted, ground];
      // Other sizes clear a canvas, and cost time.
      if (this.canvas.width !== size.width || this.canvas.height !== size.height)
        Object.assign(this.canvas, size);
      const shown = this.canvas.getContext("2d");
      shown?.setTransform(1, 0, 0, 1, 0, 0);
      shown?.clearRect(0, 0, this.canvas.width, this.canvas.height);
      shown?.drawImage(buffer, 0, 0);
      this.#isFresh = true;
      onShown();
    };
    afterPaint(slice);
  }

  /** Whether all that is painted stays as it is: what is new comes on top. */
  onlyAdds(board: Board): boolean {
    const next = board.visible(this.#page);
    return this.#painted.every((painted, at) => isSame(painted, next[at]));
  }

  /** Brings the canvas up to date. Returns whether it could; otherwise everything is to be painted. */
  update(board: Board): boolean {
    if (!this.#isFresh || this.#buffer) return false;
    if ((board.pages[this.#page - 1]?.ground ?? "plain") !== this.#ground) return false;
    const context = prepared(this.canvas, this.#view);
    if (!context) return true;
    const next = board.visible(this.#page);
    let same = 0;
    while (same < this.#painted.length && isSame(this.#painted[same], next[same])) same += 1;
    const before = this.#painted.splice(same);
    const known = new Map(before.map((painted) => [painted.object.operation.key, painted]));
    const after = next.slice(same).map((object) => {
      const was = known.get(object.operation.key);
      return was && isSame(was, object) ? was : this.#note(object);
    });
    for (const painted of after) this.#painted.push(painted);
    if (before.length > 0) return this.#repaint(context, before, after);
    if (after.length > AT_ONCE_MAX) return false;
    for (const { object } of after) this.#paint(context, object);
    return true;
  }

  /** Repaints what shows a picture that has been loaded. */
  forget(pictureId: string): void {
    for (const painted of [...this.#painted, ...this.#slices]) {
      const { operation } = painted.object;
      if (operation.kind === "picture" && operation.body.pictureId === pictureId) {
        painted.object = { ...painted.object, operation: { ...operation, body: { ...operation.body } } };
      }
    }
  }

  boxOf(object: BoardObject): Box {
    return boxOf(object, this.measure);
  }

  readonly measure = ({ operation }: BoardObject): Point | null => {
    if (operation.kind === "formula") return this.measureFormula(operation.key);
    if (operation.kind === "text") return textSize(operation.body.text, operation.body.size);
    if (operation.kind !== "picture") return null;
    const picture = this.pictureOf(operation.body.pictureId);
    const { width } = operation.body;
    return [width, picture ? (width * picture.height) / picture.width : width * 0.6];
  };

  /** Paints again where what was painted went, moved or came in between. */
  #repaint(
    context: CanvasRenderingContext2D,
    before: readonly Painted[],
    after: readonly Painted[],
  ): boolean {
    const [was, is] = [new Set(before), new Set(after)];
    const changed = [...before.filter((one) => !is.has(one)), ...after.filter((one) => !was.has(one))];
    const boxes = changed.map(({ box }) => box);
    if (boxes.length === 0) return true;
    if (boxes.length > AT_ONCE_MAX) return false;
    context.save();
    context.beginPath();
    for (const [left, top, right, bottom] of boxes) {
      context.rect(left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN);
    }
    context.clip();
    paintGround(context, this.#ground);
    for (const { object, box } of this.#painted) {
      if (boxes.some((dirty) => overlap(dirty, widened(box)))) this.#paint(context, object);
    }
    context.restore();
    return true;
  }

  #note(object: BoardObject): Painted {
    return { object, box: this.boxOf(object) };
  }

  #paint(context: CanvasRenderingContext2D, { operation, tenthsMoved }: BoardObject): void {
    const [x, y] = tenthsMoved;
    context.translate(x / 10, y / 10);
    paintDrawing(context, operation, this.pictureOf);
    context.translate(-x / 10, -y / 10);
  }
}

function isSame(painted: Painted | undefined, object: BoardObject | undefined): boolean {
  if (!painted || !object) return false;
  const { operation, tenthsMoved } = painted.object;
  return (
    operation.key === object.operation.key &&
    operation.body === object.operation.body &&
    tenthsMoved[0] === object.tenthsMoved[0] &&
    tenthsMoved[1] === object.tenthsMoved[1]
  );
}

function widened([left, top, right, bottom]: Box): Box {
  return [left - 2 * MARGIN, top - 2 * MARGIN, right + 2 * MARGIN, bottom + 2 * MARGIN];
}

/** Pixels of the canvas for one of CSS. */
export function density(): number {
  return Math.min(globalThis.devicePixelRatio || 1, 2);
}

/** Returns a canvas' context in page units. */
export function prepared(canvas: HTMLCanvasElement, { scale, x, y }: View): CanvasRenderingContext2D | null {
  const context = canvas.getContext("2d");
  if (!context) return null;
  const ratio = density();
  context.setTransform(scale * ratio, 0, 0, scale * ratio, x * ratio, y * ratio);
  context.lineCap = "round";
  context.lineJoin = "round";
  return context;
}

function paintGround(context: CanvasRenderingContext2D, ground: Ground): void {
  const { width, height } = PAGE;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  if (ground === "plain") return;
  context.beginPath();
  for (let y = GROUND_STEP; y < height; y += GROUND_STEP) {
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  for (let x = GROUND_STEP; ground === "grid" && x < width; x += GROUND_STEP) {
    context.moveTo(x, 0);
    context.lineTo(x, height);
  }
  context.lineWidth = 1;
  context.strokeStyle = GROUND_COLOUR;
  context.stroke();
}

/** Paints what an operation draws, apart from a formula, which is no picture. */
function paintDrawing(
  context: CanvasRenderingContext2D,
  operation: DrawnOperation,
  pictureOf: PictureOf,
): void {
  switch (operation.kind) {
    case "stroke":
      paintStroke(context, operation.body, outlineOf(operation.body));
      break;
    case "shape": {
      context.strokeStyle = COLOUR_VALUES[operation.body.colour];
      context.lineWidth = operation.body.width;
      context.stroke(outlineFrom(operation.body, () => shapePath(operation.body)));
      break;
    }
    case "text": {
      const { at, text, size, colour } = operation.body;
      context.fillStyle = COLOUR_VALUES[colour];
      context.font = `${size}px ${FONT}`;
      context.textBaseline = "alphabetic";
      for (const [line, words] of text.split("\n").entries()) {
        context.fillText(words, at[0], at[1] + size * (0.95 + line * LINE_HEIGHT));
      }
      break;
    }
    case "picture": {
      const { at, pictureId, width } = operation.body;
      const picture = pictureOf(pictureId);
      if (picture) context.drawImage(picture, at[0], at[1], width, (width * picture.height) / picture.width);
    }
  }
}

type Stroke = Extract<DrawnOperation, { kind: "stroke" }>["body"];

/** Paints a stroke along its outline: filled where the pressure differs, else a line of one width. */
export function paintStroke(context: CanvasRenderingContext2D, stroke: Stroke, outline: Path2D): void {
  const colour = COLOUR_VALUES[stroke.colour];
  if (stroke.tool === "marker") context.globalAlpha = MARKER_OPACITY;
  if (isPressed(stroke.points) && stroke.tool === "pen") {
    context.fillStyle = colour;
    context.fill(outline);
  } else {
    context.strokeStyle = colour;
    context.lineWidth = strokeWidth(stroke);
    context.stroke(outline);
  }
  context.globalAlpha = 1;
}

/** Returns a stroke's outline without caching it, for a stroke in motion. */
export function freshOutline({ points, tool, width }: Stroke): Path2D {
  const path = new Path2D();
  if (!isPressed(points) || tool === "marker") {
    traceSmooth(points, path);
    return path;
  }
  const outline = getStroke(points, {
    size: width * 1.6,
    thinning: 0.6,
    smoothing: 0.5,
    streamline: 0.2,
    simulatePressure: false,
  });
  traceSmooth(outline.length > 2 ? outline : points, path);
  if (outline.length > 2) path.closePath();
  return path;
}

function outlineOf(stroke: Stroke): Path2D {
  const known = outlines.get(stroke);
  if (known) return known;
  const outline = freshOutline(stroke);
  outlines.set(stroke, outline);
  return outline;
}

function outlineFrom(body: object, path: () => string): Path2D {
  const known = outlines.get(body);
  if (known) return known;
  const outline = new Path2D(path());
  outlines.set(body, outline);
  return outline;
}

/** A mouse and a finger have one pressure. */
function isPressed(points: readonly PressedPoint[]): boolean {
  const first = points[0]?.[2];
  return points.some((point) => point[2] !== first);
}

let meter: CanvasRenderingContext2D | null | undefined;

/** Returns how wide and how high a text is, in page units. */
export function textSize(text: string, size: number): Point {
  meter ??= document.createElement("canvas").getContext("2d");
  const lines = text.split("\n");
  if (!meter) return [size * text.length * 0.5, size * LINE_HEIGHT * lines.length];
  meter.font = `${size}px ${FONT}`;
  const width = Math.max(...lines.map((line) => meter?.measureText(line).width ?? 0));
  return [width, size * LINE_HEIGHT * lines.length];
}
