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
import { requirePostgres } from "./external-services";

/**
 * Works on the product's database, migrated: the one that DATABASE_URL names, or the embedded one, which is used as it
 * runs, or started for as long as the work takes.
 */
export async function withDatabase<T>(
  settings: Settings,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const workOn = async (url: string) => {
    await migrate(url);
    return work(url);
  };
  if (settings.databaseUrl !== null) {
    await requirePostgres(settings.databaseUrl);
    return workOn(settings.databaseUrl);
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
    });
    return await workOn(url);
  } finally {
    await processes.stopAll();
    lock.release();
  }
}

/** Runs one command of the product on a database; resolves with its exit code. */
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
    // The terminal's Ctrl-C reaches the command as well; its end is waited for, so that the database stops after it.
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on("SIGINT", () => undefined).on("SIGTERM", pass);
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
