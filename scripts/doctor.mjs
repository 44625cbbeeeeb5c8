// `pnpm run doctor`: examines the deployment that the environment describes and says what to do; code 1 if something does
// not work. (`pnpm doctor` alone is pnpm's own command.) The work itself is apps/launcher/src/doctor.
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { exitCode, tell } from "./running.mjs";

await tell(async () => {
  await ensureInstalled();
  await ensureBuilt();
  process.exit(await exitCode(process.execPath, ["apps/launcher/dist/main.js", "doctor"]));
});
