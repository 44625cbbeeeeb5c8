/** Below this estimate (bit/s) for so long, the camera gives way to the sound (rules §30). */
const WEAK_BELOW = 150_000;
const WEAK_AFTER_MS = 5_000;
/** Above this one for so long, it comes back. */
const STRONG_ABOVE = 300_000;
const STRONG_AFTER_MS = 15_000;

/** Whether a window's way out is too narrow for its camera; `since`: since when the estimate says the contrary. */
export type Bandwidth = { readonly isWeak: boolean; readonly since: number | null };

export const ENOUGH: Bandwidth = { isWeak: false, since: null };

/** Takes an estimate of what can be sent (bit/s) at a moment (milliseconds); null: unknown, which changes nothing. */
export function stepBandwidth(state: Bandwidth, estimate: number | null, now: number): Bandwidth {
  const { isWeak } = state;
  if (estimate === null) return { isWeak, since: null };
  const isContrary = isWeak ? estimate > STRONG_ABOVE : estimate < WEAK_BELOW;
  if (!isContrary) return { isWeak, since: null };
  const since = state.since ?? now;
  const lasts = now - since >= (isWeak ? STRONG_AFTER_MS : WEAK_AFTER_MS);
  return lasts ? { isWeak: !isWeak, since: null } : { isWeak, since };
}
