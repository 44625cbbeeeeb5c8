import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/**
 * Makes a directory, and those above it that are missing; one that is there stays as it is. Node's own way to do so
 * never comes to an end below `/proc`. Throws the file system's error.
 */
export function makeDirectory(dir: string, mode: number): void {
  if (existsSync(dir)) return;
  const parent = path.dirname(dir);
  if (!existsSync(parent)) makeDirectory(parent, mode);
  try {
    mkdirSync(dir, { mode });
  } catch (error) {
    // Two processes that start together make it together.
    if (!existsSync(dir)) throw error;
  }
}
