import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
/** Below this a compressed copy saves less than its headers cost. */
const SMALLEST = 512;

/** Puts a brotli and a gzip copy beside every text file of the build, so that the server never compresses them. */
export function precompress(): Plugin {
  let dist = "";
  return {
    name: "korki:precompress",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      dist = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const files = await readdir(dist, { recursive: true });
        await Promise.all(
          files.filter((file) => TEXT.test(file)).map((file) => compress(path.join(dist, file))),
        );
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  // An earlier build into the same folder has done it.
  if ((await stat(file)).size < SMALLEST || existsSync(`${file}.br`)) return;
  const content = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
