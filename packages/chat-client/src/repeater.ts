/** The first and the longest pause between attempts, in milliseconds. */
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 10_000;

/**
 * Runs a task on request: one run at a time, one more if it was requested during a run, and again after a pause if it
 * failed.
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
