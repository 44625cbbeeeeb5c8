/** Waits between attempts, in milliseconds: the first, and the longest. */
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 10_000;

/**
 * Does a piece of work when asked: once at a time, once more where it was asked for meanwhile, and again after a
 * while where it failed.
 */
export class Repeater {
  #isRunning = false;
  #isWanted = false;
  #isStopped = false;
  #delay = FIRST_DELAY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  run(): void {
    this.#isWanted = true;
    clearTimeout(this.#timer);
    if (!this.#isRunning) void this.#go();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #go(): Promise<void> {
    this.#isRunning = true;
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      try {
        await this.work();
        this.#delay = FIRST_DELAY_MS;
      } catch {
        if (!this.#isStopped) this.#timer = setTimeout(() => this.run(), this.#delay);
        this.#delay = Math.min(this.#delay * 2, LAST_DELAY_MS);
        break;
      }
    }
    this.#isRunning = false;
  }
}
