/** What the demo's ids are counted by; each kind has its own thousand. */
const KINDS = [
  "user",
  "section",
  "lesson",
  "payment",
  "payout",
  "conversation",
  "message",
  "trial",
  "guardianship",
  "visit",
  "bill",
  "order",
  "board",
  "watch",
  "bank statement",
  "bank line",
] as const;
export type DemoKind = (typeof KINDS)[number];

/**
 * Returns the id of the n-th object of a kind: a UUIDv7 that is the same in every demo, so that a bookmarked address
 * works in the next one too.
 */
export function demoId(kind: DemoKind, n: number): string {
  const count = (KINDS.indexOf(kind) + 1) * 100_000 + n;
  return `01930000-0000-7000-8000-${String(count).padStart(12, "0")}`;
}
