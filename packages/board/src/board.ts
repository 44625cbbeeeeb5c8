import type { Author, Draft, DrawnOperation, Operation, Point } from "./operations";
import { BOARD_LIMITS, DRAWN_KINDS, type Ground } from "./vocabulary";

/** Something drawn; it shows unless it was undone, or erased by somebody who did not undo that. */
export type BoardObject = {
  readonly operation: DrawnOperation;
  /** How far it was moved, in tenths of a unit: whole numbers add up the same everywhere. */
  readonly tenthsMoved: Point;
  readonly isUndone: boolean;
  /** How many erasing and clearing operations hide it. */
  readonly hiddenBy: number;
};

/** What an operation did. */
type Act = { readonly operation: Operation; readonly isUndone: boolean; readonly targets: readonly string[] };

/** Why an operation is refused. */
export type Refusal = "locked" | "teacher-only" | "page-limit" | "not-own" | "gone";

/**
 * The board of a lesson: what its log comes to (rules §31). Everybody who applied the same operations has the same board.
 * Values in the maps are never changed, so that a copy is cheap.
 */
export class Board {
  readonly #objects: Map<string, BoardObject>;
  readonly #acts: Map<string, Act>;
  /** Keys of the operations that locked, and that set a page's ground, in their order. */
  readonly #locks: string[];
  readonly #grounds: string[];
  #lastSeq: number;
  #pageCount: number;

  /** A board without operations, or a copy of one. */
  constructor(from: Board | null = null) {
    this.#objects = new Map(from ? from.#objects : []);
    this.#acts = new Map(from ? from.#acts : []);
    this.#locks = from ? [...from.#locks] : [];
    this.#grounds = from ? [...from.#grounds] : [];
    this.#lastSeq = from ? from.#lastSeq : 0;
    this.#pageCount = from ? from.#pageCount : 1;
  }

