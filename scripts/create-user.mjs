// `pnpm user:create --role Admin --email …`: makes an account, in the database of DATABASE_URL or the embedded one,
// whether the product runs or not. The command itself is apps/api/src/cli/create-user.ts.
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { exitCode, tell } from "./running.mjs";

await tell(async () => {
  await ensureInstalled();
  await ensureBuilt();
  if (!process.env.DATABASE_URL)
    console.log("DATABASE_URL is not set: the account is made in the embedded database.");
  const command = [process.execPath, "apps/api/dist/cli/create-user.js", ...process.argv.slice(2)];
  process.exit(await exitCode(process.execPath, ["apps/launcher/dist/main.js", "with-database", ...command]));
});
