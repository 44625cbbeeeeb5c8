/** A hidden page is not painted: there the work starts after this many milliseconds. */
const UNSEEN_MS = 500;

const pending = new Set<() => void>();

// Listens from the start, as `pagehide` reaches its listeners in the order of their registration, also those that
// capture it: what was pressed is done before a screen keeps its state.
addEventListener("pagehide", () => {
  for (const work of [...pending]) work();
});

/** Does the work after the next paint, so that a press is answered first; at once where the page goes before that. */
export function afterPaint(work: () => void): void {
  const once = () => {
    if (pending.delete(once)) work();
  };
  pending.add(once);
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, UNSEEN_MS);
}
