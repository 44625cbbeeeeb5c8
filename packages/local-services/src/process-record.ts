import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "./problem";
import { processIdentity } from "./process-identity";

/** A process as it is noted on disk, so that a later start can tell whether it still runs. */
export interface ProcessRecord {
  readonly pid: number;
  readonly identity: string;
}

/** Notes a running process in `file`; one that has ended already is not noted. */
export function writeProcessRecord(file: string, pid: number): void {
  const identity = processIdentity(pid);
  if (!identity) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const record: ProcessRecord = { pid, identity };
  writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The process noted in `file`, if that very process is still alive. */
export function livingProcess(file: string): ProcessRecord | null {
  let noted: unknown;
  try {
    noted = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
  return isRecord(noted) && processIdentity(noted.pid) === noted.identity ? noted : null;
}

function isRecord(value: unknown): value is ProcessRecord {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    Number.isSafeInteger(value.pid) &&
    "identity" in value &&
    typeof value.identity === "string"
  );
}

/**
 * Ends the process noted in `file` by an earlier run that could not end it, first with `signal`, after `graceMs`
 * with SIGKILL, and removes the note.
 */
export async function endLeftover(file: string, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const left = livingProcess(file);
  if (left) {
    signalGroup(left.pid, signal);
    const deadline = Date.now() + graceMs;
    while (livingProcess(file) && Date.now() < deadline) await pause(50);
    if (livingProcess(file)) signalGroup(left.pid, "SIGKILL");
    const patience = Date.now() + 5000;
    while (livingProcess(file)) {
      if (Date.now() > patience)
        throw new Problem(
          `Process ${left.pid} is left from an earlier run and cannot be ended: kill -9 ${left.pid}`,
        );
      await pause(50);
    }
  }
  rmSync(file, { force: true });
}

/**
 * Signals a process, and with SIGKILL whatever else is in the group that it leads. One that is gone, or belongs to
 * somebody else, is no error: who waits for its end sees that it stays.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(signal === "SIGKILL" ? -pid : pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM")))
      throw error;
  }
}
