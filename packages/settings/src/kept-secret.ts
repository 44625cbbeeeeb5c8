import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeDirectory } from "./make-directory";

/**
 * Returns a secret of 64 characters that this machine generates once and stores as the file `name` in the data
 * directory, readable by its owner only. Processes that start together agree on one, because only the first link of
 * the file succeeds. Throws the file system's error if the directory cannot be written.
 */
export function keptSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  const kept = readSecret(file);
  if (kept) return kept;

  // Others may pass through, to a directory of their own inside (the embedded database's user), but not look around.
  makeDirectory(dataDir, 0o711);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(file) ?? failEmpty(file);
}

function readSecret(file: string): string | null {
  try {
    const secret = readFileSync(file, "utf8").trim();
    chmodSync(file, 0o600);
    return secret === "" ? failEmpty(file) : secret;
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function failEmpty(file: string): never {
  throw new Error(`${file} is empty; delete it, and a new one is made`);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
