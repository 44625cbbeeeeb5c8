/** Well above what finding, noting and mailing takes, well below what a person notices. */
const FLOOR_MS = 150;

/**
 * Returns or throws after no less than a fixed time, so that the duration does not reveal whether an account exists
 * (rules §3).
 */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, FLOOR_MS)),
  ]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
