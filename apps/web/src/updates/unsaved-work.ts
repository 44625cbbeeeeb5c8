import { createContext, useContext, useEffect, useId } from "react";

/**
 * Which forms hold something that was typed and not saved. An update waits for them, in every tab, and a session that
 * ends does not take them away.
 */
const dirtyForms = new Map<string, { warn: boolean; within: string | null }>();
const savedListeners = new Set<() => void>();

/** The popup that a form stands in; null on the page itself. */
export const WorkWithin = createContext<string | null>(null);

/** Is told of the browser's Back and Forward. */
let popGuard: ((event: Event) => void) | null = null;
// A window calls its listeners in the order of adding: this one is there before the router's.
globalThis.addEventListener?.("popstate", (event) => popGuard?.(event));

/** Held, shared, by each tab with unsaved work, so that other tabs know. */
const LOCK = "korki-unsaved-work";
let releaseLock: (() => void) | null = null;

/**
 * Marks that this component holds unsaved work while `dirty`.
 *
 * @param warn whether the browser asks before the tab is closed or reloaded; not worth it for a sign-in
 */
export function useUnsavedWork(dirty: boolean, { warn = true }: { warn?: boolean } = {}): void {
  const key = useId();
  const within = useContext(WorkWithin);
  useEffect(() => {
    if (!dirty) return;
    dirtyForms.set(key, { warn, within });
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
 * @param popup asks for the forms of this popup alone
 */
export function holdsUnsavedWork(popup?: string): boolean {
  return popup === undefined
    ? dirtyForms.size > 0
    : [...dirtyForms.values()].some(({ within }) => within === popup);
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

/**
 * Calls back at each step of the browser's Back and Forward before the router hears of it, which it does not when the
 * event is stopped there. One guard at a time.
 */
export function guardPops(guard: (event: Event) => void): () => void {
  popGuard = guard;
  return () => {
    popGuard = null;
  };
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
  event.preventDefault();
}
