import { existsSync, readdirSync } from "node:fs";
import type { Settings } from "@korki/settings";
import { type Archive, listBases, newestArchive, walDirectory } from "../archive/archive";
import { unsealedName } from "../archive/sealed-file";
import { broken, type Finding, look, ok, reasonOf } from "./finding";

const HOUR_MS = 3_600_000;

export async function examineBackup(settings: Settings): Promise<Finding[]> {
  if (settings.backupDir === null)
    return [
      look("backup", "BACKUP_DIR is unset: nothing is backed up continuously (docs/operations.md, Backup)."),
    ];
  try {
    const archive = newestArchive(settings);
    const newest = listBases(archive).at(-1);
    const hours = newest ? (Date.now() - newest.takenAt.getTime()) / HOUR_MS : Number.POSITIVE_INFINITY;
    const findings = [
      hours < 26
        ? ok("backup", `the newest base backup is ${hours.toFixed(0)} h old`)
        : broken(
            "backup",
            `The newest base backup is ${hours.toFixed(0)} h old. Run pnpm backup, and see why none is taken every day.`,
          ),
    ];
    if (settings.backupKey === null)
      findings.push(look("backup", "BACKUP_KEY is unset: backups are not encrypted."));
    else if (newestSegment(archive)?.endsWith(".age") === false)
      findings.push(
        broken(
          "backup",
          "The write-ahead log in BACKUP_DIR is not encrypted although BACKUP_KEY is set. Put BACKUP_KEY into archive_command, too (docs/operations.md, Backup).",
        ),
      );
    return findings;
  } catch (error) {
    return [broken("backup", reasonOf(error))];
  }
}

/** Returns the file name of the newest complete segment of an archive's write-ahead log. */
function newestSegment(archive: Archive): string | undefined {
  const directory = walDirectory(archive);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names
    .filter((name) => /^[0-9A-F]{24}$/.test(unsealedName(name)))
    .sort()
    .at(-1);
}
