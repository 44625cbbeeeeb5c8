import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Returns what distinguishes a process from a later one with the same number: its start time and the boot of the
 * machine. Returns null if no such process is alive.
 */
export function processIdentity(pid: number): string | null {
  return process.platform === "linux" ? identityFromProc(pid) : identityFromPs(pid);
}

function identityFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command's name is in parentheses and may contain spaces; fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, startedTicks] = [fields[0], fields[19]];
    if (state === "Z" || state === "X") return null;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${startedTicks}`;
  } catch {
    return null;
  }
}

function identityFromPs(pid: number): string | null {
  try {
    const line = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    const [state, ...began] = line.split(/\s+/);
    return line === "" || state?.startsWith("Z") ? null : began.join(" ");
  } catch {
    return null;
  }
}
