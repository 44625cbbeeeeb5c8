import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/** Parameters of the address bar to set; "" or null takes one away. */
export type AddressChanges = Readonly<Record<string, string | null>>;

/**
 * Changes some parameters of the address bar and leaves the others. `push` makes a step that Back undoes. What the
 * bar says now counts, not what was drawn last: of two changes in quick succession neither is lost.
 */
export function useAddressChange(): (changes: AddressChanges, how?: "replace" | "push") => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (changes, how = "replace") => {
      const after = new URLSearchParams(window.location.search);
      for (const [key, value] of Object.entries(changes)) {
        if (value) after.set(key, value);
        else after.delete(key);
      }
      setParams(after, { replace: how === "replace", preventScrollReset: true });
    },
    [setParams],
  );
}
