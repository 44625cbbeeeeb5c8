import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;

/** CPU milliseconds that a process and its direct children have used so far; NaN where the system does not tell. */
export function cpuTimeOf(pid: number): number {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(statOf)
      .filter((stat) => stat !== null && (stat.pid === pid || stat.parent === pid))
      .reduce((sum, stat) => sum + (stat?.ticks ?? 0) * TICK_MS, 0);
  } catch {
    return Number.NaN;
  }
}

function statOf(name: string): { pid: number; parent: number; ticks: number } | null {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, "utf8");
    // The command may hold spaces; it ends at the last parenthesis. Children that ended count with their parent.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return { pid: Number(name), parent: Number(fields[1]), ticks };
  } catch {
    return null;
  }
}

/** Memory that a process holds, in MB; NaN where the system does not tell. */
export function memoryOf(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}
