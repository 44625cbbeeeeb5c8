// `prisma generate` without the schema engine's binary: the generator alone needs none, but the CLI
// insists on one being configured, so any executable that exists will do.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const cli = require.resolve("prisma/build/index.js");
const root = fileURLToPath(new URL("../..", import.meta.url));

const { status } = spawnSync(process.execPath, [cli, "generate", "--no-hints"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
});
process.exit(status ?? 1);
