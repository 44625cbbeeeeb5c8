import { type BoardClient, type Bodies, type Point, shapePath } from "@korki/board";
import { type BoardPainter, FONT, freshOutline, paintStroke, prepared, type View } from "./board-painter";
import type { Hand } from "./hand";
import type { LiveInk } from "./live-ink";

/** A cross that the arrow keys move. */
export type KeyboardPen = { at: Point; isDown: boolean };
/** A mark that fades. */
export type Flash = { at: Point; until: number };

/** What is in motion above the painted objects: one's own hand, the others' hands, and marks. */
export class LiveLayer {
  /** Whether nothing is in motion. */
  #isStill = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly client: BoardClient,
    private readonly painter: BoardPainter,
    private readonly ink: LiveInk | null,
  ) {}

  /** Paints it all. Returns how many points of others are in motion. */
  paint(view: View, hand: Hand, marks: { keyboard: KeyboardPen | null; flash: Flash | null }): number {
    const { canvas, ink } = this;
    const { gesture, chosen, page: no } = hand;
    const moving = ink?.strokes(no) ?? [];
    const cursors = ink?.cursors(no) ?? [];
    const points = moving.reduce((sum, stroke) => sum + stroke.points.length, 0);
    const isStill =
      !(gesture || marks.keyboard || marks.flash) && chosen.size + moving.length + cursors.length === 0;
    // What is empty is not cleared once more: the browser would draw all of it.
    if (isStill && this.#isStill) return points;
    this.#isStill = isStill;
    const context = canvas.getContext("2d");
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.clearRect(0, 0, canvas.width, canvas.height);
    const page = prepared(canvas, view);
    if (!page) return points;
    for (const stroke of moving) paintStroke(page, stroke, freshOutline(stroke));
    if (gesture?.kind === "ink") {
      hand.tell();
      paintStroke(page, gesture.stroke, freshOutline(gesture.stroke));
    } else if (gesture?.kind === "shape") paintShape(page, gesture.body);
    else if (gesture?.kind === "frame") paintFrame(page, gesture.from, gesture.to, view.scale);
    this.#paintChosen(page, view, hand);
    const unit = 1 / view.scale;
    for (const cursor of cursors) paintCursor(page, cursor, unit);
    if (marks.keyboard) paintCross(page, marks.keyboard, unit);
    if (marks.flash) paintFlash(page, marks.flash, unit);
    return points;
  }

  #paintChosen(page: CanvasRenderingContext2D, { scale }: View, { gesture, chosen }: Hand): void {
    const { objects } = this.client.copy.view;
    const [x, y] = gesture?.kind === "move" ? gesture.by : [0, 0];
    const keys = gesture?.kind === "erase" ? gesture.keys : chosen;
    for (const key of keys) {
      const object = objects.get(key);
      if (!object) continue;
      const [left, top, right, bottom] = this.painter.boxOf(object);
      paintFrame(page, [left + x, top + y], [right + x, bottom + y], scale);
    }
  }
}

function paintCursor(
  page: CanvasRenderingContext2D,
  { at, name }: { at: Point; name: string },
  unit: number,
): void {
  page.fillStyle = "#7c3aed";
  page.beginPath();
  page.arc(at[0], at[1], 5 * unit, 0, 2 * Math.PI);
  page.fill();
  page.font = `${13 * unit}px ${FONT}`;
  page.fillText(name, at[0] + 9 * unit, at[1] + 4 * unit);
}

function paintCross(page: CanvasRenderingContext2D, { at, isDown }: KeyboardPen, unit: number): void {
  const [x, y] = at;
  const arm = 12 * unit;
  page.strokeStyle = isDown ? "#d01b1b" : "#1d4ed8";
  page.lineWidth = 2 * unit;
  page.stroke(new Path2D(`M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}`));
}

function paintFlash(page: CanvasRenderingContext2D, { at, until }: Flash, unit: number): void {
  const left = until - performance.now();
  page.strokeStyle = "#d01b1b";
  page.lineWidth = 4 * unit;
  page.beginPath();
  page.arc(at[0], at[1], (24 + (left % 600) / 30) * unit, 0, 2 * Math.PI);
  page.stroke();
}

function paintShape(page: CanvasRenderingContext2D, body: Bodies["shape"]): void {
  page.strokeStyle = "#5f6773";
  page.lineWidth = body.width;
  page.stroke(new Path2D(shapePath(body)));
}

function paintFrame(page: CanvasRenderingContext2D, from: Point, to: Point, scale: number): void {
  page.strokeStyle = "#1d4ed8";
  page.lineWidth = 1.5 / scale;
  page.setLineDash([6 / scale, 4 / scale]);
  page.strokeRect(from[0], from[1], to[0] - from[0], to[1] - from[1]);
  page.setLineDash([]);
}
