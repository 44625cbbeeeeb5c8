import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { debianProgram } from "./debian-program";

const TICK_MS = 10;

/** Returns the CPU milliseconds that a process and its descendants have used; NaN if the system does not tell. */
export function cpuTimeOf(pid: number): number {
  const family = new Set([pid]);
  let ticks = 0;
  // Children have higher numbers than their parents, nearly always.
  for (const name of processIds()) {
    const stat = statOf(name);
    if (!stat || (!family.has(stat.pid) && !family.has(stat.parent))) continue;
    family.add(stat.pid);
    ticks += stat.ticks;
  }
  return ticks === 0 ? Number.NaN : ticks * TICK_MS;
}

function processIds(): string[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .sort((a, b) => Number(a) - Number(b));
  } catch {
    return [];
  }
}

function statOf(name: string): { pid: number; parent: number; ticks: number } | null {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, "utf8");
    // The command may contain spaces; it ends at the last parenthesis. Children that ended count with their parent.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return { pid: Number(name), parent: Number(fields[1]), ticks };
  } catch {
    return null;
  }
}

/** Returns the memory that a process holds, in MB; NaN if the system does not tell. */
export function memoryOf(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Limits a process to a percentage of one core until it ends. */
export async function holdToShare(pid: number, percent: number): Promise<void> {
  const cpulimit = await debianProgram(["cpulimit"], "cpulimit");
  spawn(cpulimit, ["--quiet", "--lazy", `--limit=${percent}`, `--pid=${pid}`], { stdio: "ignore" });
}
