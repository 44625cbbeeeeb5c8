import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { connected } from "@korki/db/connected";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { runningPostgresUrl, sharedBuffersMb, startPostgres } from "./postgres";
import { Processes } from "./processes";
import { testDirectory } from "./testing/test-directory";

function place(durable = false) {
  const dataDir = testDirectory();
  const processes = new Processes(dataDir);
  onTestFinished(() => processes.stopAll());
  return { dataDir, processes, start: () => startPostgres(processes, { dataDir, durable }) };
}

const rows = (url: string, sql: string): Promise<unknown[]> =>
  connected(url, async (client) => (await client.query(sql)).rows);

test.each([
  [512, 128],
  [2_048, 256],
  [8_192, 1_024],
  [65_536, 1_024],
])("of %i MB of memory PostgreSQL keeps pages in %i", (memory, buffers) => {
  expect(sharedBuffersMb(memory * 2 ** 20)).toBe(buffers);
});

test("a killed server restarts with its commits, whatever its pid file says", async () => {
  const { dataDir, start } = place(true);
  const first = await start();
  expect(runningPostgresUrl(dataDir)).toBe(first.url);
  await rows(first.url, "CREATE TABLE lesson AS SELECT 1 AS id");
  process.kill(first.process.pid, "SIGKILL");
  await first.process.exited;

  // The number of a process that is alive, and is not PostgreSQL: as after a restart of the machine.
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  writeFileSync(pidFile, readFileSync(pidFile, "utf8").replace(/^\d+/, String(process.pid)));
  const second = await start();
  expect(await rows(second.url, "SELECT id FROM lesson")).toEqual([{ id: 1 }]);
  await second.process.stop();
  expect(runningPostgresUrl(dataDir)).toBeNull();
});

test("waits for the sessions that a killed server leaves behind", async () => {
  const { start } = place();
  const first = await start();
  const session = new Client({ connectionString: first.url });
  await session.connect();
  const statement = session.query(
    "DO $$ BEGIN WHILE clock_timestamp() < now() + interval '1 s' LOOP END LOOP; END $$",
  );
  session.on("error", () => undefined);
  await expect
    .poll(() =>
      rows(first.url, "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO %'"),
    )
    .toHaveLength(1);
  process.kill(first.process.pid, "SIGKILL");
  await first.process.exited;

  const second = await start();
  expect(await rows(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  // The session did not miss its server.
  await statement;
});

test("creates an unfinished cluster again", async () => {
  const { dataDir, start } = place();
  mkdirSync(path.join(dataDir, "postgres.new", "base"), { recursive: true });
  const { url } = await start();
  expect(await rows(url, "SHOW server_encoding")).toEqual([{ server_encoding: "UTF8" }]);
  expect(await rows(url, "SELECT lower('ŻÓŁĆ') AS folded")).toEqual([{ folded: "żółć" }]);
  expect(existsSync(path.join(dataDir, "postgres.new"))).toBe(false);
});

test("a closed parent directory does not keep the database's user out", async () => {
  const closed = path.join(testDirectory(), "closed");
  mkdirSync(closed, { mode: 0o700 });
  const processes = new Processes(closed);
  onTestFinished(() => processes.stopAll());
  const { url } = await startPostgres(processes, { dataDir: path.join(closed, "data"), durable: false });
  expect(await rows(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("refuses a wrong password, and keeps personal data out of the log", async () => {
  const { start } = place();
  const { url, process: server } = await start();
  const stranger = new URL(url);
  stranger.password = "wrong";
  await expect(rows(stranger.href, "SELECT 1")).rejects.toThrow("password authentication failed");

  await rows(url, "CREATE TABLE person (email text UNIQUE)");
  await rows(url, "INSERT INTO person VALUES ('anna@example.com')");
  await expect(rows(url, "INSERT INTO person VALUES ('anna@example.com')")).rejects.toThrow("duplicate key");
  await server.stop();
  const log = readFileSync(server.logFile, "utf8");
  expect(log).toContain("duplicate key");
  expect(log).not.toContain("anna@");
});
