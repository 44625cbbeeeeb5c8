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

/** Returns the absolute path of the first of these programs found in PATH or the usual directories. */
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
