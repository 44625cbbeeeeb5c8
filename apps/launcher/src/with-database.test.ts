import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { lockDataDir, Processes, startPostgres } from "@korki/local-services";
import type { Settings } from "@korki/settings";
import { createTestDatabase, testSettings } from "@korki/testing";
import { expect, onTestFinished, test } from "vitest";
import { runOn, withDatabase } from "./with-database";

const given = await createTestDatabase();

function place() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "korki-command-"));
  chmodSync(dataDir, 0o711);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const written = path.join(dataDir, "told");
  const command = ["-c", `printf %s "$DATABASE_URL" > '${written}'; exit 3`];
  const run = (settings: Settings) =>
    withDatabase(settings, (url) => runOn(url, settings, "/bin/sh", command));
  return { dataDir, run, told: () => readFileSync(written, "utf8") };
}

test("runs a command on the database of DATABASE_URL and returns its exit code", async () => {
  const { dataDir, run, told } = place();
  const settings = testSettings({ DATABASE_URL: given.url, DATA_DIR: dataDir });
  expect(await run(settings)).toBe(3);
  expect(told()).toBe(given.url);
});

test("migrates and runs a command past the pooler", async () => {
  const { dataDir, run, told } = place();
  const pooler = "postgresql://korki:korki@127.0.0.1:1/korki";
  const direct = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: given.url, DATA_DIR: dataDir };
  expect(await run(testSettings(direct))).toBe(3);
  expect(told()).toBe(given.url);
});

test("runs a command on the embedded database, started for it if necessary", async () => {
  const { dataDir, run, told } = place();
  const settings = testSettings({ DATA_DIR: dataDir });
  await run(settings);
  expect(told()).toMatch(/^postgresql:\/\/postgres:.+@127\.0\.0\.1:\d+\/korki$/);

  const lock = lockDataDir(dataDir);
  const processes = new Processes(dataDir);
  onTestFinished(async () => {
    await processes.stopAll();
    lock.release();
  });
  const { url } = await startPostgres(processes, { dataDir, durable: false });
  await run(settings);
  expect(told()).toBe(url);
  await processes.stopAll();
  await expect(run(settings)).rejects.toThrow(/is starting or stopping/);
});
