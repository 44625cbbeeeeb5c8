import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A directory for one test, gone after it; what the test registers to stop later is stopped before. */
export function testDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "korki-services-"));
  // The database's user has to pass through when the tests run as root.
  chmodSync(directory, 0o711);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
