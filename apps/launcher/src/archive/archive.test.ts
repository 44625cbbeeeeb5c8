import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connected } from "@korki/db/connected";
import { Problem, Processes, startPostgres } from "@korki/local-services";
import type { Settings } from "@korki/settings";
import { testSettings } from "@korki/testing";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { withDatabase, withServer } from "../with-database";
import { type Archive, baseDirectory, listBases, prune, walDirectory } from "./archive";
import { backUpToArchive, momentOf, proveArchive, restoreFromArchive } from "./commands";
import { walCommand } from "./wal-command";

const folders = mkdtempSync(path.join(tmpdir(), "korki-archive-"));
chmodSync(folders, 0o711);
afterAll(() => rmSync(folders, { recursive: true, force: true }));
/** The folder of the current attempt. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(folders, "a-"));
  chmodSync(folder, 0o711);
});
const say = () => undefined;
/** The last moment of the only archive. */
const LAST = { moment: null, from: null };

test("an encrypted archive restores the moment between two writes, and on another machine the last one", async () => {
  const key = await generateX25519Identity();
  const place = (name: string, backupKey: string) =>
    testSettings({
      DATA_DIR: path.join(folder, name),
      BACKUP_DIR: path.join(folder, "archive"),
      BACKUP_KEY: backupKey,
    });
  // The server can only encrypt.
  const server = place("server", await identityToRecipient(key));
  const settings = place("server", key);

  const between = await withDatabase(server, (url) =>
    queried(url, async (query) => {
      await query("INSERT INTO prices (level, price, rate) VALUES ('before', 1, 1)");
      await backUpToArchive(server, url, say);
      await query("INSERT INTO prices (level, price, rate) VALUES ('first', 1, 2)");
      const [row] = await query("SELECT clock_timestamp() AS now, pg_sleep(0.05)");
      await query("INSERT INTO prices (level, price, rate) VALUES ('second', 1, 3)");
      await query("SELECT pg_switch_wal()");
      return row?.now as Date;
    }),
  );
  const levels = async (where: Settings) => {
    const rows = await withDatabase(where, (url) =>
      queried(url, (query) => query("SELECT level FROM prices ORDER BY rate")),
    );
    return rows.map(({ level }) => level);
  };

  await expect(restoreFromArchive(server, { ...LAST, into: null }, say)).rejects.toThrow(/is encrypted/);
  const said: string[] = [];
  await restoreFromArchive(settings, { ...LAST, moment: between, into: null }, (line) => said.push(line));
  expect(await levels(settings)).toEqual(["before", "first"]);
  const kept = readdirSync(settings.dataDir).filter((name) => name.startsWith("postgres.before"));
  expect(kept).toHaveLength(1);
  expect(said).toContainEqual(expect.stringMatching(/postgres\.before-\S+: a whole copy.*Delete it/));
  // As docs/operations.md says it.
  const before = testSettings({ DATA_DIR: path.join(settings.dataDir, "before") });
  mkdirSync(before.dataDir);
  renameSync(path.join(settings.dataDir, kept[0] ?? ""), path.join(before.dataDir, "postgres"));
  cpSync(path.join(settings.dataDir, "postgres-password"), path.join(before.dataDir, "postgres-password"));
  expect(await levels(before)).toEqual(["before", "first", "second"]);
  await withDatabase(server, (url) =>
    queried(url, async (query) => {
      await query("INSERT INTO prices (level, price, rate) VALUES ('third', 1, 4)");
      await query("SELECT pg_switch_wal()");
    }),
  );

  const archive = path.join(folder, "archive");
  const [lost = ""] = readdirSync(archive);
  mkdirSync(path.join(archive, "1", "base"), { recursive: true });
  writeFileSync(
    path.join(archive, "1", "base", "20991231T000000000Z-000000010000000000000001.tar.gz.age"),
    "",
  );
  const elsewhere = place("elsewhere", key);
  for (const refused of [
    restoreFromArchive(elsewhere, { ...LAST, into: null }, say),
    proveArchive(elsewhere, LAST, say),
  ])
    await expect(refused).rejects.toThrow(
      new RegExp(`2 database clusters[^]+--from 1 .*2099-12-31[^]+--from ${lost} `),
    );
  await expect(restoreFromArchive(elsewhere, { ...LAST, from: "2", into: null }, say)).rejects.toThrow(
    /no base backup of a cluster 2\./,
  );
  await restoreFromArchive(elsewhere, { ...LAST, from: lost, into: null }, say);
  expect(await levels(elsewhere)).toEqual(["before", "first", "third"]);
  expect(await proveArchive(settings, { moment: between, from: lost }, say)).toMatchObject({
    rows: { lessons: 0 },
    faults: [],
  });
  await expect(
    restoreFromArchive(settings, { moment: new Date("2026-01-01"), from: lost, into: null }, say),
  ).rejects.toThrow(/an earlier moment cannot be restored/);
}, 180_000);

