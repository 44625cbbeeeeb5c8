/**
 * A counter of changes to wait for, used by the pages' long polls and the tests' `waitFor…`. Nothing here polls: code
 * that changes the state calls `bump`.
 */
export class Changes {
  #revision: number;
  readonly #waiting = new Set<() => void>();

  constructor() {
    // Time-based, so that a page that was open over a restart does not mistake the new revision for a known one.
    this.#revision = Date.now();
  }

  get revision(): number {
    return this.#revision;
  }

  bump(): void {
    this.#revision += 1;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves at the next bump with true, or with false after `timeoutMs` or when `signal` aborts. */
  next(timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const finish = (changed: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal?.removeEventListener("abort", abort);
        resolve(changed);
      };
      const wake = () => finish(true);
      const abort = () => finish(false);
      const timer = setTimeout(abort, timeoutMs);
      this.#waiting.add(wake);
      signal?.addEventListener("abort", abort);
    });
  }

  /**
   * Waits until `find` returns something. Calls it at once and after each change.
   * @throws Error with `missing()` as its text when nothing was found within `timeoutMs`.
   */
  async until<T>(find: () => T | undefined, timeoutMs: number, missing: () => string): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const left = deadline - Date.now();
      if (left <= 0 || !(await this.next(left))) {
        const last = find();
        if (last !== undefined) return last;
        if (Date.now() >= deadline) throw new Error(missing());
      }
    }
  }

  /** Wakes all waiters, so that a server can close without waiting for their timeouts. */
  release(): void {
    this.bump();
  }
}
