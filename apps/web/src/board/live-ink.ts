import { type Bodies, COLOURS, type Point, type PressedPoint, TOOLS, WIDTHS } from "@korki/board";

/** Strokes in motion, cursors and "look here", from window to window; none of it is kept (rules §31). */
export type LiveMessage =
  | ({ t: "ink"; key: string; page: number } & Bodies["stroke"])
  | { t: "cursor"; page: number; at: Point }
  | { t: "look"; page: number; at: Point };

/** What carries live messages; `isTeacher` is asked of who sends. */
export type LiveWire = {
  send(text: string): void;
  listen(heard: (from: string, text: string) => void): () => void;
  nameOf(from: string): string;
  isTeacher(from: string): boolean;
};

/** A stroke in motion that is not heard of for so long is not shown any more, in milliseconds. */
const STILL_MS = 6_000;
const CURSOR_MS = 4_000;
/** Points of one stroke in motion at most. */
const POINTS_MAX = 4_000;

type Moving = { page: number; stroke: Bodies["stroke"]; at: number };
type Cursor = { page: number; at: Point; name: string; heardAt: number };

/** What other windows draw just now. */
export class LiveInk {
  readonly #strokes = new Map<string, Moving>();
  readonly #cursors = new Map<string, Cursor>();

  constructor(
    private readonly wire: LiveWire,
    private readonly events: { onChange(): void; onLook(page: number, at: Point): void },
  ) {}

  listen(): () => void {
    return this.wire.listen((from, text) => this.#hear(from, text));
  }

  tell(message: LiveMessage): void {
    this.wire.send(JSON.stringify(message));
  }

  strokes(page: number): Bodies["stroke"][] {
    this.#sweep();
    return [...this.#strokes.values()].filter((moving) => moving.page === page).map(({ stroke }) => stroke);
  }

  cursors(page: number): Cursor[] {
    return [...this.#cursors.values()].filter((cursor) => cursor.page === page);
  }

  /** Takes away strokes that the log has by now. */
  settle(isInLog: (key: string) => boolean): void {
    for (const key of this.#strokes.keys()) if (isInLog(key)) this.#strokes.delete(key);
  }

  #hear(from: string, text: string): void {
    const message = readLive(text);
    if (!message) return;
    const now = performance.now();
    if (message.t === "look") {
      if (this.wire.isTeacher(from)) this.events.onLook(message.page, message.at);
      return;
    }
    if (message.t === "cursor") {
      this.#cursors.set(from, {
        page: message.page,
        at: message.at,
        name: this.wire.nameOf(from),
        heardAt: now,
      });
    } else {
      const { key, page, points, tool, colour, width } = message;
      const known = this.#strokes.get(key);
      const stroke = known?.stroke ?? { points: [], tool, colour, width };
      if (stroke.points.length < POINTS_MAX) stroke.points.push(...points);
      this.#strokes.set(key, { page, stroke, at: now });
    }
    this.events.onChange();
  }

  #sweep(): void {
    const now = performance.now();
    for (const [key, { at }] of this.#strokes) if (now - at > STILL_MS) this.#strokes.delete(key);
    for (const [from, { heardAt }] of this.#cursors)
      if (now - heardAt > CURSOR_MS) this.#cursors.delete(from);
  }
}

/** Another window's words are not to be trusted: returns null for what is no message. */
function readLive(text: string): LiveMessage | null {
  try {
    const message = JSON.parse(text) as LiveMessage;
    if (!Number.isInteger(message.page)) return null;
    if (message.t === "cursor" || message.t === "look") return isPoint(message.at) ? message : null;
    const { t, key, points, tool, colour, width } = message;
    const isStroke = t === "ink" && typeof key === "string" && Array.isArray(points) && points.every(isPoint);
    return isStroke && TOOLS.includes(tool) && COLOURS.includes(colour) && WIDTHS.includes(width)
      ? message
      : null;
  } catch {
    return null;
  }
}

function isPoint(point: Point | PressedPoint): boolean {
  return Array.isArray(point) && point.length >= 2 && point.every(Number.isFinite);
}
