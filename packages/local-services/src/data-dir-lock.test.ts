import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { dataDirHolder, lockDataDir } from "./data-dir-lock";
import { Problem } from "./problem";
import { processIdentity } from "./process-identity";
import { testDirectory } from "./testing/test-directory";

/** A process number that was alive a moment ago. */
function endedPid(): number {
  return spawnSync("true").pid;
}

function leaveLock(directory: string, pid: number, identity: string): void {
  const record = { pid, identity, stage: 2, stopSignal: "SIGTERM" };
  writeFileSync(path.join(directory, "running.json"), JSON.stringify(record));
}

test("a directory in use is refused with what to do, and free again after release", () => {
  const directory = path.join(testDirectory(), "data");
  const lock = lockDataDir(directory);
  expect(dataDirHolder(directory)?.pid).toBe(process.pid);
  expect(() => lockDataDir(directory)).toThrow(Problem);
  expect(() => lockDataDir(directory)).toThrow(
    new RegExp(
      `already running from ${directory} \\(process ${process.pid}\\).*DATA_DIR=.* PORT=.* npm start`,
    ),
  );
  lock.release();
  expect(dataDirHolder(directory)).toBeNull();
  lockDataDir(directory).release();
  expect(readdirSync(directory)).toEqual([]);
});

test.each([
  ["a process that ended", endedPid],
  ["another process with the same number", () => process.pid],
])("the lock of %s is taken over", (_, holder) => {
  const directory = testDirectory();
  leaveLock(directory, holder(), "an earlier beginning");
  const lock = lockDataDir(directory);
  expect(dataDirHolder(directory)).toMatchObject({
    pid: process.pid,
    identity: processIdentity(process.pid),
  });
  lock.release();
});

test("a lock cut short by a power cut is taken over", () => {
  const directory = testDirectory();
  writeFileSync(path.join(directory, "running.json"), '{"pid":');
  const lock = lockDataDir(directory);
  expect(dataDirHolder(directory)).toMatchObject({ pid: process.pid });
  lock.release();
});

test("a directory that cannot be made is refused with what to do", () => {
  const file = path.join(testDirectory(), "file");
  writeFileSync(file, "");
  expect(() => lockDataDir(path.join(file, "data"))).toThrow(
    /^DATA_DIR .* cannot be used: .*Choose a directory/,
  );
});
