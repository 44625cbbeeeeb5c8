import { newerVersion } from "./versions";

const STORED_VERSION = "appVersion";
const KEPT_PREFIX = "korki.kept.";

/**
 * The storage key of something that outlives a new version: a person's own choice or words. Its format never changes.
 */
export function keptKey(name: string): string {
  return `${KEPT_PREFIX}${name}`;
}

/**
 * The version marker (rules §23): a newer application than the stored one clears the caches and
 * the local storage, stores its version and reloads, once. An older one, met again while a deployment rolls over
 * several servers, changes nothing: so no two servers can send a browser back and forth.
 *
 * @returns whether the page is about to reload; nothing should be started then
 */
export async function keepVersionMarker(version: string): Promise<boolean> {
  const stored = localStorage.getItem(STORED_VERSION);
  if (stored === null) {
    localStorage.setItem(STORED_VERSION, version);
    return false;
  }
  if (!newerVersion(version, stored)) return false;
  await moveToVersion(version);
  location.reload();
  return true;
}

/** Clears what older versions left and stores the new version, for a reload that follows. */
export async function moveToVersion(version: string): Promise<void> {
  const kept = Object.entries(localStorage).filter(([key]) => key.startsWith(KEPT_PREFIX));
  localStorage.clear();
  for (const [key, value] of kept) localStorage.setItem(key, String(value));
  localStorage.setItem(STORED_VERSION, version);
  if (!("caches" in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !name.endsWith(`-${version}`)).map((name) => caches.delete(name)));
}
