/** Hands events from whoever pushes to the one who iterates, in order, until it is closed. */
export class EventQueue<T> {
  #waiting: T[] = [];
  #wake: (() => void) | null = null;
  #closed = false;

  /** @param overflow what stands for everything that waits, once more than `limit` events do */
  constructor(
    private readonly limit: number,
    private readonly overflow: () => T,
  ) {}

  push(event: T): void {
    if (this.#closed) return;
    if (this.#waiting.length >= this.limit) this.#waiting = [this.overflow()];
    else this.#waiting.push(event);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *events(): AsyncGenerator<T, void> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event !== undefined) yield event;
      else if (this.#closed) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = null;
      }
    }
  }
}
