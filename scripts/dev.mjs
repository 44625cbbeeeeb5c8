// `pnpm dev`: everything from source, reloading at every change.
import { ensureInstalled } from "./prepare.mjs";
import { exitCode, run, tell } from "./running.mjs";

await tell(async () => {
  await ensureInstalled();
  await run("turbo", ["run", "generate", "--output-logs=errors-only"], {
    advice: "The database client could not be generated; what is wrong stands above.",
  });
  process.exit(await exitCode("tsx", ["apps/launcher/src/main.ts", "dev"]));
});
