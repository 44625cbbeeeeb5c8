import { accessSync, constants } from "node:fs";
import path from "node:path";

const USUAL_PLACES = [
  "/usr/local/bin",
  "/usr/bin",
  "/bin",
  "/usr/local/sbin",
  "/usr/sbin",
  "/opt/homebrew/bin",
];

/** The first of these programs that this machine has, as an absolute path: in PATH, then in the usual places. */
export function findProgram(names: readonly string[], searchPath = process.env.PATH ?? ""): string | null {
  const directories = [...searchPath.split(path.delimiter).filter(Boolean), ...USUAL_PLACES];
  for (const name of names)
    for (const directory of directories) {
      const file = path.resolve(directory, name);
      if (isExecutable(file)) return file;
    }
  return null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
