// `pnpm backup [file]` and `pnpm restore file`: the whole database in pg_dump's custom format, of DATABASE_URL or the
// embedded one, whether the product runs or not.
import { fileURLToPath } from "node:url";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { exitCode, StepFailed, tell } from "./running.mjs";

const [task = "", file] = process.argv.slice(2);

await tell(async () => {
  if (task === "restore" && !file) throw new StepFailed("Which file? pnpm restore korki-2026-11-20.dump");
  await ensureInstalled();
  await ensureBuilt();
  const copy = fileURLToPath(new URL("copy-database.mjs", import.meta.url));
  const name = file ?? `korki-${new Date().toISOString().slice(0, 16).replace(":", "")}.dump`;
  const command = [process.execPath, copy, task, name];
  process.exit(await exitCode(process.execPath, ["apps/launcher/dist/main.js", "with-database", ...command]));
});
