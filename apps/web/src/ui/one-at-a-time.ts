import { useState } from "react";

/**
 * Returns what runs acts one at a time: a second press, which may come before a button is drawn as busy, does nothing
 * until what the first one began has ended. What other components do does not count.
 */
export function oneAtATime(): (act: () => unknown) => Promise<void> {
  let isBusy = false;
  return async (act) => {
    if (isBusy) return;
    isBusy = true;
    try {
      await act();
    } catch {
      // Whoever makes a call shows how it failed.
    } finally {
      isBusy = false;
    }
  };
}

/** Runs the acts of this component one at a time. */
export function useOneAtATime(): ReturnType<typeof oneAtATime> {
  return useState(oneAtATime)[0];
}
