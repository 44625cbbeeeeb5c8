import { linkSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { makeDirectory } from "@korki/settings";
import { Problem } from "./problem";
import { livingProcess, writeProcessRecord } from "./process-record";

/** A data directory that this process has locked. */
export interface DataDirLock {
  release(): void;
}

/**
 * Locks a data directory for this process. Takes over a lock whose process has ended. Throws a Problem when another
 * copy runs from it, or when it cannot be written.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const lock = path.join(dataDir, "running.json");
  const own = path.join(dataDir, `running.${process.pid}.json`);
  try {
    makeDirectory(dataDir, 0o711);
    writeProcessRecord(own, { pid: process.pid, stage: 2, stopSignal: "SIGTERM" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(
      `DATA_DIR ${dataDir} cannot be used: ${reason}. Choose a directory that you may write to.`,
    );
  }
  try {
    while (!linked(own, lock)) removeAbandoned(lock, dataDir);
  } finally {
    rmSync(own, { force: true });
  }
  return { release: () => rmSync(lock, { force: true }) };
}

/** Returns the process that runs from this data directory. */
export function dataDirHolder(dataDir: string): { readonly pid: number } | null {
  return livingProcess(path.join(dataDir, "running.json"));
}

/** Renames an abandoned lock before deleting it: of two processes that try, one finds it gone. */
function removeAbandoned(lock: string, dataDir: string): void {
  refuseIfHeld(lock, dataDir);
  const aside = `${lock}.${process.pid}.abandoned`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw error;
  }
  try {
    if (livingProcess(aside)) linked(aside, lock);
    refuseIfHeld(aside, dataDir);
  } finally {
    rmSync(aside, { force: true });
  }
}

function refuseIfHeld(lock: string, dataDir: string): void {
  const holder = livingProcess(lock);
  if (!holder) return;
  throw new Problem(
    `Korki is already running from ${dataDir} (process ${holder.pid}). Stop it first, or start a second copy beside it with a directory and a port of its own: DATA_DIR=.data-2 PORT=3001 npm start`,
  );
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
