/** What no error response may contain: how the product is built, where it runs, what went wrong inside. */
const LEAK =
  /prisma|postgres|\bpg_|\bSELECT\b|\bINSERT\b|redis|node_modules|\.ts:|\.js:|\bat \w+ \(|stack|ECONN|TypeError|zod/i;

/** Returns whether a text contains internals. */
export function leaks(text: string): boolean {
  return LEAK.test(text);
}

/**
 * Returns whether a failed call's answer has its protocol's shape, with a text for the person and without internals.
 */
export function isErrorResponse(text: string): boolean {
  if (leaks(text)) return false;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return false;
  }
  const outcomes = Array.isArray(body) ? body : [body];
  return outcomes.length > 0 && outcomes.every(isOutcome);
}

/** REST's `{"error": text}`, tRPC's `{"error": {"message": text, …}}`, and within a batch what went well. */
function isOutcome(outcome: unknown): boolean {
  const { error, result } = (outcome ?? {}) as { error?: unknown; result?: unknown };
  if (result !== undefined) return true;
  const message = typeof error === "string" ? error : (error as { message?: unknown } | undefined)?.message;
  return typeof message === "string" && message.length > 0;
}
