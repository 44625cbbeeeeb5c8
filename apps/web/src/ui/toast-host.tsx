import { type ComponentType, useSyncExternalStore } from "react";

let area: ComponentType | null = null;
const listeners = new Set<() => void>();

/** Puts the area where toasts appear on the page, once its code is there. */
export function publishToastArea(component: ComponentType): void {
  area = component;
  for (const listener of listeners) listener();
}

/** The place of the toasts on every page; empty until the first toast. */
export function ToastHost() {
  const Area = useSyncExternalStore(subscribe, () => area);
  return Area ? <Area /> : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
