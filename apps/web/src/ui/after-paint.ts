/** A hidden page is not painted: there the work starts after this many milliseconds. */
const UNSEEN_MS = 500;
const CAPTURE = true;

/** Does the work after the next paint, so that a press is answered first; at once where the page goes before that. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    removeEventListener("pagehide", once, CAPTURE);
    work();
  };
  // Before those who keep what is on the page.
  addEventListener("pagehide", once, CAPTURE);
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, UNSEEN_MS);
}
