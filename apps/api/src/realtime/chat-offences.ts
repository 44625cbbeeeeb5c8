/** A connection may say this much more than its account may send: readings, renewals, what is refused. */
const EVENTS_PER_MESSAGE = 4;
const EVENTS_BESIDES = 60;
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

/**
 * Says how much one connection may say.
 *
 * @param messages how many messages its account may send in ten seconds
 * @param besides how many events beside those
 * @returns asked at each event: whether it is still within measure; an event may count as several
 */
export function eventMeasure(messages: number, besides = EVENTS_BESIDES): (amount?: number) => boolean {
  const most = messages * EVENTS_PER_MESSAGE + besides;
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
