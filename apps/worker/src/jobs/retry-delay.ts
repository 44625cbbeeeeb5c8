/** Seconds to wait after the first, second … failed attempt. After the last one the delivery has failed. */
export const RETRY_SECONDS: readonly number[] = [10, 30, 120, 300, 900, 2700, 7200];

/** Returns the seconds to wait after this attempt (from 1), with jitter; null after the last one. */
export function retryDelay(attempt: number, schedule: readonly number[] = RETRY_SECONDS): number | null {
  const seconds = schedule[attempt - 1];
  return seconds === undefined ? null : seconds * (0.9 + Math.random() * 0.2);
}
