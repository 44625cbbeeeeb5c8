import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LogFile } from "./log-file";

const FULL = "/dev/full";
const line = Buffer.from("a line\n");

function place(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "korki-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, "api.log");
}

test.runIf(existsSync(FULL))("a full disk loses lines, and nothing else", () => {
  const log = new LogFile(FULL);
  expect(() => log.write(line)).not.toThrow();
  log.close();
});

test("a file above 20 MB is rotated, also after a rotation that failed", () => {
  const file = place();
  const log = new LogFile(file);
  onTestFinished(() => log.close());
  log.write(Buffer.alloc(20 * 1024 * 1024 + 1, "x"));
  // Nothing can take this folder's place.
  mkdirSync(path.join(`${file}.1`, "folder"), { recursive: true });
  expect(() => log.write(line)).not.toThrow();
  rmSync(`${file}.1`, { recursive: true });
  log.write(line);
  log.write(line);
  expect(readFileSync(file, "utf8")).toBe("a line\na line\n");
  expect(existsSync(`${file}.1`)).toBe(true);
});
