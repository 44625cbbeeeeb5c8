import { holdsUnsavedWork } from "./unsaved-work";

const LAST_RELOAD = "korki-missing-screen";
const ONCE_IN_MS = 60_000;

/**
 * A screen's file that is gone from the server means that a newer version is deployed: the page is reloaded,
 * but not over unsaved work, not without a connection, and not twice in a row. Otherwise the screen says what happened.
 */
export function reloadForMissingScreens(): void {
  addEventListener("vite:preloadError", () => {
    if (quiet > 0) return;
    const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
    if (!navigator.onLine || holdsUnsavedWork() || Date.now() - last < ONCE_IN_MS) return;
    sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
    location.reload();
  });
}

/** Files in loading whose failure does not reload the page. */
let quiet = 0;

/** Loads a file; where it fails, the page is not reloaded. */
export async function loadWithoutReload<T>(load: () => Promise<T>): Promise<T> {
  quiet += 1;
  try {
    return await load();
  } finally {
    quiet -= 1;
  }
}

/** Fetches a file before it is asked for. Where it fails nothing happens: it is fetched again when it is. */
export async function fetchAhead(load: () => Promise<unknown>): Promise<void> {
  // A failure is said when somebody opens it.
  if (navigator.onLine) await loadWithoutReload(load).catch(() => undefined);
}
