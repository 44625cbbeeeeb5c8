import { commonTexts } from "@korki/contracts/texts/common";
import { ServiceError } from "../errors";

/** After how many seconds a refused caller may come back. */
const COME_BACK_SECONDS = 5;

/** Made once: writing down the stack costs more than all else of a refusal. */
const TOO_MUCH = new ServiceError("rate_limited", commonTexts.tooManyAttempts, COME_BACK_SECONDS);

type FairQueueLimits = {
  /** Pieces of work that one key may have waiting. */
  waitingPerKey: number;
  /** Pieces of work that may wait in all. */
  waiting: number;
};

/**
 * Runs one piece of work at a time and serves the keys in turn (round robin), so that one key's thousand pieces
 * delay another key's single piece by no more than one of them.
 */
export class FairQueue {
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  #count = 0;
  #isRunning = false;

  constructor(private readonly limits: FairQueueLimits) {}

  /** Returns why a piece of this key's work would be refused now, or null. */
  refusalOf(key: string): ServiceError | null {
    const own = this.#waiting.get(key)?.length ?? 0;
    return own >= this.limits.waitingPerKey || this.#count >= this.limits.waiting ? TOO_MUCH : null;
  }

  /** Runs `work` when it is the key's turn. Throws `rate_limited` when too much waits already. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const refusal = this.refusalOf(key);
    if (refusal) return Promise.reject(refusal);
    const own = this.#waiting.get(key) ?? [];
    return new Promise<T>((resolve, reject) => {
      own.push(() => work().then(resolve, reject));
      this.#waiting.set(key, own);
      this.#count += 1;
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#take(); next; next = this.#take()) await next();
    this.#isRunning = false;
  }

  /** Takes the first piece of the key whose turn it is, and puts the key at the end. */
  #take(): (() => Promise<void>) | undefined {
    for (const [key, own] of this.#waiting) {
      const next = own.shift();
      this.#waiting.delete(key);
      if (own.length > 0) this.#waiting.set(key, own);
      this.#count -= 1;
      return next;
    }
    return undefined;
  }
}
