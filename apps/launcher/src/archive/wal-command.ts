import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { WalArchive } from "@korki/local-services";
import type { Settings } from "@korki/settings";
import { rootDirectory } from "../root-directory";
import { type Archive, archiveOf } from "./archive";

/** Returns the program that archives and fetches: the built one, or before any build its source. */
function program(): string[] {
  const folder = path.join(rootDirectory(), "apps", "launcher");
  const built = path.join(folder, "dist", "cli", "wal.js");
  if (existsSync(built)) return [process.execPath, built];
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return [process.execPath, "--import", tsx, path.join(folder, "src", "cli", "wal.ts")];
}

/** Returns the shell command for `archive_command` and `restore_command`. */
export function walCommand(task: "archive" | "fetch"): string {
  const quoted = program().map((word) => `'${word.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`);
  return `${quoted.join(" ")} ${task} "%p" "%f"`;
}

/** Returns the variables that the command needs. */
export function walEnvironment({ directory, key }: Archive): NodeJS.ProcessEnv {
  return { BACKUP_DIR: path.dirname(directory), ...(key !== null && { BACKUP_KEY: key }) };
}

/** Returns how the embedded PostgreSQL hands over its log; null: BACKUP_DIR is unset. */
export function walArchive(settings: Settings): WalArchive | null {
  if (settings.backupDir === null) return null;
  const env = walEnvironment(archiveOf(settings, "any"));
  return { command: walCommand("archive"), env, directory: settings.backupDir };
}
