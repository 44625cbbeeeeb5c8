import type { Plugin } from "vite";

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
