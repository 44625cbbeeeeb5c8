import { Board } from "./board";
import type { Author, Draft, Operation } from "./operations";

/** Characters of one call at most, so that it stays within what a socket takes. */
const CALL_CHARACTERS = 60_000;
const CALL_OPERATIONS = 100;

/**
 * One window's copy of a board (rules §31): the log as far as it is known, and the own operations that have no number yet,
 * in their order. Operations of the log may come twice and in any order.
 */
export class BoardCopy {
  readonly #log = new Board();
  /** The log, and on it the own operations without a number. */
  #view = this.#log;
  #pending: Draft[];
  /** Operations beyond a gap, by number. */
  readonly #early = new Map<number, Operation>();

  constructor(
    private readonly author: Author,
    pending: readonly Draft[] = [],
  ) {
    this.#pending = [...pending];
    this.#lookAnew();
  }

  /** What the window shows. */
  get view(): Board {
    return this.#view;
  }

  /** What everybody shares. */
  get log(): Board {
    return this.#log;
  }

  /** The own operations without a number. */
  get pending(): readonly Draft[] {
    return this.#pending;
  }

  /** Whether operations are known to be missing. */
  get hasGap(): boolean {
    return this.#early.size > 0;
  }

  /** Adds an own operation. Returns whether the rules allow it. */
  add(draft: Draft): boolean {
    if (this.#view.refusal(draft, this.author)) return false;
    if (this.#view === this.#log) this.#view = new Board(this.#log);
    this.#pending.push(draft);
    this.#applyOwn(draft);
    return true;
  }

  /** Takes operations of the log. */
  receive(operations: readonly Operation[]): void {
    for (const operation of operations) {
      if (operation.seq > this.#log.lastSeq) this.#early.set(operation.seq, operation);
    }
    for (;;) {
      const next = this.#early.get(this.#log.lastSeq + 1);
      if (!next) break;
      this.#early.delete(next.seq);
      this.#log.apply(next);
    }
    if (this.#view === this.#log) return;
    this.#pending = this.#pending.filter(({ key }) => !this.#log.has(key));
    this.#lookAnew();
  }

  /** Takes the numbers that own operations were given. */
  confirm(drafts: readonly Draft[], seqs: readonly number[]): void {
    this.receive(drafts.map((draft, at) => ({ ...draft, seq: seqs[at] ?? 0, authorId: this.author.id })));
  }

  /** Drops an own operation that the server refused. */
  drop(key: string): void {
    this.#pending = this.#pending.filter((draft) => draft.key !== key);
    this.#lookAnew();
  }

  /** What the next call sends: the first of the own operations, as many as fit, but at most `most`. */
  nextCall(most = CALL_OPERATIONS): Draft[] {
    const call: Draft[] = [];
    let characters = 0;
    for (const draft of this.#pending.slice(0, most)) {
      characters += JSON.stringify(draft).length;
      if (call.length > 0 && characters > CALL_CHARACTERS) break;
      call.push(draft);
    }
    return call;
  }

  /** Rebuilds the view: the log with one's own pending operations on top. */
  #lookAnew(): void {
    this.#view = this.#pending.length > 0 ? new Board(this.#log) : this.#log;
    for (const draft of this.#pending) {
      // What became impossible meanwhile is the server's to refuse.
      if (!this.#view.refusal(draft, this.author)) this.#applyOwn(draft);
    }
  }

  #applyOwn(draft: Draft): void {
    this.#view.apply({ ...draft, seq: this.#view.lastSeq + 1, authorId: this.author.id });
  }
}
