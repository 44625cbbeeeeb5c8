import type { Plugin, Rolldown } from "vite";

/**
 * Fails a build whose chunks import each other in a circle: what one of them needs at its start may not be there yet,
 * and the screen breaks only in the browser.
 */
export function noChunkCycles(): Plugin {
  return {
    name: "korki:no-chunk-cycles",
    apply: "build",
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const path: string[] = [];
      const visit = (name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk" || done.has(name)) return;
        if (path.includes(name)) {
          this.error(`chunks import each other: ${[...path.slice(path.indexOf(name)), name].join(" → ")}`);
        }
        path.push(name);
        for (const imported of chunk.imports) visit(imported);
        path.pop();
        done.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name);
    },
  };
}

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
