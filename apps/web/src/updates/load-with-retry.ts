import { loadWithoutReload } from "./missing-screens";

const AGAIN_MS = 5_000;

/**
 * Loads a module and its styles, however long that takes. A browser asks for a module that failed only once, and Vite for a
 * style sheet: the error names them, and they are asked for in another way.
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  let next = load;
  for (;;) {
    try {
      return await loadWithoutReload(next);
    } catch (error) {
      const [url = "", kind] = /https?:\S+\.(js|css)/.exec(String(error)) ?? [];
      if (kind === "css") next = () => loadStyles(url).then(load);
      if (kind === "js") next = () => import(/* @vite-ignore */ `${url}?${Date.now()}`);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

function loadStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`Cannot load ${href}`));
    };
    document.head.append(link);
  });
}
