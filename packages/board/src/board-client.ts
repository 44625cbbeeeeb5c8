import { BoardCopy } from "./board-copy";
import type { Author, Draft, Operation } from "./operations";

/** Why the server stored nothing of what was drawn. */
type DrawRefusal = { error: string; status: number; retryAfterSeconds?: number | undefined };
/** How the server answers what was drawn. */
export type DrawAnswer = { seqs: number[] } | DrawRefusal;

/** The two calls of a board; one that fails without an answer rejects. */
export type BoardCalls = {
  /** Returns all of the log after a number. */
  since(seq: number): Promise<Operation[]>;
  draw(drafts: readonly Draft[]): Promise<DrawAnswer>;
};

/** Keeps what was not saved while the window is closed. */
export type BoardStore = { load(): readonly Draft[]; save(drafts: readonly Draft[]): void };

export type BoardEvents = {
  /** The board may look different. */
  onChange(): void;
  /** Whether everything is saved, or the server does not answer. */
  onState(): void;
  /** The server refused an own operation, which is gone. */
  onRefused(text: string): void;
};

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 5_000;

/** A window's board: draws at once, saves in order and once, and catches up with what others drew (rules §31). */
export class BoardClient {
  readonly copy: BoardCopy;
  /** Undone operations of this window that can be redone, the last at the end. */
  #undone: string[] = [];
  #isSending = false;
  #isCatchingUp = false;
  #isAway = false;
  #isOpen = false;
  #isStopped = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #delay = FIRST_RETRY_MS;
  /** After a refusal operations are sent one by one, so that only the refused one is dropped. */
  #most: number | undefined;

  constructor(
    private readonly author: Author,
    private readonly calls: BoardCalls,
    private readonly events: BoardEvents,
    private readonly store: BoardStore = { load: () => [], save: () => undefined },
  ) {
    this.copy = new BoardCopy(author, store.load());
  }

  /** Whether what the server has is shown. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the server does not answer. */
  get isAway(): boolean {
    return this.#isAway;
  }

  get canUndo(): boolean {
    return this.copy.view.lastUndoable(this.author.id) !== null;
  }

  get canRedo(): boolean {
    const last = this.#undone.at(-1);
    return last !== undefined && this.copy.view.can("redo", last, this.author.id);
  }

  /** Fetches what the log has beyond the copy, then sends what waits. */
  async catchUp(): Promise<void> {
    if (this.#isCatchingUp || this.#isStopped) return;
    this.#isCatchingUp = true;
    clearTimeout(this.#retry);
    try {
      const operations = await this.calls.since(this.copy.log.lastSeq);
      const waiting = this.copy.pending.length;
      this.copy.receive(operations);
      // An own operation may have arrived although its answer was lost.
      if (this.copy.pending.length !== waiting) this.store.save(this.copy.pending);
      this.events.onChange();
      this.#isOpen = true;
      this.#answered();
    } catch {
      this.#failed();
    } finally {
      this.#isCatchingUp = false;
    }
    if (!this.#isAway) await this.#send();
  }

  /** Takes what the server says was drawn. */
  heard(operations: readonly Operation[]): void {
    this.copy.receive(operations);
    this.#changed();
    if (this.copy.hasGap) void this.catchUp();
  }

  /** Draws. Returns whether the rules allow it. */
  draw(draft: Draft): boolean {
    if (!this.#add(draft)) return false;
    if (draft.kind !== "undo" && draft.kind !== "redo") this.#undone = [];
    return true;
  }

  undo(key: string, page: number): void {
    const last = this.copy.view.lastUndoable(this.author.id);
    if (last !== null && this.#add({ key, page, kind: "undo", body: { key: last } })) this.#undone.push(last);
  }

  redo(key: string, page: number): void {
    const last = this.#undone.pop();
    if (last !== undefined) this.#add({ key, page, kind: "redo", body: { key: last } });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
  }

  #add(draft: Draft): boolean {
    if (!this.copy.add(draft)) return false;
    this.store.save(this.copy.pending);
    this.#changed();
    void this.#send();
    return true;
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#isAway || this.#isStopped || !this.#isOpen) return;
    this.#isSending = true;
    try {
      while (this.copy.pending.length > 0 && !this.#isStopped) {
        const call = this.copy.nextCall(this.#most);
        const answer = await this.calls.draw(call);
        if ("seqs" in answer) {
          this.copy.confirm(call, answer.seqs);
          this.#changed();
          if (this.copy.hasGap) void this.catchUp();
          // Only what the copy has the predecessors of counts as saved; a gap is closed first.
          if (call.some(({ key }) => this.copy.pending.some((draft) => draft.key === key))) break;
        } else if (!this.#refused(call, answer)) break;
        this.store.save(this.copy.pending);
      }
    } catch {
      this.#failed();
    } finally {
      this.#isSending = false;
      this.events.onState();
    }
  }

  /** Returns whether it is worth going on at once. */
  #refused(call: readonly Draft[], { error, status, retryAfterSeconds }: DrawRefusal): boolean {
    if (status === 429 || status === 401 || status >= 500) {
      this.#failed((retryAfterSeconds ?? 1) * 1_000);
      return false;
    }
    const [first] = call;
    if (call.length === 1 && first) {
      this.#most = undefined;
      this.copy.drop(first.key);
      this.#changed();
      this.events.onRefused(error);
    } else this.#most = 1;
    return true;
  }

  #changed(): void {
    this.events.onChange();
    this.events.onState();
  }

  #answered(): void {
    this.#isAway = false;
    this.#delay = FIRST_RETRY_MS;
    this.events.onState();
  }

  #failed(afterMs = this.#delay): void {
    if (this.#isStopped) return;
    this.#isAway = true;
    this.#delay = Math.min(this.#delay * 2, LAST_RETRY_MS);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.catchUp(), afterMs);
    this.events.onState();
  }
}
