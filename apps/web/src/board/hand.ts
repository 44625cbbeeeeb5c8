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
  simplify,
  touches,
  type WIDTHS,
} from "@korki/board";
import type { BoardPainter } from "./board-painter";
import type { LiveInk } from "./live-ink";

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

/** What is begun and not ended yet. */
export type Gesture =
  | { kind: "ink"; key: string; stroke: Bodies["stroke"]; told: number }
  | { kind: "shape"; body: Bodies["shape"] }
  | { kind: "erase"; keys: Set<string> }
  | { kind: "move"; from: Point; by: Point }
  | { kind: "frame"; from: Point; to: Point };

/** Where a text or a formula is to stand. */
export type WordsPlace = { kind: "text" | "formula"; page: number; at: Point };

export type HandEvents = {
  onChosen(keys: ReadonlySet<string>): void;
  /** Words are asked for, at this place. */
  onWords(place: WordsPlace): void;
};

/** What a hand draws on. */
type Sheet = {
  readonly client: BoardClient;
  readonly painter: BoardPainter;
  readonly ink: LiveInk | null;
  readonly newKey: () => string;
  /** Pixels of the screen for one unit of the page. */
  scale(): number;
  /** How much of the page's width is seen. */
  span(): number;
  /** What is in motion looks different. */
  redraw(): void;
  /** Marks a place for a moment. */
  mark(at: Point): void;
};

const ERASER_RADIUS = 14;

/** What the tools do on a page, whoever leads them: a pointer or the keyboard. */
export class Hand {
  tool: Tool = "pen";
  look: Look = { colour: "black", width: 4 };
  page = 1;
  #gesture: Gesture | null = null;
  #chosen: ReadonlySet<string> = new Set();

  constructor(
    private readonly sheet: Sheet,
    private readonly events: HandEvents,
  ) {}

  get gesture(): Gesture | null {
    return this.#gesture;
  }

  get chosen(): ReadonlySet<string> {
    return this.#chosen;
  }

