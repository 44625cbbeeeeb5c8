import { useSyncExternalStore } from "react";
import { keptKey } from "../updates/version-marker";

/** A person's choice of look; `auto` follows the system. */
export type ColourScheme = "light" | "dark" | "auto";

const KEY = keptKey("colour-scheme");
const listeners = new Set<(scheme: ColourScheme) => void>();

/** The look that this browser's person has chosen. */
export function colourScheme(): ColourScheme {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "auto";
}

/** Stores the choice and shows it. */
export function setColourScheme(scheme: ColourScheme): void {
  // A listener may store the choice again.
  if (scheme === colourScheme()) return;
  localStorage.setItem(KEY, scheme);
  for (const listener of listeners) listener(scheme);
}

/** Calls back when the choice changes, in this tab or another. */
export function onColourScheme(listener: (scheme: ColourScheme) => void): () => void {
  const stored = ({ key }: StorageEvent) => {
    if (key === KEY) listener(colourScheme());
  };
  listeners.add(listener);
  addEventListener("storage", stored);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", stored);
  };
}

/** The choice; re-renders when it changes. */
export function useColourScheme(): ColourScheme {
  return useSyncExternalStore(onColourScheme, colourScheme);
}

/** Keeps the page in the chosen look where no component library does. Called once, at startup. */
export function followColourScheme(): void {
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const chosen = colourScheme();
    const shown = chosen === "auto" ? (systemIsDark.matches ? "dark" : "light") : chosen;
    document.documentElement.dataset.mantineColorScheme = shown;
  };
  show();
  onColourScheme(show);
  systemIsDark.addEventListener("change", show);
}
