import type { Plugin, Rolldown } from "vite";

/**
 * Notes which built files the two pages begin with: their entries, what these import, and their styles. The service
 * worker stores these when it is installed; other screens when they are opened.
 */
export function firstPageFiles(): { plugin: Plugin; has: (url: string) => boolean } {
  const files = new Set<string>();
  const plugin: Plugin = {
    name: "korki:first-page-files",
    apply: "build",
    generateBundle(_options, bundle) {
      const add = (name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk" || files.has(name)) return;
        files.add(name);
        for (const css of importedCss(chunk)) files.add(css);
        for (const imported of chunk.imports) add(imported);
      };
      for (const file of Object.values(bundle)) if (file.type === "chunk" && file.isEntry) add(file.fileName);
    },
  };
  return { plugin, has: (url) => files.has(url) };
}

function importedCss(chunk: Rolldown.OutputChunk): Iterable<string> {
  return chunk.viteMetadata?.importedCss ?? [];
}