  begin(place: Point, pressure: number): void {
    const at = inPage(place);
    const { colour, width } = this.look;
    const { ink, newKey, span } = this.sheet;
    switch (this.tool) {
      case "pen":
      case "marker": {
        const stroke = { points: [[...at, pressure] as PressedPoint], tool: this.tool, colour, width };
        this.#gesture = { kind: "ink", key: newKey(), stroke, told: 0 };
        break;
      }
      case "eraser":
        this.#gesture = { kind: "erase", keys: new Set() };
        this.continue(at, pressure);
        break;
      case "choose": {
        const found = this.#objectAt(at);
        if (found === null) {
          this.choose(new Set());
          this.#gesture = { kind: "frame", from: at, to: at };
        } else {
          if (!this.#chosen.has(found)) this.choose(new Set([found]));
          this.#gesture = { kind: "move", from: at, by: [0, 0] };
        }
        break;
      }
      case "text":
      case "formula":
        this.events.onWords({ kind: this.tool, page: this.page, at: roundedPoint(at) });
        break;
      case "look":
        ink?.look({ page: this.page, at: roundedPoint(at), span: span() });
        this.sheet.mark(at);
        break;
      default:
        this.#gesture = { kind: "shape", body: { shape: this.tool, from: at, to: at, colour, width } };
    }
    this.sheet.redraw();
  }

  continue(place: Point, pressure: number): void {
    const gesture = this.#gesture;
    const at = inPage(place);
    if (gesture?.kind === "ink") gesture.stroke.points.push([...at, pressure]);
    else if (gesture?.kind === "shape") gesture.body = { ...gesture.body, to: at };
    else if (gesture?.kind === "frame") gesture.to = at;
    else if (gesture?.kind === "move") gesture.by = [place[0] - gesture.from[0], place[1] - gesture.from[1]];
    else if (gesture?.kind === "erase") {
      const { client, painter, scale } = this.sheet;
      const radius = Math.max(ERASER_RADIUS, 10 / scale());
      for (const object of client.copy.view.visible(this.page)) {
        if (touches(object, at, radius, painter.measure)) gesture.keys.add(object.operation.key);
      }
    }
    this.sheet.redraw();
  }

  end(): void {
    const gesture = this.#gesture;
    this.#gesture = null;
    if (gesture?.kind === "ink") {
      this.#tellInk(gesture);
      const points = simplify(gesture.stroke.points, this.sheet.scale());
      this.#draw({ kind: "stroke", body: { ...gesture.stroke, points } }, gesture.key);
    } else if (gesture?.kind === "shape") {
      const { from, to } = gesture.body;
      if (Math.hypot(to[0] - from[0], to[1] - from[1]) >= 2) {
        const body = { ...gesture.body, from: roundedPoint(from), to: roundedPoint(to) };
        this.#draw({ kind: "shape", body });
      }
    } else if (gesture?.kind === "erase" && gesture.keys.size > 0) {
      this.#draw({ kind: "erase", body: { keys: [...gesture.keys] } });
    } else if (gesture?.kind === "move") this.moveChosen(gesture.by);
    else if (gesture?.kind === "frame") this.choose(this.#within(gesture.from, gesture.to));
    this.sheet.redraw();
  }

  /** Ends without drawing. */
  giveUp(): void {
    if (this.#gesture?.kind === "ink")
      this.sheet.ink?.tell({ t: "gone", key: this.#gesture.key, page: this.page });
    this.#gesture = null;
    this.sheet.redraw();
  }

  /** Tells the others of a stroke in motion, as far as they do not know it. */
  tell(): void {
    if (this.#gesture?.kind === "ink") this.#tellInk(this.#gesture);
  }

  choose(keys: ReadonlySet<string>): void {
    if (keys.size === 0 && this.#chosen.size === 0) return;
    this.#chosen = keys;
    this.events.onChosen(keys);
    this.sheet.redraw();
  }

  moveChosen(by: Point): void {
    const rounded = roundedPoint(by);
    if (this.#chosen.size === 0 || (rounded[0] === 0 && rounded[1] === 0)) return;
    this.#draw({ kind: "move", body: { keys: [...this.#chosen], by: rounded } });
  }

  deleteChosen(): void {
    if (this.#chosen.size === 0) return;
    this.#draw({ kind: "erase", body: { keys: [...this.#chosen] } });
    this.choose(new Set());
  }

  /** Chooses no longer what is not shown any more. */
  forgetGone(): void {
    const shown = this.sheet.client.copy.view;
    const kept = [...this.#chosen].filter((key) => {
      const object = shown.objects.get(key);
      return object && !object.isUndone && object.hiddenBy === 0;
    });
    if (kept.length < this.#chosen.size) this.choose(new Set(kept));
  }

  #draw(operation: Pick<Draft, "kind" | "body">, key = this.sheet.newKey()): boolean {
    return this.sheet.client.draw({ key, page: this.page, ...operation } as Draft);
  }

  #tellInk(gesture: Extract<Gesture, { kind: "ink" }>): void {
    const { key, stroke, told } = gesture;
    const { ink } = this.sheet;
    if (!ink || told === stroke.points.length) return;
    const points = stroke.points
      .slice(told)
      .map(([x, y, p]): PressedPoint => [oneDecimal(x), oneDecimal(y), p]);
    gesture.told = stroke.points.length;
    ink.tell({ t: "ink", key, page: this.page, first: told, ...stroke, points });
  }

  #objectAt(at: Point): string | null {
    const { client, painter, scale } = this.sheet;
    const radius = 8 / scale();
    const found = client.copy.view
      .visible(this.page)
      .findLast((object) => touches(object, at, radius, painter.measure));
    return found?.operation.key ?? null;
  }

  #within(from: Point, to: Point): Set<string> {
    const { client, painter } = this.sheet;
    const frame: Box = [
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
    ] as unknown as Box;
    const shown = client.copy.view.visible(this.page);
    return new Set(
      shown.filter((object) => overlap(painter.boxOf(object), frame)).map(({ operation }) => operation.key),
    );
  }
}

/** Returns the nearest place on the page. */
export function inPage([x, y]: Point): Point {
  return [Math.min(PAGE.width, Math.max(0, x)), Math.min(PAGE.height, Math.max(0, y))];
}

export function roundedPoint([x, y]: Point): Point {
  return [oneDecimal(x), oneDecimal(y)];
}