test("a PostgreSQL of one's own is backed up, proved, and restored into a directory on which it starts", async () => {
  const dataDir = path.join(folder, "own");
  const backups = path.join(folder, "own-archive");
  mkdirSync(dataDir);
  const processes = new Processes(dataDir);
  const command = walCommand("archive");
  const archive = { command, env: { BACKUP_DIR: backups }, directory: backups };
  const server = await startPostgres(processes, { dataDir, durable: true, archive });
  const settings = testSettings({ DATABASE_URL: server.url, DATA_DIR: dataDir, BACKUP_DIR: backups });
  try {
    await withDatabase(settings, (url) =>
      queried(url, async (query) => {
        await query("INSERT INTO prices (level, price, rate) VALUES ('before', 1, 1)");
        // As docs/operations.md says it.
        await query("CREATE ROLE nightly LOGIN REPLICATION PASSWORD 'nightly'");
        await query("GRANT EXECUTE ON FUNCTION pg_switch_wal() TO nightly");
        const nightly = Object.assign(new URL(url), { username: "nightly", password: "nightly" }).href;
        await withServer({ ...settings, databaseUrl: nightly }, (role) =>
          backUpToArchive(settings, role, say),
        );
        await query("INSERT INTO prices (level, price, rate) VALUES ('after', 1, 2)");
        await query("SELECT pg_switch_wal()");
      }),
    );
    await server.process.stop();
    // What archives runs in the cluster's directory.
    expect(readdirSync(path.join(dataDir, "postgres"))).not.toContain(".data");
    expect(await proveArchive(settings, LAST, say)).toMatchObject({ rows: { lessons: 0 }, faults: [] });
    await expect(restoreFromArchive(settings, { ...LAST, into: null }, say)).rejects.toThrow(/--into/);

    // The lost cluster's place is taken by the restored one.
    const restored = path.join(folder, "own-restored");
    mkdirSync(restored);
    await restoreFromArchive(settings, { ...LAST, into: path.join(restored, "postgres") }, say);
    cpSync(path.join(dataDir, "postgres-password"), path.join(restored, "postgres-password"));
    const { url } = await startPostgres(processes, { dataDir: restored, durable: true });
    const rows = await queried(url, (query) => query("SELECT level FROM prices ORDER BY rate"));
    expect(rows.map(({ level }) => level)).toEqual(["before", "after"]);
  } finally {
    await processes.stopAll();
  }
}, 180_000);

async function queried<T>(
  url: string,
  work: (query: (sql: string) => Promise<Record<string, unknown>[]>) => Promise<T>,
): Promise<T> {
  return connected(url, (client) =>
    work(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows),
  );
}

test("keeps what the last seven days need, and nothing older", () => {
  const archive: Archive = { directory: path.join(folder, "kept"), key: null, days: 7 };
  for (const directory of [baseDirectory(archive), walDirectory(archive)])
    mkdirSync(directory, { recursive: true });
  const segment = (number: number, timeline = 1) => `0000000${timeline}000000000000000${number}`;
  const bases = [1, 3, 5, 7].map((number) => `2026111${number}T000000000Z-${segment(number)}.tar.gz`);
  for (const base of bases) writeFileSync(path.join(baseDirectory(archive), base), "");
  const log = [1, 2, 3, 4, 5, 6, 7].map((number) => `${segment(number, number < 3 ? 2 : 1)}.gz`);
  for (const name of [...log, "00000002.history.gz"])
    writeFileSync(path.join(walDirectory(archive), name), "");

  prune(archive, new Date("2026-11-21T00:00:00Z"));
  // The 14th is reached from the base backup of the 13th.
  expect(listBases(archive).map(({ file }) => path.basename(file))).toEqual(bases.slice(1));
  expect(readdirSync(walDirectory(archive)).sort()).toEqual([...log.slice(2), "00000002.history.gz"].sort());
});

describe("a moment of the command line", () => {
  test.each([
    ["2026-11-22T05:05:00Z", "2026-11-22T05:05:00.000Z"],
    ["2026-11-22 06:05", "2026-11-22T05:05:00.000Z"],
    ["2026-07-01T06:05:30", "2026-07-01T04:05:30.000Z"],
    ["2026-07-01T06:05+02:00", "2026-07-01T04:05:00.000Z"],
  ])("%s is %s", (text, moment) => expect(momentOf(text).toISOString()).toBe(moment));

  test.each(["yesterday", "2026-13-01 00:00", "06:05"])("%s is none", (text) =>
    expect(() => momentOf(text)).toThrow(Problem),
  );
});
