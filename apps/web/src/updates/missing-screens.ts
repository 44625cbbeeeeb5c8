import { holdsUnsavedWork } from "./unsaved-work";

const LAST_RELOAD = "korki-missing-screen";
const ONCE_IN_MS = 60_000;

let aside = 0;

/**
 * A screen's file that is gone from the server means that a newer application stands there: the page is loaded anew,
 * but not over unsaved work, not without a connection, and not twice in a row. Otherwise the screen says what happened.
 */
export function reloadForMissingScreens(): void {
  addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
    if (aside > 0 || !navigator.onLine || holdsUnsavedWork() || Date.now() - last < ONCE_IN_MS) return;
    sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
    location.reload();
  });
}

/** Fetches code that the open screen can do without: where it does not arrive, the page stays as it is. */
export async function fetchAside<Code>(load: () => Promise<Code>): Promise<Code> {
  aside += 1;
  try {
    return await load();
  } finally {
    aside -= 1;
  }
}
