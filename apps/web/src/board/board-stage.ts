import { type BoardClient, oneDecimal, PAGE, type Point } from "@korki/board";
import { afterPaint } from "../ui/after-paint";
import { BoardPainter, density, type PictureOf, type View } from "./board-painter";
import { Hand, type HandEvents, inPage, type Look, roundedPoint, type Tool } from "./hand";
import type { LiveInk, Look as Place } from "./live-ink";
import { type Flash, type KeyboardPen, LiveLayer } from "./live-layer";

/** What the stage tells the screen around it. */
export type StageEvents = HandEvents & {
  /** The keyboard's pen went down or up. */
  onKeyboardPen(isDown: boolean): void;
};

const ZOOM_MAX = 8;
/** The keyboard's cursor moves so far, with Shift so little. */
const STEP = { far: 20, near: 2 } as const;
/** After a gesture of so long without a movement the page is painted in its new view, in milliseconds. */
const SETTLE_MS = 120;
const CURSOR_EVERY_MS = 60;
const FLASH_MS = 2_500;

/** The page on the screen: how it lies there, and what pointers and keys do on it. */
export class BoardStage {
  readonly painter: BoardPainter;
  readonly #hand: Hand;
  readonly #live: LiveLayer;
  #isReadOnly = true;
  #view: View = { scale: 1, x: 0, y: 0 };
  #pointer: number | null = null;
  /** Fingers on the page, which move it when there are two, or when a pen draws. */
  readonly #fingers = new Map<number, Point>();
  #hasPen = false;
  #keyboard: KeyboardPen | null = null;
  #flash: Flash | null = null;
  #frame = 0;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #cursorToldAt = 0;
  #isBehind = false;
  /** A gesture whose last point is to be painted before what it drew is kept. */
  #isEnding = false;
  readonly #resizes: ResizeObserver;
  /** The scale at which the whole page was shown last. */
  #fitted = 0;

  constructor(
    private readonly parts: { host: HTMLElement; base: HTMLCanvasElement; live: HTMLCanvasElement },
    private readonly client: BoardClient,
    newKey: () => string,
    private readonly events: StageEvents,
    pictureOf: PictureOf,
    measureFormula: (key: string) => Point | null,
    private readonly ink: LiveInk | null,
  ) {
    const isHandDown = () =>
      this.#pointer !== null || this.#fingers.size > 0 || this.#keyboard?.isDown === true;
    this.painter = new BoardPainter(parts.base, pictureOf, measureFormula, isHandDown);
    const { host } = parts;
    const sheet = {
      client,
      ink,
      newKey,
      painter: this.painter,
      scale: () => this.#view.scale,
      span: () => Math.min(PAGE.width, host.clientWidth / this.#view.scale),
      redraw: () => this.redraw(),
      mark: (at: Point) => this.#mark(at),
    };
    this.#hand = new Hand(sheet, events);
    this.#live = new LiveLayer(parts.live, client, this.painter, ink);
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
    this.#end();
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
    const hand = this.#hand;
    const isOtherPage = options.page !== hand.page;
    if (isOtherPage) this.#endNow();
    else this.#end();
    if (options.tool !== hand.tool || isOtherPage) hand.choose(new Set());
    hand.tool = options.tool;
    hand.look = options.look;
    this.#isReadOnly = options.isReadOnly;
    if (!isOtherPage) return;
    hand.page = options.page;
    this.#paintAll();
  }

  /** Brings the painted objects up to date with the board. What goes or moves is answered before it is painted. */
  update(): void {
    if (this.painter.onlyAdds(this.client.copy.view)) this.repaint();
    else afterPaint(() => this.repaint());
    this.#hand.forgetGone();
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
    this.#endNow();
    const scale = this.#heldScale(host.clientWidth / span);
    this.#show({ scale, x: host.clientWidth / 2 - at[0] * scale, y: host.clientHeight / 2 - at[1] * scale });
    this.#mark(at);
  }

  #mark(at: Point): void {
    this.#flash = { at, until: performance.now() + FLASH_MS };
    this.redraw();
  }

  #heldScale(scale: number): number {
    return Math.min(ZOOM_MAX, Math.max(this.#fitScale() * 0.9, scale));
  }

  /** The middle of what is seen, in page units. */
  middle(): Point {
    const { host } = this.parts;
    return inPage(this.#toPage([host.clientWidth / 2, host.clientHeight / 2]));
  }

  deleteChosen(): void {
    this.#hand.deleteChosen();
  }

  /** Paints what is in motion at the next frame. */
  redraw(): void {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paintLive();
    });
  }

