import {
  type BoardClient,
  type Bodies,
  type Box,
  type Colour,
  type Draft,
  oneDecimal,
  overlap,
  PAGE,
  type Point,
  type PressedPoint,
  type SHAPES,
  shapePath,
  simplify,
  touches,
  type WIDTHS,
} from "@korki/board";
import { afterPaint } from "../ui/after-paint";
import {
  BoardPainter,
  density,
  FONT,
  freshOutline,
  type PictureOf,
  paintStroke,
  prepared,
  type View,
} from "./board-painter";
import type { LiveInk, Look as Place } from "./live-ink";

export type Tool =
  | "choose"
  | "pen"
  | "marker"
  | "eraser"
  | (typeof SHAPES)[number]
  | "text"
  | "formula"
  | "look";
export type Look = { colour: Colour; width: (typeof WIDTHS)[number] };

/** What the stage tells the screen around it. */
export type StageEvents = {
  onChosen(keys: ReadonlySet<string>): void;
  /** Words are asked for, at this place. */
  onWords(kind: "text" | "formula", at: Point): void;
  /** The keyboard's pen went down or up. */
  onKeyboardPen(isDown: boolean): void;
};

const ERASER_RADIUS = 14;
const ZOOM_MAX = 8;
/** The keyboard's cursor moves so far, with Shift so little. */
const STEP = { far: 20, near: 2 } as const;
/** After a gesture of so long without a movement the page is painted in its new view, in milliseconds. */
const SETTLE_MS = 120;
const CURSOR_EVERY_MS = 60;

type Gesture =
  | { kind: "ink"; key: string; stroke: Bodies["stroke"]; told: number }
  | { kind: "shape"; body: Bodies["shape"] }
  | { kind: "erase"; keys: Set<string> }
  | { kind: "move"; from: Point; by: Point }
  | { kind: "frame"; from: Point; to: Point };

/** The page on the screen: what pointers and keys do on it, and what is in motion above the painted objects. */
export class BoardStage {
  readonly painter: BoardPainter;
  #tool: Tool = "pen";
  #look: Look = { colour: "black", width: 4 };
  #page = 1;
  #isReadOnly = true;
  #view: View = { scale: 1, x: 0, y: 0 };
  #chosen: ReadonlySet<string> = new Set();
  #gesture: Gesture | null = null;
  #pointer: number | null = null;
  /** Fingers on the page, which move it when there are two, or when a pen draws. */
  readonly #fingers = new Map<number, Point>();
  #hasPen = false;
  #keyboard: { at: Point; isDown: boolean } | null = null;
  #flash: { at: Point; until: number } | null = null;
  #frame = 0;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #cursorToldAt = 0;
  /** Whether nothing is in motion above the painted objects. */
  #isStill = false;
  #isBehind = false;
  readonly #resizes: ResizeObserver;
  /** The scale at which the whole page was shown last. */
  #fitted = 0;

