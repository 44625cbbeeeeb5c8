/** Where a demo's clock is kept between visits. */
const KEY = "korki.clock-ahead";

let aheadMs = Number(globalThis.sessionStorage?.getItem(KEY) ?? 0);

/** Returns the product's time: the machine's, except in a demo that has a clock of its own (DEMO_NOW). */
export function now(): Date {
  return new Date(Date.now() + aheadMs);
}

/** Learns the product's time from a response. The server names it only in a demo with a clock of its own. */
export function learnClock(answer: Response): void {
  const told = Date.parse(answer.headers.get("X-Korki-Now") ?? "");
  if (Number.isNaN(told)) return;
  const ahead = told - Date.now();
  // What an answer takes on its way is no other time.
  if (Math.abs(ahead - aheadMs) < 5_000) return;
  aheadMs = ahead;
  sessionStorage.setItem(KEY, String(ahead));
}
