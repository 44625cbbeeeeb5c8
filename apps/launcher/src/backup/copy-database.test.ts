import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase } from "@korki/testing";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { backUp, dumpPrograms, libpqEnvironment, restore } from "./copy-database";

const database = await createTestDatabase();
const client = new Client({ connectionString: database.url });
await client.connect();
const folder = mkdtempSync(path.join(tmpdir(), "korki-backup-"));
const file = path.join(folder, "backup");
const said: string[] = [];
const say = (line: string) => void said.push(line);
afterAll(async () => {
  await client.end();
  rmSync(folder, { recursive: true, force: true });
});

const prices = async () => (await client.query("SELECT * FROM prices ORDER BY level")).rows;

test("copies and restores rows without a pg_dump that is new enough", async () => {
  await client.query(
    "INSERT INTO prices (level, price, rate) VALUES ('szkolaP', 81, 51) ON CONFLICT (level) DO NOTHING",
  );
  const before = await prices();
  await backUp(database.url, file, say, () => null);
  expect(said.join()).toMatch(/There is no pg_dump \d+ here: \d+ rows were written to .*backup/);
  await client.query("DELETE FROM prices");
  await restore(database.url, file, say, () => null);
  expect(await prices()).toEqual(before);
});

test("passes the address to pg_dump and pg_restore in the environment", async () => {
  const log = path.join(folder, "called");
  const program = path.join(folder, "program");
  writeFileSync(program, `#!/bin/sh\necho "$PGHOST $PGDATABASE $@" >> ${log}; test -n "$PGPASSWORD"\n`, {
    mode: 0o755,
  });
  const programs = () => ({ dump: program, restore: program });
  await backUp(database.url, file, say, programs);
  writeFileSync(file, "PGDMP and more");
  await restore(database.url, file, say, programs);
  const { pathname, password } = new URL(database.url);
  const called = readFileSync(log, "utf8");
  expect(called).toContain(`127.0.0.1 ${pathname.slice(1)} --format=custom`);
  expect(called).toContain("--single-transaction");
  expect(called).not.toContain(password);
});

test.each([
  [
    "postgresql://u%40:p%25@[::1]:6432/k%20l",
    { PGHOST: "::1", PGPORT: "6432", PGUSER: "u@", PGPASSWORD: "p%" },
  ],
  ["postgresql://u@%2Fvar%2Frun%2Fpostgresql/k", { PGHOST: "/var/run/postgresql", PGPORT: "5432" }],
  ["postgresql://u@localhost/k?host=/run/pg&port=5433", { PGHOST: "/run/pg", PGPORT: "5433" }],
  [
    "postgresql://u@db.example/k?sslmode=verify-full",
    { PGSSLMODE: "verify-full", PGSSLROOTCERT: expect.stringMatching(/^system$|^\/etc\/ssl\//) },
  ],
  [
    "postgresql://u@db.example/k?sslmode=verify-ca&sslrootcert=/ca&sslcert=/cert&sslkey=/key",
    { PGSSLMODE: "verify-ca", PGSSLROOTCERT: "/ca", PGSSLCERT: "/cert", PGSSLKEY: "/key" },
  ],
  ["postgresql://u@db.example/k?sslmode=no-verify", { PGSSLMODE: "require" }],
])("connects pg_dump as the product is connected: %s", (url, variables) => {
  expect(libpqEnvironment(url)).toMatchObject(variables);
});

test("refuses a file that is no backup, and a dump without its program", async () => {
  await expect(restore(database.url, path.join(folder, "nowhere"), say)).rejects.toThrow(/There is no file/);
  writeFileSync(file, "Drogi pamiętniku");
  await expect(restore(database.url, file, say)).rejects.toThrow(/is no backup/);
  writeFileSync(file, "PGDMP and more");
  await expect(restore(database.url, file, say, () => null)).rejects.toThrow(/Install postgresql-client-\d+/);
  expect(openFiles()).not.toContain(file);
});

/** The paths of the files that this process holds open, where the system lists them (Linux). */
function openFiles(): string[] {
  return readdirSync("/dev/fd").flatMap((descriptor) => {
    try {
      return readlinkSync(`/dev/fd/${descriptor}`);
    } catch {
      // The one by which the folder itself was read is closed again.
      return [];
    }
  });
}

test("ignores a pg_dump that is older than the server", () => {
  expect(dumpPrograms(999)).toBeNull();
});
