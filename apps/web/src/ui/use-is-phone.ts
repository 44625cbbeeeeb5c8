import { useSyncExternalStore } from "react";

const phone = globalThis.matchMedia?.("(max-width: 47.99em)");

/** Whether the screen is narrower than 768 px: the side panel is a drawer, rows are cards, modals are full sheets. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}

function isPhone(): boolean {
  return phone?.matches ?? false;
}

function subscribe(listener: () => void): () => void {
  phone?.addEventListener("change", listener);
  return () => phone?.removeEventListener("change", listener);
}
