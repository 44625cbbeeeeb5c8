import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;

/** CPU milliseconds that a process and its children have used so far; 0 where the system does not tell. */
export function cpuTimeOf(pid: number | undefined): number {
  const wanted = new Set([pid]);
  let ticks = 0;
  // Children have higher numbers than their parents, nearly always.
  for (const name of processIds()) {
    const stat = statOf(name);
    if (!stat || (!wanted.has(stat.pid) && !wanted.has(stat.parent))) continue;
    wanted.add(stat.pid);
    ticks += stat.ticks;
  }
  return ticks * TICK_MS;
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
    // The command may hold spaces; it ends at the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}
