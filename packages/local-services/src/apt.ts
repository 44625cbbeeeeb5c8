import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

/** Whether this process may install packages of Debian or Ubuntu. */
export function aptUsable(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/**
 * Installs packages, refreshing apt's lists if there are none or an attempt failed.
 * Rejects with apt's last lines on failure.
 */
export async function aptInstall(packages: readonly string[]): Promise<void> {
  const install = () => apt(["install", "-y", "--no-install-recommends", ...packages]);
  if (!listsPresent()) await apt(["update"]);
  try {
    await install();
  } catch {
    await apt(["update"]);
    await install();
  }
}

function listsPresent(): boolean {
  const lists = "/var/lib/apt/lists";
  return existsSync(lists) && readdirSync(lists).some((name) => /_Packages(\.\w+)?$/.test(name));
}

function apt(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("/usr/bin/apt-get", ["-q", "-o", "DPkg::Lock::Timeout=120", ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output = (output + chunk).slice(-4000);
      });
    child.once("error", reject);
    child.once("close", (code) => {
      const lines = output.trimEnd().split("\n").slice(-8).join("\n");
      if (code === 0) resolve();
      else reject(new Error(`apt-get ${args.join(" ")} ended with code ${code}:\n${lines}`));
    });
  });
}
