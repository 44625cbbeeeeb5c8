/** Well above what finding, noting and mailing takes, well below what a person notices. */
const FLOOR_MS = 150;

/**
 * Answers, or fails, after no less than a fixed time, so that how long it took does not tell whether an account
 * exists (decisions §3).
 */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, FLOOR_MS)),
  ]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
