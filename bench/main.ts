// `pnpm bench <name> [arguments]`: runs one benchmark or drill. Without a name it lists them.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Files that belong to others and are not started by themselves. */
const PARTS = /node_modules|^lab\/|harness|^(main|load-data|series\/rest)\.ts$/;

const root = import.meta.dirname;
const [name = "", ...args] = process.argv.slice(2);
const file = path.resolve(root, `${name}.ts`);

if (name && file.startsWith(root) && existsSync(file)) {
  // Each finds its arguments where it would if it were started directly.
  process.argv = [process.argv[0] ?? "node", file, ...args];
  await import(pathToFileURL(file).href);
} else {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((each) => each.endsWith(".ts") && !PARTS.test(each))
    .map((each) => each.replace(/\.ts$/, ""));
  console.error(`usage: pnpm bench <name> [arguments]\n\n${names.sort().join("\n")}`);
  process.exitCode = 1;
}