  /** The number of the last operation that was applied. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  get isLocked(): boolean {
    const last = this.#lastOf(this.#locks);
    return last?.kind === "lock" && last.body.on;
  }

  /** The pages, from 1; a page that was drawn on stays. */
  get pages(): { no: number; ground: Ground }[] {
    return Array.from({ length: this.#pageCount }, (_, at) => ({
      no: at + 1,
      ground: this.#groundOf(at + 1),
    }));
  }

  /** Everything that was ever drawn, in the order of drawing. */
  get objects(): ReadonlyMap<string, BoardObject> {
    return this.#objects;
  }

  /** What a page shows, from below to above. */
  visible(page: number): BoardObject[] {
    return [...this.#objects.values()].filter(
      (object) => object.operation.page === page && isVisible(object),
    );
  }

  /** Whether an operation is in the log. */
  has(key: string): boolean {
    return this.#acts.has(key);
  }

  /** Returns an operation of the log. */
  find(key: string): Operation | undefined {
    return this.#acts.get(key)?.operation;
  }

  /** Whether an operation of the author's can be undone, or redone. */
  can(kind: "undo" | "redo", key: string, authorId: string): boolean {
    const act = this.#acts.get(key);
    if (act?.operation.authorId !== authorId || isSwitch(act.operation)) return false;
    return act.isUndone === (kind === "redo");
  }

  /** Returns the author's last operation whose undoing would show; null: there is none. */
  lastUndoable(authorId: string): string | null {
    const found = [...this.#acts.values()].findLast(
      ({ operation, isUndone, targets }) =>
        operation.authorId === authorId &&
        !isUndone &&
        !["undo", "redo", "page", "lock"].includes(operation.kind) &&
        (operation.kind === "erase" || operation.kind === "clear" || this.#shown(targets).length > 0),
    );
    return found?.operation.key ?? null;
  }

  /** Returns why an operation cannot be taken now; null: it can. */
  refusal(draft: Draft, { id, isTeacher }: Author): Refusal | null {
    if (!isTeacher && this.isLocked) return "locked";
    if (!isTeacher && (draft.kind === "lock" || draft.kind === "clear")) return "teacher-only";
    if (pageOf(draft) > BOARD_LIMITS.pages || draft.page > BOARD_LIMITS.pages) return "page-limit";
    if (isSwitch(draft)) {
      return this.can(draft.kind, draft.body.key, id) ? null : "not-own";
    }
    if (draft.kind !== "move" && draft.kind !== "erase") return null;
    return this.#shown(draft.body.keys).length > 0 ? null : "gone";
  }

  /** Applies the next operation. */
  apply(operation: Operation): void {
    this.#lastSeq = operation.seq;
    this.#pageCount = Math.max(this.#pageCount, operation.page, pageOf(operation));
    if (isSwitch(operation)) {
      this.#acts.set(operation.key, { operation, isUndone: false, targets: [] });
      this.#switch(operation.body.key, operation.kind === "undo");
      return;
    }
    if (isDrawn(operation)) {
      this.#objects.set(operation.key, { operation, tenthsMoved: [0, 0], isUndone: false, hiddenBy: 0 });
    }
    const targets = this.#targetsOf(operation);
    const act = { operation, isUndone: false, targets };
    this.#acts.set(operation.key, act);
    if (operation.kind === "lock") this.#locks.push(operation.key);
    if (operation.kind === "page") this.#grounds.push(operation.key);
    if (!isDrawn(operation)) this.#act(act, false);
  }

  /** The state as one text: equal for equal boards. */
  toText(): string {
    const objects = [...this.#objects.values()].map(
      ({ operation: { key, seq, authorId, page, body }, ...rest }) => ({
        key,
        seq,
        authorId,
        page,
        body,
        ...rest,
      }),
    );
    return JSON.stringify({ lastSeq: this.#lastSeq, isLocked: this.isLocked, pages: this.pages, objects });
  }

  #switch(key: string, isUndone: boolean): void {
    const act = this.#acts.get(key);
    if (!act || act.isUndone === isUndone) return;
    this.#acts.set(key, { ...act, isUndone });
    this.#act(act, isUndone);
  }

  /** Does what an operation does to what it names, or takes that back. */
  #act({ operation, targets }: Act, isBack: boolean): void {
    const sign = isBack ? -1 : 1;
    for (const key of targets) {
      const object = this.#objects.get(key);
      if (!object) continue;
      if (isDrawn(operation)) this.#objects.set(key, { ...object, isUndone: isBack });
      else if (operation.kind === "move") {
        const [x, y] = object.tenthsMoved;
        const [byX, byY] = operation.body.by;
        const tenthsMoved: Point = [x + sign * Math.round(byX * 10), y + sign * Math.round(byY * 10)];
        this.#objects.set(key, { ...object, tenthsMoved });
      } else this.#objects.set(key, { ...object, hiddenBy: object.hiddenBy + sign });
    }
  }

  #targetsOf(operation: Operation): readonly string[] {
    if (operation.kind === "move" || operation.kind === "erase") return this.#shown(operation.body.keys);
    if (operation.kind === "clear")
      return this.visible(operation.body.no).map((object) => object.operation.key);
    return isDrawn(operation) ? [operation.key] : [];
  }

  #shown(keys: readonly string[]): string[] {
    return [...new Set(keys)].filter((key) => {
      const object = this.#objects.get(key);
      return object !== undefined && isVisible(object);
    });
  }

  #groundOf(no: number): Ground {
    const last = this.#lastOf(this.#grounds, no);
    return last?.kind === "page" ? last.body.ground : "plain";
  }

  #lastOf(keys: readonly string[], no?: number): Operation | undefined {
    return keys
      .map((key) => this.#acts.get(key))
      .findLast((act) => act && !act.isUndone && (no === undefined || pageOf(act.operation) === no))
      ?.operation;
  }
}

export function isVisible({ isUndone, hiddenBy }: BoardObject): boolean {
  return !isUndone && hiddenBy === 0;
}

function isSwitch(draft: Draft): draft is Draft & { kind: "undo" | "redo" } {
  return draft.kind === "undo" || draft.kind === "redo";
}

function isDrawn(operation: Operation): operation is DrawnOperation {
  return (DRAWN_KINDS as readonly string[]).includes(operation.kind);
}

/** The page that an operation is about. */
function pageOf(draft: Draft): number {
  return draft.kind === "page" || draft.kind === "clear" ? draft.body.no : draft.page;
}
