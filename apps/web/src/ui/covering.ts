import { useEffect, useSyncExternalStore } from "react";

/** What lies over everything else: a question, the sign-in after an ended session. */
const covers = new Set<symbol>();
const listeners = new Set<() => void>();

/** Notes that something lies over the screen; the returned function takes it away. */
export function cover(): () => void {
  const mark = Symbol("cover");
  covers.add(mark);
  tell();
  return () => {
    covers.delete(mark);
    tell();
  };
}

/** Notes the same while a component is there. */
export function useCover(): void {
  useEffect(cover, []);
}

/** Whether what lies beneath leaves keys to something that lies over it; re-renders when it changes. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => covers.size > 0,
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}
