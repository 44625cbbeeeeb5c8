import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connected } from "@korki/db/connected";
import { migrate } from "@korki/db/migrate";
import { freePort, Processes, postgresAccount } from "@korki/local-services";
import { createTestDatabase } from "@korki/testing";
import { Client } from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
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
  const programs = () => ({ dump: program, restore: program, psql: program });
  await backUp(database.url, file, say, programs);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, "PGDMP and more");
  await restore(database.url, file, say, programs);
  const { pathname, password } = new URL(database.url);
  const called = readFileSync(log, "utf8");
  expect(called).toContain(`127.0.0.1 ${pathname.slice(1)} --format=custom`);
  expect(called).toContain("--no-psqlrc");
  expect(called).not.toContain(password);
});

test("a dump that fails leaves what there was, and nothing of its own", async () => {
  const older = path.join(folder, "older");
  writeFileSync(older, "PGDMP of yesterday");
  const program = path.join(folder, "failing");
  writeFileSync(program, `#!/bin/sh\necho half > "\${3#--file=}"; exit 1\n`, { mode: 0o755 });
  const failing = () => ({ dump: program, restore: program, psql: program });
  await expect(backUp(database.url, older, say, failing)).rejects.toThrow(/ended with code 1/);
  expect(readFileSync(older, "utf8")).toBe("PGDMP of yesterday");
  expect(existsSync(`${older}.part`)).toBe(false);
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

const bin = path.dirname(dumpPrograms(15)?.dump ?? "/nowhere/pg_dump");
const hasServer = ["initdb", "postgres"].every((name) => existsSync(path.join(bin, name)));

test.runIf(hasServer)("puts a dump of an earlier release in place and brings it up to date", async () => {
  const server = await startServer();
  const at = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const query = (url: string, sql: string) =>
    connected(url, async (db) => (await db.query<Record<string, unknown>>(sql)).rows);
  await query(server, "CREATE ROLE korki_app");
  for (const name of ["earlier", "present"]) await query(server, `CREATE DATABASE ${name}`);
  await migrate(at("earlier"), "20261123120200_ledger_index_less");
  await migrate(at("present"));
  for (const [name, level] of [
    ["earlier", "then"],
    ["present", "now"],
  ] as const)
    await query(at(name), `INSERT INTO prices (level, price, rate) VALUES ('${level}', 81, 51)`);
  const levels = async () =>
    (await query(at("present"), "SELECT level FROM prices")).map(({ level }) => level);
  const migrations = async () =>
    query(at("present"), "SELECT migration_name FROM _prisma_migrations ORDER BY migration_name");
  const all = await migrations();

  const dump = path.join(folder, "earlier.dump");
  await backUp(at("earlier"), dump, say);
  const broken = path.join(folder, "broken.dump");
  copyFileSync(dump, broken);
  truncateSync(broken, Math.floor(statSync(dump).size * 0.9));
  await expect(restore(at("present"), broken, say)).rejects.toThrow(/pg_restore ended with code 1/);
  expect([await levels(), await migrations()]).toEqual([["now"], all]);

  await restore(at("present"), dump, say);
  expect([await levels(), await migrations()]).toEqual([["then"], all]);
  expect(said.at(-1)).toMatch(/an earlier release: \d+ migrations brought it up to date/);
  await restore(at("present"), dump, say);
  expect(await levels()).toEqual(["then"]);
  expect(
    await query(
      at("present"),
      `SELECT has_table_privilege('korki_app', 'prices', 'UPDATE') AS prices,
              has_table_privilege('korki_app', 'history_entries', 'UPDATE') AS history`,
    ),
  ).toEqual([{ prices: true, history: false }]);
});

/** Starts a server of the version that pg_dump has here, and returns its address. It ends with the test. */
async function startServer(): Promise<string> {
  const place = mkdtempSync(path.join(tmpdir(), "korki-server-"));
  chmodSync(place, 0o711);
  const processes = new Processes(place);
  onTestFinished(async () => {
    await processes.stopAll();
    rmSync(place, { recursive: true, force: true });
  });
  const cluster = path.join(place, "cluster");
  mkdirSync(cluster, { mode: 0o700 });
  const account = postgresAccount(cluster, [place]);
  if (account.owner) chownSync(cluster, account.owner.uid, account.owner.gid);
  const run = (name: string, args: string[]) =>
    processes.start({
      name,
      ...account.start(path.join(bin, name), ["-D", cluster, ...args]),
      cwd: cluster,
      env: { PATH: process.env.PATH, LC_ALL: "C" },
      stage: 0,
      stopSignal: "SIGINT",
    });
  const made = await run("initdb", ["-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
  expect(await made.exited).toMatchObject({ code: 0 });
  const port = await freePort();
  const socket = ["-c", "unix_socket_directories=", "-c", "listen_addresses=127.0.0.1"];
  await run("postgres", ["-p", String(port), "-c", "fsync=off", ...socket]);
  const url = `postgresql://postgres:any@127.0.0.1:${port}/postgres`;
  await expect.poll(() => serverAnswers(url), { timeout: 30_000 }).toBe(true);
  return url;
}

const serverAnswers = (url: string) => connected(url, () => Promise.resolve(true)).catch(() => false);

test("ignores a pg_dump that is older than the server", () => {
  expect(dumpPrograms(999)).toBeNull();
});
