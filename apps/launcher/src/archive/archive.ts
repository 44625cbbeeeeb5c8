import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { connected } from "@korki/db/connected";
import { Problem } from "@korki/local-services";
import type { Settings } from "@korki/settings";
import { startBaseBackup } from "./base-backup";
import { seal, sealedName, unsealedName } from "./sealed-file";

/** The archive of one database cluster: base backups and the write-ahead log. */
export interface Archive {
  /** `<BACKUP_DIR>/<system identifier of the cluster>`. */
  readonly directory: string;
  readonly key: string | null;
  readonly days: number;
}

/** A base backup: a tar of the cluster, from which every later moment can be restored. */
export interface Base {
  readonly file: string;
  /** The moment at which it was complete. */
  readonly takenAt: Date;
  /** The first segment of the write-ahead log that it needs. */
  readonly firstSegment: string;
}

const DAY_MS = 86_400_000;
const BASE_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([0-9A-F]{24})\.tar$/;
const SEGMENT_NAME = /^[0-9A-F]{24}/;

/** Returns the directories of an archive. */
export const baseDirectory = ({ directory }: Archive) => path.join(directory, "base");
export const walDirectory = ({ directory }: Archive) => path.join(directory, "wal");

/** Returns a cluster's system identifier, which is the first field of its control file. */
export function systemIdentifier(cluster: string): string {
  return readFileSync(path.join(cluster, "global", "pg_control"))
    .readBigUInt64LE(0)
    .toString();
}

/** Returns the archive of the cluster with this system identifier. Throws a Problem if BACKUP_DIR is unset. */
export function archiveOf(settings: Settings, identifier: string): Archive {
  const { backupDir, backupKey: key, backupDays: days } = settings;
  if (backupDir === null)
    throw new Problem(
      "BACKUP_DIR is unset: there is no archive. Set it to a directory on another disk, and start Korki with it.",
    );
  return { directory: path.join(backupDir, identifier), key, days };
}

/** Returns the archives that hold a base backup, the one with the newest first. Throws a Problem if there is none. */
function findArchives(settings: Settings): Archive[] {
  const parent = path.dirname(archiveOf(settings, "any").directory);
  const archives = (existsSync(parent) ? readdirSync(parent) : [])
    .filter((name) => /^\d+$/.test(name))
    .map((name) => archiveOf(settings, name));
  const found = archives
    .map((archive) => ({ archive, at: listBases(archive).at(-1)?.takenAt.getTime() ?? 0 }))
    .filter(({ at }) => at > 0)
    .sort((a, b) => b.at - a.at)
    .map(({ archive }) => archive);
  if (found.length === 0) throw new Problem(`${parent} holds no base backup. \`pnpm backup\` takes one.`);
  return found;
}

/** Returns the archive with the newest base backup. Throws a Problem if there is none. */
export function newestArchive(settings: Settings): Archive {
  return findArchives(settings)[0] as Archive;
}

/**
 * Returns the archive of the cluster `from`; null: the only one. Of several none is chosen, because the newest may be that
 * of the empty cluster which was started after the one that was lost: a Problem lists them.
 */
export function archiveToRestore(settings: Settings, from: string | null): Archive {
  const found = findArchives(settings);
  const fitting = found.filter(({ directory }) => from === null || path.basename(directory) === from);
  const [archive] = fitting;
  if (archive && fitting.length === 1) return archive;
  const lines = found.map((one) => {
    const [oldest, newest] = [listBases(one)[0], listBases(one).at(-1)].map((base) =>
      base?.takenAt.toISOString(),
    );
    return `  --from ${path.basename(one.directory)}   base backups of ${oldest} to ${newest}`;
  });
  throw new Problem(
    [
      from === null
        ? `BACKUP_DIR holds the archives of ${found.length} database clusters. Say which one (a cluster started after a loss is empty):`
        : `BACKUP_DIR holds no base backup of a cluster ${from}. There is:`,
      ...lines,
    ].join("\n"),
  );
}

/** Returns the base backups, oldest first. */
export function listBases(archive: Archive): Base[] {
  const directory = baseDirectory(archive);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .flatMap((name) => {
      const match = BASE_NAME.exec(unsealedName(name));
      if (!match || name === unsealedName(name)) return [];
      const [, year, month, day, hour, minute, second, ms, firstSegment = ""] = match;
      const takenAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
      return [{ file: path.join(directory, name), takenAt, firstSegment }];
    })
    .sort((a, b) => a.takenAt.getTime() - b.takenAt.getTime());
}

/** Returns the newest base backup from which this moment can be reached. Throws a Problem if there is none. */
export function baseFor(archive: Archive, moment: Date | null): Base {
  const bases = listBases(archive);
  const base = bases.findLast(({ takenAt }) => moment === null || takenAt <= moment);
  if (base) return base;
  const oldest = bases[0]?.takenAt.toISOString();
  throw new Problem(
    oldest
      ? `The oldest base backup is of ${oldest}: an earlier moment cannot be restored.`
      : `${archive.directory} holds no base backup. \`pnpm backup\` takes one.`,
  );
}

/** Returns the file of the write-ahead log's segment; null: the archive does not have it. */
export function findWal(archive: Archive, name: string): string | null {
  return (
    [`${name}.gz.age`, `${name}.gz`]
      .map((file) => path.join(walDirectory(archive), file))
      .find((file) => existsSync(file)) ?? null
  );
}

/** Takes a base backup of a running server into the archive, and removes what the archive need not keep. */
export async function takeBase(archive: Archive, databaseUrl: string, now = () => new Date()): Promise<Base> {
  const directory = baseDirectory(archive);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // PostgreSQL's user, who owns the whole, writes the log beside it.
  const { uid, gid } = statSync(path.dirname(archive.directory));
  if (process.getuid?.() === 0) chownSync(archive.directory, uid, gid);
  const draft = path.join(directory, "unfinished");
  const { tar, startedAt } = await startBaseBackup(databaseUrl);
  const [started] = await Promise.all([startedAt, seal(tar, draft, archive.key)]);
  const firstSegment = await segmentOf(databaseUrl, started);
  const takenAt = now();
  const stamp = `${takenAt.toISOString().replaceAll(/[-:.]/g, "")}-${firstSegment}.tar`;
  const file = path.join(directory, sealedName(stamp, archive.key));
  renameSync(draft, file);
  prune(archive, now());
  return { file, takenAt, firstSegment };
}

/** Returns the name of the segment that holds a log position such as `0/5000028`. */
async function segmentOf(databaseUrl: string, position: string): Promise<string> {
  const { rows } = await connected(databaseUrl, (client) =>
    client.query<{ segment: string }>("SELECT pg_walfile_name($1::pg_lsn) AS segment", [position]),
  );
  return rows[0]?.segment ?? "";
}

/**
 * Removes base backups that are older than the archive's days, except the newest of them, and the log that no kept one
 * needs.
 */
export function prune(archive: Archive, now: Date): void {
  const since = now.getTime() - archive.days * DAY_MS;
  const bases = listBases(archive);
  const first = bases.findLastIndex(({ takenAt }) => takenAt.getTime() <= since);
  for (const { file } of bases.slice(0, Math.max(first, 0))) rmSync(file);
  const needed = bases[Math.max(first, 0)]?.firstSegment.slice(8);
  const directory = walDirectory(archive);
  if (needed === undefined || !existsSync(directory)) return;
  // The first eight characters are the timeline: an older segment of any timeline is needed by none.
  for (const name of readdirSync(directory))
    if (SEGMENT_NAME.test(name) && name.slice(8, 24) < needed) rmSync(path.join(directory, name));
}
