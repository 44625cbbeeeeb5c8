import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { findProgram } from "@korki/local-services";

/** The directory where Debian and Ubuntu keep the programs of each version. */
const VERSIONS = "/usr/lib/postgresql";

/** A pg_dump and pg_restore, as absolute paths. */
export type DumpPrograms = { dump: string; restore: string };

/** Returns programs at least as new as a server of this major version: an older pg_dump refuses it. */
export function dumpPrograms(server: number): DumpPrograms | null {
  const installed = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : [];
  const folders = installed
    .filter((version) => version >= server)
    .sort((a, b) => a - b)
    .map((version) => path.join(VERSIONS, String(version), "bin"));
  const inPath = findProgram(["pg_dump"]);
  if (inPath && majorVersion(inPath) >= server) folders.push(path.dirname(inPath));
  for (const folder of folders) {
    const [dump, restore] = [path.join(folder, "pg_dump"), path.join(folder, "pg_restore")];
    if (existsSync(dump) && existsSync(restore)) return { dump, restore };
  }
  return null;
}

function majorVersion(program: string): number {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return Number(/(\d+)(\.|beta|rc|devel)/.exec(stdout ?? "")?.[1] ?? 0);
}
