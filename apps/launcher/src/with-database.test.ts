import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { lockDataDir, Processes, startPostgres } from "@korki/local-services";
import { createTestDatabase, testSettings } from "@korki/testing";
import { expect, onTestFinished, test } from "vitest";
import { withDatabase } from "./with-database";

const given = await createTestDatabase();

function place() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-command-"));
  chmodSync(dataDir, 0o711);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const written = path.join(dataDir, "told");
  const command = ["-c", `printf %s "$DATABASE_URL" > '${written}'; exit 3`];
  return { dataDir, command, told: () => readFileSync(written, "utf8") };
}

test("a command is given the database that DATABASE_URL names, and its exit code is handed on", async () => {
  const { dataDir, command, told } = place();
  const settings = testSettings({ DATABASE_URL: given.url, DATA_DIR: dataDir });
  expect(await withDatabase(settings, "/bin/sh", command)).toBe(3);
  expect(told()).toBe(given.url);
});

test("without one it is given the embedded database, started for it or as it runs", async () => {
  const { dataDir, command, told } = place();
  const settings = testSettings({ DATA_DIR: dataDir });
  await withDatabase(settings, "/bin/sh", command);
  expect(told()).toMatch(/^postgresql:\/\/postgres:.+@127\.0\.0\.1:\d+\/korki$/);

  const lock = lockDataDir(dataDir);
  const processes = new Processes(dataDir);
  onTestFinished(async () => {
    await processes.stopAll();
    lock.release();
  });
  const { url } = await startPostgres(processes, { dataDir, durable: false });
  await withDatabase(settings, "/bin/sh", command);
  expect(told()).toBe(url);
  await processes.stopAll();
  await expect(withDatabase(settings, "/bin/sh", command)).rejects.toThrow(/is starting or stopping/);
});
