import { openDatabase } from "@korki/db";
import { createRateLimits } from "@korki/services";
import { loadSettings, settingsOrExit } from "@korki/settings";
import { pino } from "pino";
import { askHidden, Interrupted } from "../terminal/ask-hidden";
import { createUserCommand, UsageError } from "../terminal/create-user-command";

/** `pnpm user:create`: makes an account of any role in the database of DATABASE_URL. */
const settings = settingsOrExit(() => loadSettings(process.env));

/** A password from a pipe is not asked for twice. */
let piped: Promise<string> | undefined;
const terminal = { input: process.stdin, output: process.stderr };
const ask = (question: string) => {
  if (process.stdin.isTTY) return askHidden(terminal, question);
  piped ??= askHidden(terminal, question);
  return piped;
};

try {
  await createUserCommand({
    args: process.argv.slice(2),
    env: process.env,
    ask,
    say: (line) => console.log(line),
    services() {
      if (settings.databaseUrl === null) {
        throw new UsageError(
          "DATABASE_URL is not set. `pnpm user:create` finds the embedded database by itself.",
        );
      }
      console.log(`Database: ${withoutPassword(settings.databaseUrl)}`);
      return {
        db: openDatabase(settings.databaseUrl, 1),
        settings,
        payments: null,
        limits: createRateLimits(null, settings.rateLimitScale),
        log: pino({ level: "silent" }),
        now: () => new Date(),
      };
    },
  });
  process.exit(0);
} catch (error) {
  if (error instanceof Interrupted) process.exit(130);
  console.error(error instanceof UsageError ? error.message : plainly(error));
  process.exit(1);
}

/** A database that is away says so by a code; anything else is shown whole. */
function plainly(error: unknown): unknown {
  const text = String(error);
  const away = /ECONNREFUSED|ENOTFOUND|ETIMEDOUT|Can't reach|authentication failed|does not exist/i.test(
    text,
  );
  return away ? `The database of DATABASE_URL cannot be used: ${text}` : error;
}

/** Returns a database's address, which may hold the password in two places, without it. */
function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = "";
  url.searchParams.delete("password");
  return url.href;
}
