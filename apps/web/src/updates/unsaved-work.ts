import { createContext, useContext, useEffect, useEffectEvent, useId } from "react";

/**
 * Which forms hold something that was typed and not saved. An update waits for them, in every tab, and a session that
 * ends does not take them away.
 */
const dirtyForms = new Map<string, DirtyForm>();
type DirtyForm = { readonly warn: boolean; readonly within: string | null; readonly holds: () => boolean };

const savedListeners = new Set<() => void>();

/** The popup that contains a form; null on the page itself. */
export const WorkWithin = createContext<string | null>(null);

/** Held, shared, by each tab with unsaved work, so that other tabs know. */
const LOCK = "korki-unsaved-work";
let releaseLock: (() => void) | null = null;

/**
 * Marks that this component holds unsaved work while `dirty`.
 *
 * @param how `warn`: whether the browser asks before the tab is closed or reloaded; not worth it for a sign-in.
 *   `holds`: whether it still does, for a form that was saved a moment ago and is not drawn again yet
 */
export function useUnsavedWork(dirty: boolean, how: { warn?: boolean; holds?: () => boolean } = {}): void {
  const key = useId();
  const within = useContext(WorkWithin);
  const { warn = true } = how;
  const holds = useEffectEvent(() => how.holds?.() ?? true);
  useEffect(() => {
    if (!dirty) return;
    dirtyForms.set(key, { warn, within, holds: () => holds() });
    changed();
    return () => {
      dirtyForms.delete(key);
      changed();
    };
  }, [dirty, warn, within, key]);
}

/**
 * Whether a form in this tab holds unsaved work.
 *
 * @param popup counts the forms of this popup alone
 */
export function holdsUnsavedWork(popup?: string): boolean {
  return formsOf(popup).some(([, { holds }]) => holds());
}

/**
 * Forgets unsaved work that the person gave up: leaving it does not ask again.
 *
 * @param popup only what this popup holds
 */
export function discardWork(popup?: string): void {
  for (const [key] of formsOf(popup)) dirtyForms.delete(key);
  changed();
}

function formsOf(popup: string | undefined): [string, DirtyForm][] {
  return [...dirtyForms].filter(([, { within }]) => popup === undefined || within === popup);
}

/** Whether a form in any tab does. Where the browser cannot tell, this tab alone counts. */
export async function anyTabHoldsUnsavedWork(): Promise<boolean> {
  if (holdsUnsavedWork()) return true;
  if (!("locks" in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOCK);
}

/** Calls back when the last unsaved work of this tab was saved or given up. */
export function onWorkSaved(listener: () => void): () => void {
  savedListeners.add(listener);
  return () => savedListeners.delete(listener);
}

function changed(): void {
  const warns = [...dirtyForms.values()].some(({ warn }) => warn);
  removeEventListener("beforeunload", askBeforeLeaving);
  if (warns) addEventListener("beforeunload", askBeforeLeaving);
  if (dirtyForms.size > 0) holdLock();
  else {
    releaseLock?.();
    releaseLock = null;
    for (const listener of savedListeners) listener();
  }
}

function holdLock(): void {
  if (releaseLock || !("locks" in navigator)) return;
  const released = new Promise<void>((resolve) => {
    releaseLock = resolve;
  });
  void navigator.locks.request(LOCK, { mode: "shared" }, () => released);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  // A form that was saved a moment ago is not drawn again yet.
  if ([...dirtyForms.values()].some(({ warn, holds }) => warn && holds())) event.preventDefault();
}