  constructor(
    private readonly parts: { host: HTMLElement; base: HTMLCanvasElement; live: HTMLCanvasElement },
    private readonly client: BoardClient,
    private readonly newKey: () => string,
    private readonly events: StageEvents,
    pictureOf: PictureOf,
    measureFormula: (key: string) => Point | null,
    private readonly ink: LiveInk | null,
  ) {
    const isHandDown = () =>
      this.#pointer !== null || this.#fingers.size > 0 || this.#keyboard?.isDown === true;
    this.painter = new BoardPainter(parts.base, pictureOf, measureFormula, isHandDown);
    const { host } = parts;
    host.addEventListener("pointerdown", this.#down);
    host.addEventListener("pointermove", this.#move);
    host.addEventListener("pointerup", this.#up);
    host.addEventListener("pointercancel", this.#cancel);
    host.addEventListener("wheel", this.#wheel, { passive: false });
    host.addEventListener("keydown", this.#key);
    host.addEventListener("blur", this.#blur);
    this.#resizes = new ResizeObserver(() => afterPaint(() => this.#resize()));
    this.#resizes.observe(host);
  }

  stop(): void {
    const { host } = this.parts;
    this.#resizes.disconnect();
    clearTimeout(this.#settle);
    cancelAnimationFrame(this.#frame);
    host.removeEventListener("pointerdown", this.#down);
    host.removeEventListener("pointermove", this.#move);
    host.removeEventListener("pointerup", this.#up);
    host.removeEventListener("pointercancel", this.#cancel);
    host.removeEventListener("wheel", this.#wheel);
    host.removeEventListener("keydown", this.#key);
    host.removeEventListener("blur", this.#blur);
  }

  set(options: { tool: Tool; look: Look; page: number; isReadOnly: boolean }): void {
    const isOtherPage = options.page !== this.#page;
    if (options.tool !== this.#tool || isOtherPage) this.#choose(new Set());
    this.#tool = options.tool;
    this.#look = options.look;
    this.#isReadOnly = options.isReadOnly;
    if (!isOtherPage) return;
    this.#page = options.page;
    this.#paintAll();
  }

  /** Brings the painted objects up to date with the board. What goes or moves is answered before it is painted. */
  update(): void {
    if (this.painter.onlyAdds(this.client.copy.view)) this.repaint();
    else afterPaint(() => this.repaint());
    const shown = this.client.copy.view;
    const kept = [...this.#chosen].filter((key) => {
      const object = shown.objects.get(key);
      return object && !object.isUndone && object.hiddenBy === 0;
    });
    if (kept.length < this.#chosen.size) this.#choose(new Set(kept));
  }

  /** Paints what is not painted as it is now. */
  repaint(): void {
    const board = this.client.copy.view;
    if (this.painter.update(board)) this.parts.host.dataset.painted = String(board.lastSeq);
    else if (this.painter.isPainting) this.#isBehind = true;
    // A page that was never shown is painted when it is.
    else if (this.#fitted > 0) this.#paintAll();
    this.ink?.settle();
    this.redraw();
  }

  zoom(factor: number, around?: Point): void {
    const { host } = this.parts;
    const [x, y] = around ?? [host.clientWidth / 2, host.clientHeight / 2];
    const scale = this.#heldScale(this.#view.scale * factor);
    const share = scale / this.#view.scale;
    this.#show({ scale, x: x - (x - this.#view.x) * share, y: y - (y - this.#view.y) * share });
  }

  /** Shows a place in the middle, as large as who says "look here" sees it, with a mark that fades. */
  lookAt(place: Place): void {
    const { host } = this.parts;
    const { at, span } = place;
    const scale = this.#heldScale(host.clientWidth / span);
    this.#show({ scale, x: host.clientWidth / 2 - at[0] * scale, y: host.clientHeight / 2 - at[1] * scale });
    this.#mark(at);
  }

  #mark(at: Point): void {
    this.#flash = { at, until: performance.now() + 2_500 };
    this.redraw();
  }

  #heldScale(scale: number): number {
    return Math.min(ZOOM_MAX, Math.max(this.#fitScale() * 0.9, scale));
  }

  /** The middle of what is seen, in page units. */
  middle(): Point {
    const { host } = this.parts;
    return this.#inside(this.#toPage([host.clientWidth / 2, host.clientHeight / 2]));
  }

  deleteChosen(): void {
    if (this.#chosen.size === 0) return;
    this.#draw({ kind: "erase", body: { keys: [...this.#chosen] } });
    this.#choose(new Set());
  }

  /** Paints what is in motion at the next frame. */
  redraw(): void {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paintLive();
    });
  }

  #draw(operation: Pick<Draft, "kind" | "body">, key = this.newKey()): boolean {
    return this.client.draw({ key, page: this.#page, ...operation } as Draft);
  }

  // Pointers

  readonly #down = (event: PointerEvent) => {
    const { host } = this.parts;
    if (event.pointerType === "pen") this.#hasPen = true;
    if (event.button > 1) return;
    host.focus({ preventScroll: true });
    host.setPointerCapture(event.pointerId);
    const at = this.#place(event);
    if (event.pointerType === "touch") {
      this.#fingers.set(event.pointerId, at);
      if (this.#hasPen || this.#fingers.size > 1) return this.#giveUp();
    }
    if (this.#pointer !== null) return;
    this.#keyboard = null;
    this.#pointer = event.pointerId;
    if (event.button === 1 || this.#isReadOnly) {
      this.#fingers.set(event.pointerId, at);
      return;
    }
    this.#begin(this.#toPage(at), pressureOf(event));
  };

  readonly #move = (event: PointerEvent) => {
    const at = this.#place(event);
    const before = this.#fingers.get(event.pointerId);
    const isMovingPage =
      before && (this.#fingers.size > 1 || this.#hasPen || this.#isReadOnly || event.buttons === 4);
    if (before && isMovingPage) return this.#movePage(event.pointerId, before, at);
    if (event.pointerId === this.#pointer && this.#gesture) {
      const events = event.getCoalescedEvents?.() ?? [];
      for (const each of events.length > 0 ? events : [event]) {
        this.#continue(this.#toPage(this.#place(each)), pressureOf(each));
      }
    }
    this.#tellCursor(this.#toPage(at));
  };

  readonly #up = (event: PointerEvent) => {
    this.#fingers.delete(event.pointerId);
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = null;
    this.#end();
  };

  readonly #cancel = (event: PointerEvent) => {
    this.#fingers.delete(event.pointerId);
    if (event.pointerId !== this.#pointer) return;
    this.#giveUp();
  };

  readonly #wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return this.zoom(Math.exp(-event.deltaY / 200), this.#place(event));
    const { scale, x, y } = this.#view;
    this.#show({ scale, x: x - event.deltaX, y: y - event.deltaY });
  };

  #giveUp(): void {
    if (this.#gesture?.kind === "ink")
      this.ink?.tell({ t: "gone", key: this.#gesture.key, page: this.#page });
    this.#gesture = null;
    this.#pointer = null;
    this.redraw();
  }

  #movePage(pointer: number, before: Point, at: Point): void {
    this.#fingers.set(pointer, at);
    const other = [...this.#fingers].find(([id]) => id !== pointer)?.[1];
    const { scale, x, y } = this.#view;
    if (!other) {
      this.#show({ scale, x: x + at[0] - before[0], y: y + at[1] - before[1] });
      return;
    }
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
    const is = Math.hypot(at[0] - other[0], at[1] - other[1]);
    this.#view = { scale, x: x + (at[0] - before[0]) / 2, y: y + (at[1] - before[1]) / 2 };
    this.zoom(was > 0 ? is / was : 1, [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
  }

  // Tools

  #begin(place: Point, pressure: number): void {
    const at = this.#inside(place);
    const { colour, width } = this.#look;
    switch (this.#tool) {
      case "pen":
      case "marker": {
        const stroke = { points: [[...at, pressure] as PressedPoint], tool: this.#tool, colour, width };
        this.#gesture = { kind: "ink", key: this.newKey(), stroke, told: 0 };
        break;
      }
      case "eraser":
        this.#gesture = { kind: "erase", keys: new Set() };
        this.#continue(at, pressure);
        break;
      case "choose": {
        const found = this.#objectAt(at);
        if (found === null) {
          this.#choose(new Set());
          this.#gesture = { kind: "frame", from: at, to: at };
        } else {
          if (!this.#chosen.has(found)) this.#choose(new Set([found]));
          this.#gesture = { kind: "move", from: at, by: [0, 0] };
        }
        break;
      }
      case "text":
      case "formula":
        this.events.onWords(this.#tool, roundedPoint(at));
        break;
      case "look":
        this.ink?.look({
          ...{ page: this.#page, at: roundedPoint(at) },
          span: Math.min(PAGE.width, this.parts.host.clientWidth / this.#view.scale),
        });
        this.#mark(at);
        break;
      default:
        this.#gesture = { kind: "shape", body: { shape: this.#tool, from: at, to: at, colour, width } };
    }
    this.redraw();
  }

  #continue(place: Point, pressure: number): void {
    const gesture = this.#gesture;
    const at = this.#inside(place);
    if (gesture?.kind === "ink") gesture.stroke.points.push([...at, pressure]);
    else if (gesture?.kind === "shape") gesture.body = { ...gesture.body, to: at };
    else if (gesture?.kind === "frame") gesture.to = at;
    else if (gesture?.kind === "move") gesture.by = [place[0] - gesture.from[0], place[1] - gesture.from[1]];
    else if (gesture?.kind === "erase") {
      const radius = Math.max(ERASER_RADIUS, 10 / this.#view.scale);
      for (const object of this.client.copy.view.visible(this.#page)) {
        if (touches(object, at, radius, this.painter.measure)) gesture.keys.add(object.operation.key);
      }
    }
    this.redraw();
  }

  #end(): void {
    const gesture = this.#gesture;
    this.#gesture = null;
    if (gesture?.kind === "ink") {
      this.#tellInk(gesture);
      this.#draw(
        {
          kind: "stroke",
          body: { ...gesture.stroke, points: simplify(gesture.stroke.points, this.#view.scale) },
        },
        gesture.key,
      );
    } else if (gesture?.kind === "shape") {
      const { from, to } = gesture.body;
      if (Math.hypot(to[0] - from[0], to[1] - from[1]) >= 2) {
        this.#draw({
          kind: "shape",
          body: { ...gesture.body, from: roundedPoint(from), to: roundedPoint(to) },
        });
      }
    } else if (gesture?.kind === "erase" && gesture.keys.size > 0) {
      this.#draw({ kind: "erase", body: { keys: [...gesture.keys] } });
    } else if (gesture?.kind === "move") this.#moveChosen(gesture.by);
    else if (gesture?.kind === "frame") this.#choose(this.#within(gesture.from, gesture.to));
    this.redraw();
  }

  #moveChosen(by: Point): void {
    const rounded = roundedPoint(by);
    if (this.#chosen.size === 0 || (rounded[0] === 0 && rounded[1] === 0)) return;
    this.#draw({ kind: "move", body: { keys: [...this.#chosen], by: rounded } });
  }

  #choose(keys: ReadonlySet<string>): void {
    if (keys.size === 0 && this.#chosen.size === 0) return;
    this.#chosen = keys;
    this.events.onChosen(keys);
    this.redraw();
  }

  #objectAt(at: Point): string | null {
    const radius = 8 / this.#view.scale;
    const found = this.client.copy.view
      .visible(this.#page)
      .findLast((object) => touches(object, at, radius, this.painter.measure));
    return found?.operation.key ?? null;
  }

  #within(from: Point, to: Point): Set<string> {
    const frame: Box = [
      ...[Math.min(from[0], to[0]), Math.min(from[1], to[1])],
      ...[Math.max(from[0], to[0]), Math.max(from[1], to[1])],
    ] as unknown as Box;
    const shown = this.client.copy.view.visible(this.#page);
    return new Set(
      shown
        .filter((object) => overlap(this.painter.boxOf(object), frame))
        .map(({ operation }) => operation.key),
    );
  }

  // Keyboard

  readonly #key = (event: KeyboardEvent) => {
    if (this.#isReadOnly || event.target !== this.parts.host) return;
    const arrow = ARROWS[event.key];
    const step = event.shiftKey ? STEP.near : STEP.far;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) {
      const by: Point = [arrow[0] * step, arrow[1] * step];
      if (this.#tool === "choose" && this.#chosen.size > 0) this.#moveChosen(by);
      else this.#steer(by);
    } else if (event.key === " " || event.key === "Enter") this.#press();
    else if (event.key === "Delete" || event.key === "Backspace") this.deleteChosen();
    else if (event.key === "Escape") this.#choose(new Set());
    else return;
    event.preventDefault();
  };

  #steer([x, y]: Point): void {
    const { at, isDown } = this.#keyboard ?? { at: this.middle(), isDown: false };
    const to = this.#inside([at[0] + x, at[1] + y]);
    this.#keyboard = { at: to, isDown };
    if (isDown) this.#continue(to, 0.5);
    this.#tellCursor(to);
    this.redraw();
  }

  /** Puts the keyboard's pen down, or takes it up. */
  #press(): void {
    const keyboard = this.#keyboard ?? { at: this.middle(), isDown: false };
    if (keyboard.isDown) this.#end();
    else this.#begin(keyboard.at, 0.5);
    const isDown = this.#gesture !== null;
    this.#keyboard = { ...keyboard, isDown };
    this.events.onKeyboardPen(isDown);
  }

  readonly #blur = () => {
    if (this.#keyboard?.isDown) this.#end();
    this.#keyboard = null;
    this.redraw();
  };

  // View

  #resize(): void {
    const { host, live } = this.parts;
    // Nothing is painted on a page that is not shown.
    if (host.clientWidth === 0) return;
    const isFirst = this.#fitted === 0;
    const width = Math.max(1, Math.round(host.clientWidth * density()));
    const height = Math.max(1, Math.round(host.clientHeight * density()));
    if (isFirst || live.width !== width || live.height !== height) {
      Object.assign(live, { width, height });
      // Whoever sees the whole page goes on seeing it.
      const isWhole = isFirst || this.#view.scale === this.#fitted;
      this.#fitted = this.#fitScale();
      // What is painted is stretched until the size rests.
      this.#show(isWhole ? { scale: this.#fitted, x: 0, y: 0 } : this.#view);
      if (isFirst) this.#paintAll();
    }
  }

  #fitScale(): number {
    const { host } = this.parts;
    return Math.max(0.05, Math.min(host.clientWidth / PAGE.width, host.clientHeight / PAGE.height));
  }

  /** Shows the page elsewhere: the painted one is moved at once, and painted sharp when the gesture rests. */
  #show({ scale, x, y }: View): void {
    const { host, base } = this.parts;
    const width = PAGE.width * scale;
    const height = PAGE.height * scale;
    this.#view = { scale, x: held(x, width, host.clientWidth), y: held(y, height, host.clientHeight) };
    const painted = this.painter.view;
    const share = this.#view.scale / painted.scale;
    base.style.transform = `translate(${this.#view.x - painted.x * share}px, ${this.#view.y - painted.y * share}px) scale(${share})`;
    // Formulas lie where the page does.
    host.style.setProperty("--page-view", `translate(${this.#view.x}px, ${this.#view.y}px) scale(${scale})`);
    this.redraw();
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#paintAll(), SETTLE_MS);
  }

  #paintAll(): void {
    clearTimeout(this.#settle);
    this.#isBehind = false;
    const view = this.#view;
    const board = this.client.copy.view;
    const { lastSeq } = board;
    const { base, live } = this.parts;
    // As large as the page was when it was shown last.
    const size = { width: live.width, height: live.height };
    this.painter.showAll(board, { page: this.#page, view, size }, () => {
      base.style.width = `${size.width / density()}px`;
      base.style.height = `${size.height / density()}px`;
      if (view === this.#view) base.style.transform = "";
      else this.#show(this.#view);
      this.parts.host.dataset.painted = String(lastSeq);
      if (!this.#isBehind) return;
      this.#isBehind = false;
      this.repaint();
    });
    this.redraw();
  }

  #place(event: MouseEvent): Point {
    const { left, top } = this.parts.host.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  #toPage([x, y]: Point): Point {
    const { scale, x: left, y: top } = this.#view;
    return [(x - left) / scale, (y - top) / scale];
  }

  #inside([x, y]: Point): Point {
    return [Math.min(PAGE.width, Math.max(0, x)), Math.min(PAGE.height, Math.max(0, y))];
  }

  // What is in motion

  #tellCursor(at: Point): void {
    const now = performance.now();
    if (
      !this.ink ||
      this.#isReadOnly ||
      this.#gesture?.kind === "ink" ||
      now - this.#cursorToldAt < CURSOR_EVERY_MS
    )
      return;
    this.#cursorToldAt = now;
    this.ink.tell({ t: "cursor", page: this.#page, at: roundedPoint(at) });
  }

  #tellInk(gesture: Extract<Gesture, { kind: "ink" }>): void {
    const { key, stroke, told } = gesture;
    if (!this.ink || told === stroke.points.length) return;
    const points = stroke.points
      .slice(told)
      .map(([x, y, p]): PressedPoint => [oneDecimal(x), oneDecimal(y), p]);
    gesture.told = stroke.points.length;
    this.ink.tell({ t: "ink", key, page: this.#page, first: told, ...stroke, points });
  }

  #paintLive(): void {
    const { live, host } = this.parts;
    const gesture = this.#gesture;
    const moving = this.ink?.strokes(this.#page) ?? [];
    host.dataset.live = String(moving.reduce((sum, { points }) => sum + points.length, 0));
    const cursors = this.ink?.cursors(this.#page) ?? [];
    const isStill =
      !(gesture || this.#keyboard || this.#flash) && this.#chosen.size + moving.length + cursors.length === 0;
    // What is empty is not cleared once more: the browser would draw all of it.
    if (isStill && this.#isStill) return;
    this.#isStill = isStill;
    const context = live.getContext("2d");
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.clearRect(0, 0, live.width, live.height);
    const page = prepared(live, this.#view);
    if (!page) return;
    for (const stroke of moving) paintStroke(page, stroke, freshOutline(stroke));
    if (gesture?.kind === "ink") {
      this.#tellInk(gesture);
      paintStroke(page, gesture.stroke, freshOutline(gesture.stroke));
    } else if (gesture?.kind === "shape") paintShape(page, gesture.body);
    else if (gesture?.kind === "frame") paintFrame(page, gesture.from, gesture.to, this.#view.scale);
    this.#paintChosen(page);
    this.#paintMarks(page, cursors);
  }

  #paintChosen(page: CanvasRenderingContext2D): void {
    const { objects } = this.client.copy.view;
    const gesture = this.#gesture;
    const [x, y] = gesture?.kind === "move" ? gesture.by : [0, 0];
    const keys = gesture?.kind === "erase" ? gesture.keys : this.#chosen;
    for (const key of keys) {
      const object = objects.get(key);
      if (!object) continue;
      const [left, top, right, bottom] = this.painter.boxOf(object);
      paintFrame(page, [left + x, top + y], [right + x, bottom + y], this.#view.scale);
    }
  }

  #paintMarks(page: CanvasRenderingContext2D, cursors: readonly { at: Point; name: string }[]): void {
    const unit = 1 / this.#view.scale;
    for (const { at, name } of cursors) {
      page.fillStyle = "#7c3aed";
      page.beginPath();
      page.arc(at[0], at[1], 5 * unit, 0, 2 * Math.PI);
      page.fill();
      page.font = `${13 * unit}px ${FONT}`;
      page.fillText(name, at[0] + 9 * unit, at[1] + 4 * unit);
    }
    if (this.#keyboard) {
      const [x, y] = this.#keyboard.at;
      const arm = 12 * unit;
      page.strokeStyle = this.#keyboard.isDown ? "#d01b1b" : "#1d4ed8";
      page.lineWidth = 2 * unit;
      page.stroke(new Path2D(`M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}`));
    }
    const flash = this.#flash;
    if (!flash) return;
    const left = flash.until - performance.now();
    if (left <= 0) {
      this.#flash = null;
      return;
    }
    page.strokeStyle = "#d01b1b";
    page.lineWidth = 4 * unit;
    page.beginPath();
    page.arc(flash.at[0], flash.at[1], (24 + (left % 600) / 30) * unit, 0, 2 * Math.PI);
    page.stroke();
    this.redraw();
  }
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function roundedPoint([x, y]: Point): Point {
  return [oneDecimal(x), oneDecimal(y)];
}

/** A pen says how hard it is pressed; a mouse and a finger draw a line of one width. */
function pressureOf({ pointerType, pressure }: PointerEvent): number {
  return pointerType === "pen" ? oneDecimal(pressure) : 0.5;
}

/** Keeps a page within sight: in the middle where it is smaller than the screen. */
function held(place: number, size: number, seen: number): number {
  if (size <= seen) return (seen - size) / 2;
  return Math.min(seen * 0.2, Math.max(seen * 0.8 - size, place));
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
