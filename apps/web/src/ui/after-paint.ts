/** A hidden page is not painted: there the work starts after this many milliseconds. */
const UNSEEN_MS = 500;

/** Does the work after the next paint, so that a press is answered first. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, UNSEEN_MS);
}
