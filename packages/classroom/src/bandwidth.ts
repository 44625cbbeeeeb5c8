/** Below this estimate (bit/s) for so long, the camera gives way to the sound (rules §30). */
const WEAK_BELOW = 150_000;
const WEAK_AFTER_MS = 5_000;
/** Above this one for so long, it comes back. */
const STRONG_ABOVE = 300_000;
const STRONG_AFTER_MS = 15_000;
/**
 * A browser estimates its bandwidth from what it sends. With sound alone the estimate may never rise, so the camera is tried
 * again after this time. Each failed try doubles the wait, at most so many times.
 */
const TRY_AFTER_MS = 30_000;
const DOUBLED_MAX = 3;
/** How long the estimate may take to rise when the camera is tried; until then it does not count. */
const RISING_MS = 10_000;

/** Whether a window's way out is too narrow for its camera. */
export type Bandwidth = {
  readonly isWeak: boolean;
  /** Since when the estimate says the contrary (milliseconds). */
  readonly since: number | null;
  /** When the camera went or came last. */
  readonly turnedAt: number;
  /** Failed tries in a row, and the present one. */
  readonly tries: number;
};

export const ENOUGH: Bandwidth = { isWeak: false, since: null, turnedAt: 0, tries: 0 };

/** Takes an estimate of what can be sent (bit/s) at a moment (milliseconds); null: unknown, which changes nothing. */
export function stepBandwidth(state: Bandwidth, estimate: number | null, now: number): Bandwidth {
  const { isWeak, turnedAt, tries } = state;
  if (estimate === null) return { ...state, since: null };
  const isRising = !isWeak && tries > 0 && now - turnedAt < RISING_MS;
  const isContrary = isWeak ? estimate > STRONG_ABOVE : estimate < WEAK_BELOW && !isRising;
  const since = isContrary ? (state.since ?? now) : null;
  const lasts = since !== null && now - since >= (isWeak ? STRONG_AFTER_MS : WEAK_AFTER_MS);
  if (lasts) {
    const hasFailed = !isWeak && now - turnedAt < TRY_AFTER_MS;
    return { isWeak: !isWeak, since: null, turnedAt: now, tries: hasFailed ? tries : 0 };
  }
  if (isWeak && now - turnedAt >= TRY_AFTER_MS * 2 ** Math.min(tries, DOUBLED_MAX))
    return { isWeak: false, since: null, turnedAt: now, tries: tries + 1 };
  return { ...state, since };
}
