import { type ComponentType, createElement, lazy, type ReactElement } from "react";

type Screen = { default: ComponentType };

/**
 * A screen of its own chunk, which is fetched when the screen is first drawn. Whoever waits for `preload` before that
 * has it drawn at once: without it React waits a moment on an empty page, however near the chunk is.
 */
export function lazyScreen(load: () => Promise<Screen>): {
  draw: () => ReactElement;
  preload: () => Promise<void>;
} {
  const later = lazy(load);
  let loaded: Screen | undefined;
  return {
    draw: () => createElement(loaded?.default ?? later),
    async preload() {
      // What does not arrive is said where the screen would be drawn.
      loaded = await load().catch(() => undefined);
    },
  };
}
