import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { Problem } from "@korki/local-services";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Puts the product as of a commit into an empty directory and installs its packages. */
export function unpackRelease(commit: string, directory: string): void {
  const archive = spawnSync("git", ["archive", "--format=tar", commit], {
    cwd: ROOT,
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (archive.status !== 0)
    throw new Problem(`This clone does not have ${commit}. Fetch the whole history: git fetch --unshallow.`);
  mkdirSync(directory, { recursive: true });
  execFileSync("tar", ["-x", "-C", directory], { input: archive.stdout });
  const bin = path.join(ROOT, "node_modules", ".bin");
  const run = (program: string, args: string[]) =>
    execFileSync(path.join(bin, program), args, { cwd: directory, stdio: ["ignore", "ignore", "inherit"] });
  run("pnpm", [
    "install",
    "--frozen-lockfile",
    "--prefer-offline",
    "--filter",
    "@korki/api...",
    "--filter",
    "korki",
  ]);
  execFileSync(process.execPath, ["generate.mjs"], {
    cwd: path.join(directory, "packages/db"),
    stdio: "ignore",
  });
}
