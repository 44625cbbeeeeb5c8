// The built page begins here (build/start-in-pieces.ts): first it is painted, then what the application is made of is
// set up piece by piece, with room between them for a tap or a key, which a slow phone would else leave unanswered.
// Where a piece does not arrive (a weak network, a deployment under way), the page is loaded anew, once.
export {};

/** A tab in the background paints nothing. */
const PAINTED_AT_LATEST_MS = 300;

/** Set while the page was loaded anew because a piece did not arrive. */
const LOADED_ANEW = "korki-loaded-anew";

await painted();
let isWhole = true;
let hasBegun = false;
for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")) {
  try {
    await import(/* @vite-ignore */ href);
    // So it stays with the last one, the entry.
    hasBegun = true;
  } catch (failure) {
    isWhole = false;
    hasBegun = false;
    reportError(failure);
  }
  await nextTask();
}
if (isWhole) sessionStorage.removeItem(LOADED_ANEW);
else if (navigator.onLine && !sessionStorage.getItem(LOADED_ANEW)) {
  sessionStorage.setItem(LOADED_ANEW, "yes");
  location.reload();
} else if (!hasBegun) offerToLoadAnew();

/** A browser does not ask twice for a script that got lost on its way; only a new page does. */
function offerToLoadAnew(): void {
  const note = document.getElementById("not-started");
  note?.removeAttribute("hidden");
  note?.querySelector("button")?.addEventListener("click", () => location.reload());
  addEventListener("online", () => location.reload());
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
