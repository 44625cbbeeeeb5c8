import { commonTexts } from "@korki/contracts/texts/common";
import { ServiceError } from "./errors";

/** After how many seconds a refused caller may come back. */
const COME_BACK_SECONDS = 5;

/** Made once: writing down the stack costs more than all else of a refusal. */
const TOO_MUCH = new ServiceError("rate_limited", commonTexts.tooManyAttempts, COME_BACK_SECONDS);

/** Pieces that wait in all at most, whatever the scale: each holds a request. */
const WAITING_MAX = 10_000;

type FairQueueLimits = {
  /** Pieces of work that one key may have waiting. */
  waitingPerKey: number;
  /** Pieces of work that the keys of one group may have waiting. */
  waitingPerGroup: number;
  /** The group that a key belongs to; the key itself where it belongs to none. */
  groupOf(key: string): string;
  /** Pieces of work that may wait in all. */
  waiting: number;
};

/**
 * Runs one piece of work at a time and serves the groups of keys in turn (round robin), so that one group's thousand
 * pieces delay another group's single piece by no more than one of them.
 */
export class FairQueue {
  /** By group, the first to come first. */
  readonly #waiting = new Map<string, { key: string; start: () => Promise<void> }[]>();
  #count = 0;
  #isRunning = false;

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Returns why a piece of this key's work would be refused now, or null.
   *
   * @param scale multiplies the limits (setting RATE_LIMIT_SCALE); below 1 they stay, for who waits has not been let
   *   try yet
   */
  refusalOf(key: string, scale = 1): ServiceError | null {
    const { waiting, waitingPerGroup, waitingPerKey, groupOf } = this.limits;
    const factor = Math.max(1, scale);
    const group = this.#waiting.get(groupOf(key)) ?? [];
    const isFull =
      this.#count >= Math.min(waiting * factor, WAITING_MAX) || group.length >= waitingPerGroup * factor;
    const isKeyFull = () => group.filter((piece) => piece.key === key).length >= waitingPerKey * factor;
    return isFull || isKeyFull() ? TOO_MUCH : null;
  }

  /**
   * Runs `work` when it is the turn of the key's group. Throws `rate_limited` when too much waits already.
   *
   * @param scale as in `refusalOf`
   */
  run<T>(key: string, work: () => Promise<T>, scale = 1): Promise<T> {
    const refusal = this.refusalOf(key, scale);
    if (refusal) return Promise.reject(refusal);
    const group = this.limits.groupOf(key);
    const pieces = this.#waiting.get(group) ?? [];
    return new Promise<T>((resolve, reject) => {
      pieces.push({ key, start: () => work().then(resolve, reject) });
      this.#waiting.set(group, pieces);
      this.#count += 1;
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#take(); next; next = this.#take()) await next();
    this.#isRunning = false;
  }

  /** Takes the first piece of the group whose turn it is, and puts the group at the end. */
  #take(): (() => Promise<void>) | undefined {
    for (const [group, pieces] of this.#waiting) {
      const next = pieces.shift();
      this.#waiting.delete(group);
      if (pieces.length > 0) this.#waiting.set(group, pieces);
      this.#count -= 1;
      return next?.start;
    }
    return undefined;
  }
}
