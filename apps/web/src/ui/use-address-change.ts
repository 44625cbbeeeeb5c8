import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router-dom";

/** Parameters of the address bar to set; "" or null takes one away. */
export type AddressChanges = Readonly<Record<string, string | null>>;

/**
 * Changes some parameters of the address bar and leaves the others. `push` makes a step that Back undoes. The current
 * address counts, not the one that was drawn last: of two changes in quick succession neither is lost.
 *
 * @returns the change; its `state` stays with the new history entry
 */
export function useAddressChange(): (
  changes: AddressChanges,
  how?: "replace" | "push",
  state?: unknown,
) => void {
  const [, setParams] = useSearchParams();
  const { state: stateNow } = useLocation();
  return useCallback(
    (changes, how = "replace", state = how === "replace" ? stateNow : null) => {
      const after = new URLSearchParams(window.location.search);
      for (const [key, value] of Object.entries(changes)) {
        if (value) after.set(key, value);
        else after.delete(key);
      }
      setParams(after, { replace: how === "replace", preventScrollReset: true, state });
    },
    [setParams, stateNow],
  );
}
