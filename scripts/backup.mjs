// `pnpm backup [file]` and `pnpm restore file`: the whole database, of DATABASE_URL or the embedded one, whether the
// product runs or not. The work itself is apps/launcher/src/backup.
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { exitCode, StepFailed, tell } from "./running.mjs";

const [task = "", file] = process.argv.slice(2);

await tell(async () => {
  if (task === "restore" && !file) throw new StepFailed("Which file? pnpm restore korki-2026-11-20.dump");
  await ensureInstalled();
  await ensureBuilt();
  const name = file ?? `korki-${new Date().toISOString().slice(0, 16).replace(":", "")}.dump`;
  process.exit(await exitCode(process.execPath, ["apps/launcher/dist/main.js", task, name]));
});
