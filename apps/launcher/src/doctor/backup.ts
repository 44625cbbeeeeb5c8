import type { Settings } from "@korki/settings";
import { listBases, newestArchive } from "../archive/archive";
import { broken, type Finding, look, ok, reasonOf } from "./finding";

const HOUR_MS = 3_600_000;

export async function examineBackup(settings: Settings): Promise<Finding[]> {
  if (settings.backupDir === null)
    return [
      look("backup", "BACKUP_DIR is unset: nothing is backed up continuously (docs/operations.md, Backup)."),
    ];
  try {
    const newest = listBases(newestArchive(settings)).at(-1);
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
    return findings;
  } catch (error) {
    return [broken("backup", reasonOf(error))];
  }
}
