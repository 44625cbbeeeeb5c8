/** The doctor's finding on one subject: it works, it works but somebody should look at it, or it does not work. */
export interface Finding {
  readonly state: "ok" | "look" | "broken";
  readonly what: string;
  /** In plain words: what was found, and what to do about it. */
  readonly text: string;
}

export const ok = (what: string, text: string): Finding => ({ state: "ok", what, text });
export const look = (what: string, text: string): Finding => ({ state: "look", what, text });
export const broken = (what: string, text: string): Finding => ({ state: "broken", what, text });

/** Returns the reason of an error, also of one for several addresses of a name. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(", ");
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${reasonOf(error.cause)})` : error.message;
}
