import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/**
 * Reports how much JavaScript a page needs before it shows anything, or a part that is loaded later (bytes over the wire,
 * brotli), and fails a build that needs more.
 *
 * @param budget.without a chunk that does not count
 * @param budget.after the page that has loaded its own before it loads this part
 */
export function entryBudget(budget: {
  entry: string;
  bytes: number;
  without?: string;
  after?: string;
}): Plugin {
  const { entry, bytes, without, after } = budget;
  return {
    name: `korki:entry-budget-${entry}`,
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      const neededBy = (which: string) => {
        const needed = new Set<string>();
        const add = (name: string) => {
          const chunk = bundle[name];
          if (chunk?.type !== "chunk" || needed.has(name)) return;
          needed.add(name);
          for (const imported of chunk.imports) add(imported);
        };
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk" && (file.isEntry || file.isDynamicEntry) && file.name === which)
            add(file.fileName);
        }
        if (needed.size === 0) this.error(`there is no entry ${which}`);
        return needed;
      };
      const there = after === undefined ? new Set() : neededBy(after);

      const sizes = await Promise.all(
        [...neededBy(entry)].map(async (name) => {
          if (there.has(name)) return 0;
          const chunk = bundle[name];
          return chunk?.type === "chunk" && chunk.name !== without ? compressedSize(chunk.code) : 0;
        }),
      );
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const text = `${entry}: ${(total / 1000).toFixed(1)} kB of JavaScript (brotli), ${bytes / 1000} kB allowed`;
      if (total > bytes) this.error(text);
      else this.info(text);
    },
  };
}

async function compressedSize(code: string): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return (await promisify(brotliCompress)(code, { params })).length;
}
