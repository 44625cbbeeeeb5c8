// The built page begins here (build/start-in-pieces.ts): first it is painted, then what the application is made of is
// set up piece by piece, with room between them for a tap or a key, which a slow phone would else leave unanswered.
export {};

/** A tab in the background paints nothing. */
const PAINTED_AT_LATEST_MS = 300;

await painted();
for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")) {
  await import(/* @vite-ignore */ href);
  await nextTask();
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
    setTimeout(resolve, PAINTED_AT_LATEST_MS);
  });
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
