import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/** What the first visit to /auth may move of JavaScript over the wire, in bytes, brotli. */
const BUDGET = 90_000;

/** The page that visitors come to first. */
const ENTRY = "visitor";

/** Reports how much JavaScript the visitors' pages need, and fails a build that needs more than the budget. */
export function firstVisitBudget(): Plugin {
  return {
    name: "korki:first-visit-budget",
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      const needed = new Set<string>();
      const add = (name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== "chunk" || needed.has(name)) return;
        needed.add(name);
        for (const imported of chunk.imports) add(imported);
      };
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && file.isEntry && file.name === ENTRY) add(file.fileName);
      }
      if (needed.size === 0) this.error(`there is no entry ${ENTRY}`);

      const sizes = await Promise.all(
        [...needed].map(async (name) => {
          const chunk = bundle[name];
          return chunk?.type === "chunk" ? compressedSize(chunk.code) : 0;
        }),
      );
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const text = `first visit: ${(total / 1000).toFixed(1)} kB of JavaScript (brotli), ${BUDGET / 1000} kB allowed`;
      if (total > BUDGET) this.error(text);
      else this.info(text);
    },
  };
}

async function compressedSize(code: string): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return (await promisify(brotliCompress)(code, { params })).length;
}
