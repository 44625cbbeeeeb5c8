import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** Creates a directory for one test and deletes it afterwards. Runs the registered stops before that. */
export function testDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "korki-services-"));
  // PostgreSQL's own user must be able to pass through when the tests run as root.
  chmodSync(directory, 0o711);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
