import { spawn } from "node:child_process";
import { migrate } from "@korki/db/migrate";
import {
  dataDirHolder,
  lockDataDir,
  Problem,
  Processes,
  runningPostgresUrl,
  startPostgres,
} from "@korki/local-services";
import type { Settings } from "@korki/settings";
import { walArchive } from "./archive/wal-command";
import { requirePostgres } from "./external-services";

/** Runs work on the product's database, as `withServer`, after migrating it. */
export function withDatabase<T>(settings: Settings, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  return withServer(settings, async (url) => {
    await migrate(url);
    return work(url);
  });
}

/**
 * Runs work on the product's database as it is: the one of DATABASE_DIRECT_URL or DATABASE_URL, or the embedded one, which
 * is started for the work if it is not running.
 */
export async function withServer<T>(
  settings: Settings,
  workOn: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (settings.databaseUrl !== null) {
    // Migrations and backups do not pass a pooler in transaction mode.
    if (settings.databaseDirectUrl === null) {
      await requirePostgres(settings.databaseUrl);
      return workOn(settings.databaseUrl);
    }
    await requirePostgres(settings.databaseDirectUrl, "DATABASE_DIRECT_URL");
    return workOn(settings.databaseDirectUrl);
  }
  const holder = dataDirHolder(settings.dataDir);
  if (holder) {
    const url = runningPostgresUrl(settings.dataDir);
    if (!url)
      throw new Problem(
        `Korki (process ${holder.pid}) is starting or stopping in ${settings.dataDir}. Try again in a moment.`,
      );
    return workOn(url);
  }
  const lock = lockDataDir(settings.dataDir);
  const processes = new Processes(settings.dataDir);
  try {
    const { url } = await startPostgres(processes, {
      dataDir: settings.dataDir,
      durable: true,
      say: (line) => console.error(line),
      archive: walArchive(settings),
    });
    return await workOn(url);
  } finally {
    await processes.stopAll();
    lock.release();
  }
}

/** Runs one command of the product on a database. Resolves with its exit code. */
export function runOn(
  databaseUrl: string,
  { dataDir }: Pick<Settings, "dataDir">,
  command: string,
  args: readonly string[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: "inherit",
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    });
    // The terminal's Ctrl-C reaches the command as well. The database stops after the command.
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on("SIGINT", () => undefined).on("SIGTERM", pass);
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
