// `pnpm backup [file]`, `pnpm restore [file]`, `pnpm backup:prove`: the database of DATABASE_URL or the embedded one. With
// a file: a dump, whether the product runs or not. Without: the archive of BACKUP_DIR (`--to`, `--into`, `--from`). The work itself is
// apps/launcher/src/backup and archive.
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { exitCode, StepFailed, tell } from "./running.mjs";

const [task = "", ...args] = process.argv.slice(2);

await tell(async () => {
  const archived = Boolean(process.env.BACKUP_DIR);
  const named = args.length > 0;
  if (task === "restore" && !named && !archived)
    throw new StepFailed("Which file? pnpm restore korki-2026-11-20.dump");
  await ensureInstalled();
  await ensureBuilt();
  const today = `korki-${new Date().toISOString().slice(0, 16).replace(":", "")}.dump`;
  const command = task === "backup" && !named && !archived ? [today] : args;
  process.exit(await exitCode(process.execPath, ["apps/launcher/dist/main.js", task, ...command]));
});
