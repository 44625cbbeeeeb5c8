import { type ComponentType, lazy } from "react";

type Screen = { default: ComponentType };

/**
 * A screen of its own chunk, which is fetched when the screen is first drawn. Whoever waits for `preload` before that
 * has it drawn at once: without it React waits a moment on an empty page, however near the chunk is.
 */
export function lazyScreen(load: () => Promise<Screen>): {
  Screen: ComponentType;
  preload: () => Promise<void>;
} {
  let loaded: Screen | undefined;
  const Screen = lazy(() => (loaded ? atOnce(loaded) : load()));
  return {
    Screen,
    async preload() {
      // What does not arrive is said where the screen would be drawn.
      loaded = await load().catch(() => undefined);
    },
  };
}

/** A promise that calls back within `then` itself, so that nobody who asks has to wait. */
function atOnce<T>(value: T): Promise<T> {
  const settled = Promise.resolve(value);
  // biome-ignore lint/suspicious/noThenProperty: to answer at once is what this is for.
  return Object.assign(settled, { then: (use: (value: T) => unknown) => use(value) }) as Promise<T>;
}
