import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { Problem } from "./problem";
import { processIdentity } from "./process-identity";

/** Services (0) stop last, emulators (1) before them, programs (2) first. */
export const STAGES = [0, 1, 2] as const;
export type Stage = (typeof STAGES)[number];

export type StopSignal = "SIGTERM" | "SIGINT";

const processRecord = z.object({
  pid: z.int().positive(),
  identity: z.string(),
  stage: z.literal(STAGES),
  stopSignal: z.enum(["SIGTERM", "SIGINT"]),
});

/** A process as recorded on disk, so that a later start can detect and end it. */
export type ProcessRecord = z.infer<typeof processRecord>;

/** Records a running process in `file`. Does nothing if it has ended. */
export function writeProcessRecord(file: string, process: Omit<ProcessRecord, "identity">): void {
  const identity = processIdentity(process.pid);
  if (!identity) return;
  const record: ProcessRecord = { ...process, identity };
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Returns the process recorded in `file` if it is still alive. */
export function livingProcess(file: string): ProcessRecord | null {
  const record = readRecord(file);
  return record && processIdentity(record.pid) === record.identity ? record : null;
}

function readRecord(file: string): ProcessRecord | null {
  try {
    return processRecord.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Missing, or truncated by a full disk or a power cut.
    return null;
  }
}

/**
 * Ends the processes recorded in `directory`, programs before services. An earlier run leaves them behind when it and
 * its guardian were killed.
 */
export async function endLeftovers(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  const files = readdirSync(directory)
    .filter((name) => name.endsWith(".json"))
    .map((name) => path.join(directory, name));
  for (const stage of STAGES.toReversed())
    await Promise.all(files.filter((file) => livingProcess(file)?.stage === stage).map(endLeftover));
  for (const file of files) rmSync(file, { force: true });
}

/** Ends the process recorded in `file`, if it still runs: with its own stop signal, later with SIGKILL. */
async function endLeftover(file: string): Promise<void> {
  const left = livingProcess(file);
  if (!left) return;
  const gone = async (withinMs: number) => {
    const deadline = Date.now() + withinMs;
    while (livingProcess(file) && Date.now() < deadline) await pause(50);
    return !livingProcess(file);
  };
  signalGroup(left.pid, left.stopSignal);
  if (await gone(20_000)) return;
  signalGroup(left.pid, "SIGKILL");
  if (await gone(5_000)) return;
  throw new Problem(
    `Process ${left.pid} is left from an earlier run and cannot be ended: kill -9 ${left.pid}`,
  );
}

/**
 * Signals a process; SIGKILL goes to the whole group that it leads. Ignores a process that is gone or belongs to
 * another user.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(signal === "SIGKILL" ? -pid : pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM")))
      throw error;
  }
}
