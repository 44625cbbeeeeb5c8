const WINDOW_MS = 10_000;
/** After so many offences within the window an account is not let in for as long; RATE_LIMIT_SCALE multiplies it. */
const OFFENCES_MOST = 3;

type Window = { since: number; count: number };

/** Counts within windows of ten seconds. */
function countIn(window: Window, now: number, amount = 1): number {
  if (now - window.since > WINDOW_MS) {
    window.since = now;
    window.count = 0;
  }
  window.count += amount;
  return window.count;
}

/** Returns a counter that tells of each event, which may count as several, whether it is within `most` in ten seconds. */
export function atMostPerWindow(most: number): (amount?: number) => boolean {
  const window = { since: 0, count: 0 };
  return (amount) => countIn(window, Date.now(), amount) <= most;
}

/** Accounts whose connections had to be closed for flooding, for what cannot be parsed, or for its size. */
export class Offences {
  readonly #windows = new Map<string, Window>();

  constructor(private readonly scale: number) {}

  note(userId: string): void {
    const window = this.#windows.get(userId) ?? { since: 0, count: 0 };
    countIn(window, Date.now());
    this.#windows.set(userId, window);
  }

  isBarred(userId: string): boolean {
    const window = this.#windows.get(userId);
    if (!window) return false;
    if (Date.now() - window.since > WINDOW_MS) {
      this.#windows.delete(userId);
      return false;
    }
    return window.count > OFFENCES_MOST * this.scale;
  }
}
