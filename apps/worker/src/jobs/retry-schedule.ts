/** Seconds to wait after the first, second … try that failed for now; after the last one it has failed for good. */
export const RETRY_SECONDS: readonly number[] = [10, 30, 120, 300, 900, 2700, 7200];

/** How long to wait after this try (from 1), spread a little; null after the last. */
export function retryDelay(attempt: number, schedule: readonly number[] = RETRY_SECONDS): number | null {
  const seconds = schedule[attempt - 1];
  return seconds === undefined ? null : seconds * (0.9 + Math.random() * 0.2);
}
