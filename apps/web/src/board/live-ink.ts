import { type Bodies, COLOURS, type Point, type PressedPoint, TOOLS, WIDTHS } from "@korki/board";

/**
 * Strokes in motion, cursors and "look here", from window to window; none of it is kept, and some of it is lost or comes in
 * another order (rules §31).
 */
type LiveMessage =
  /** `first` is the place of the first of these points among all of the stroke's. */
  | ({ t: "ink"; key: string; page: number; first: number } & Bodies["stroke"])
  /** A stroke that was given up. */
  | { t: "gone"; key: string; page: number }
  | { t: "cursor"; page: number; at: Point }
  /** `span`: how many page units its teacher sees from side to side. */
  | ({ t: "look"; no: number } & Look);

/** Where somebody else is to look. */
export type Look = { page: number; at: Point; span: number };

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
/** "Look here" is said again after so long: a message may be lost. */
const LOOK_AGAIN_MS = [200, 600] as const;

type Moving = { page: number; stroke: Bodies["stroke"]; at: number };
type Cursor = { page: number; at: Point; name: string; heardAt: number };

/** What other windows draw just now. */
export class LiveInk {
  readonly #strokes = new Map<string, Moving>();
  readonly #cursors = new Map<string, Cursor>();
  /** The last "look here" of each window. */
  readonly #looks = new Map<string, number>();
  /** Runs when nothing has been heard for so long that nothing is shown any more. */
  #still: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly wire: LiveWire,
    private readonly events: {
      onChange(): void;
      onLook(look: Look): void;
      /** Whether the log has a stroke by now. */
      isKept(key: string): boolean;
    },
  ) {}

  listen(): () => void {
    const stop = this.wire.listen((from, text) => this.#hear(from, text));
    return () => {
      stop();
      clearTimeout(this.#still);
    };
  }

  tell(message: LiveMessage): void {
    this.wire.send(JSON.stringify(message));
  }

  look(look: Look): void {
    const message: LiveMessage = { t: "look", no: Date.now(), ...look };
    this.tell(message);
    for (const after of LOOK_AGAIN_MS) setTimeout(() => this.tell(message), after);
  }

  strokes(page: number): Bodies["stroke"][] {
    this.#sweep();
    return [...this.#strokes.values()]
      .filter((moving) => moving.page === page)
      .map(({ stroke }) => ({ ...stroke, points: stroke.points.filter(Boolean) }))
      .filter(({ points }) => points.length > 0);
  }

  cursors(page: number): Cursor[] {
    return [...this.#cursors.values()].filter((cursor) => cursor.page === page);
  }

  /** Takes away strokes that the log has by now. */
  settle(): void {
    for (const key of this.#strokes.keys()) if (this.events.isKept(key)) this.#strokes.delete(key);
  }

  #hear(from: string, text: string): void {
    const message = readLive(text);
    if (!message) return;
    const now = performance.now();
    if (message.t === "look") {
      if (!this.wire.isTeacher(from) || this.#looks.get(from) === message.no) return;
      this.#looks.set(from, message.no);
      this.events.onLook(message);
      return;
    }
    if (message.t === "cursor") {
      this.#cursors.set(from, {
        page: message.page,
        at: message.at,
        name: this.wire.nameOf(from),
        heardAt: now,
      });
    } else if (message.t === "gone") this.#strokes.delete(message.key);
    else {
      const { key, page, first, points, tool, colour, width } = message;
      // Its last points may come after the stroke itself.
      if (this.events.isKept(key) || first + points.length > POINTS_MAX) return;
      const stroke = this.#strokes.get(key)?.stroke ?? { points: [], tool, colour, width };
      for (const [at, point] of points.entries()) stroke.points[first + at] = point;
      this.#strokes.set(key, { page, stroke, at: now });
    }
    this.events.onChange();
    clearTimeout(this.#still);
    this.#still = setTimeout(() => this.events.onChange(), STILL_MS);
  }

  #sweep(): void {
    const now = performance.now();
    for (const [key, { at }] of this.#strokes) if (now - at >= STILL_MS) this.#strokes.delete(key);
    for (const [from, { heardAt }] of this.#cursors)
      if (now - heardAt >= CURSOR_MS) this.#cursors.delete(from);
  }
}

/** Another window's words are not to be trusted: returns null for what is no message. */
function readLive(text: string): LiveMessage | null {
  try {
    const message = JSON.parse(text) as LiveMessage;
    if (!Number.isInteger(message.page)) return null;
    if (message.t === "cursor") return isPoint(message.at) ? message : null;
    if (message.t === "look") return isPoint(message.at) && message.span > 0 ? message : null;
    if (message.t === "gone") return message;
    const { t, key, first, points, tool, colour, width } = message;
    const hasPoints = Number.isInteger(first) && first >= 0 && Array.isArray(points) && points.every(isPoint);
    const isStroke = t === "ink" && typeof key === "string" && hasPoints;
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
