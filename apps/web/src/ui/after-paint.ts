/** A page that nobody sees is not painted: there it waits no longer than this, in milliseconds. */
const UNSEEN_MS = 500;

/** Does something after the next paint, so that what was pressed is answered first. */
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