  // Pointers

  readonly #down = (event: PointerEvent) => {
    const { host } = this.parts;
    this.#end();
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
    this.#hand.begin(this.#toPage(at), pressureOf(event));
  };

  readonly #move = (event: PointerEvent) => {
    const at = this.#place(event);
    const before = this.#fingers.get(event.pointerId);
    const isMovingPage =
      before && (this.#fingers.size > 1 || this.#hasPen || this.#isReadOnly || event.buttons === 4);
    if (before && isMovingPage) return this.#movePage(event.pointerId, before, at);
    if (event.pointerId === this.#pointer && this.#hand.gesture) {
      const events = event.getCoalescedEvents?.() ?? [];
      for (const each of events.length > 0 ? events : [event]) {
        this.#hand.continue(this.#toPage(this.#place(each)), pressureOf(each));
      }
    }
    this.#tellCursor(this.#toPage(at));
  };

  readonly #up = (event: PointerEvent) => {
    this.#fingers.delete(event.pointerId);
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = null;
    this.#isEnding = true;
    afterPaint(() => this.#end());
  };

  /** Keeps what was drawn, if that waits for the next paint. */
  #end(): void {
    if (this.#isEnding) this.#endNow();
  }

  /** Keeps what was drawn so far, before the page lies elsewhere. */
  #endNow(): void {
    this.#isEnding = false;
    this.#pointer = null;
    if (this.#keyboard) this.#keyboard.isDown = false;
    this.#hand.end();
  }

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
    this.#pointer = null;
    this.#hand.giveUp();
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

  // Keyboard

  readonly #key = (event: KeyboardEvent) => {
    if (this.#isReadOnly || event.target !== this.parts.host) return;
    this.#end();
    const arrow = ARROWS[event.key];
    const step = event.shiftKey ? STEP.near : STEP.far;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) {
      const by: Point = [arrow[0] * step, arrow[1] * step];
      if (this.#hand.tool === "choose" && this.#hand.chosen.size > 0) this.#hand.moveChosen(by);
      else this.#steer(by);
    } else if (event.key === " " || event.key === "Enter") this.#press();
    else if (event.key === "Delete" || event.key === "Backspace") this.deleteChosen();
    else if (event.key === "Escape") this.#hand.choose(new Set());
    else return;
    event.preventDefault();
  };

  #steer([x, y]: Point): void {
    const { at, isDown } = this.#keyboard ?? { at: this.middle(), isDown: false };
    const to = inPage([at[0] + x, at[1] + y]);
    this.#keyboard = { at: to, isDown };
    if (isDown) this.#hand.continue(to, 0.5);
    this.#tellCursor(to);
    this.redraw();
  }

  /** Puts the keyboard's pen down, or takes it up. */
  #press(): void {
    const keyboard = this.#keyboard ?? { at: this.middle(), isDown: false };
    if (keyboard.isDown) this.#hand.end();
    else this.#hand.begin(keyboard.at, 0.5);
    const isDown = this.#hand.gesture !== null;
    this.#keyboard = { ...keyboard, isDown };
    this.events.onKeyboardPen(isDown);
  }

  readonly #blur = () => {
    if (this.#keyboard?.isDown) this.#hand.end();
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
    this.painter.showAll(board, { page: this.#hand.page, view, size }, () => {
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

  // What is in motion

  #tellCursor(at: Point): void {
    const now = performance.now();
    if (
      !this.ink ||
      this.#isReadOnly ||
      this.#hand.gesture?.kind === "ink" ||
      now - this.#cursorToldAt < CURSOR_EVERY_MS
    )
      return;
    this.#cursorToldAt = now;
    this.ink.tell({ t: "cursor", page: this.#hand.page, at: roundedPoint(at) });
  }

  #paintLive(): void {
    if (this.#flash && this.#flash.until <= performance.now()) this.#flash = null;
    const marks = { keyboard: this.#keyboard, flash: this.#flash };
    this.parts.host.dataset.live = String(this.#live.paint(this.#view, this.#hand, marks));
    if (this.#flash) this.redraw();
  }
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A pen says how hard it is pressed; a mouse and a finger draw a line of one width. */
function pressureOf({ pointerType, pressure }: PointerEvent): number {
  return pointerType === "pen" ? oneDecimal(pressure) : 0.5;
}

/** Keeps a page within sight: in the middle where it is smaller than the screen. */
function held(place: number, size: number, seen: number): number {
  if (size <= seen) return (seen - size) / 2;
  return Math.min(seen * 0.2, Math.max(seen * 0.8 - size, place));
}
