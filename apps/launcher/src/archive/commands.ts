import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { countMainRows, findLedgerFaults, openDatabase } from "@korki/db";
import { connected } from "@korki/db/connected";
import { lockDataDir, Problem, Processes } from "@korki/local-services";
import { keptSecret, type Settings } from "@korki/settings";
import pg from "pg";
import { type Archive, archiveOf, archiveToRestore, listBases, takeBase } from "./archive";
import { type Recovered, recover } from "./recover";

type Say = (line: string) => void;

/** The superuser and the database of the embedded cluster. */
const EMBEDDED = { user: "postgres", database: "korki" };

/** Returns the archive of the cluster that runs at this address. */
async function archiveAt(settings: Settings, databaseUrl: string): Promise<Archive> {
  const { rows } = await connected(databaseUrl, (client) =>
    client.query<{ id: string }>("SELECT system_identifier::text AS id FROM pg_control_system()"),
  );
  return archiveOf(settings, rows[0]?.id ?? "");
}

/**
 * Takes a base backup into the archive and waits until the log up to now is there too. Throws a Problem if the server
 * does not archive.
 */
export async function backUpToArchive(settings: Settings, databaseUrl: string, say: Say): Promise<void> {
  const archive = await archiveAt(settings, databaseUrl);
  const { rows } = await connected(databaseUrl, (client) =>
    client.query<{ on: boolean }>("SELECT current_setting('archive_mode') <> 'off' AS on"),
  );
  if (!rows[0]?.on)
    throw new Problem(
      "This PostgreSQL does not archive its log, so only the moment of a base backup could be restored. " +
        'Turn on archive_mode (docs/operations.md, "Backup"), or write a file: pnpm backup korki.dump',
    );
  const began = performance.now();
  const { file } = await takeBase(archive, databaseUrl);
  await logArchived(databaseUrl);
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  say(
    `${file} was written: ${megabytes} MB in ${seconds(began)} s. Every later moment can be restored from it.`,
  );
}

/** Ends the current segment of the log and waits until the server has archived it. */
async function logArchived(databaseUrl: string): Promise<void> {
  await connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ segment: string }>(
      "SELECT pg_walfile_name(pg_switch_wal() - 1) AS segment",
    );
    const segment = rows[0]?.segment ?? "";
    const deadline = Date.now() + 60_000;
    for (;;) {
      const { rows: state } = await client.query<{ last: string | null; failed: string | null }>(
        `SELECT last_archived_wal AS last, last_failed_wal AS failed FROM pg_stat_archiver, pg_sleep(0.1)`,
      );
      const { last, failed } = state[0] ?? { last: null, failed: null };
      if (last !== null && last.slice(8, 24) >= segment.slice(8)) return;
      if (Date.now() > deadline)
        throw new Problem(
          `The log is not archived (${failed ?? segment}): archive_command fails. PostgreSQL's log says why.`,
        );
    }
  });
}

/**
 * Replaces the embedded database by the archive's state at a moment. The previous cluster is kept beside it. Korki must
 * not run. With `into`, or with a DATABASE_URL, the cluster is only made ready in that directory. `from` is the system
 * identifier of the cluster whose archive it is; null: there is but one.
 */
export async function restoreFromArchive(
  settings: Settings,
  { moment, into, from }: { moment: Date | null; into: string | null; from: string | null },
  say: Say,
): Promise<void> {
  const began = performance.now();
  const archive = archiveToRestore(settings, from);
  if (settings.databaseUrl !== null || into !== null) {
    if (into === null)
      throw new Problem(
        "DATABASE_URL names a PostgreSQL of your own: name a new directory with --into, and put the cluster that is made there in place of that server's.",
      );
    const target = path.resolve(into);
    if (existsSync(target)) throw new Problem(`${target} exists already.`);
    await working(path.dirname(target), async (processes) => {
      const recovered = await recover({
        ...roleOf(settings),
        archive,
        archives: true,
        moment,
        cluster: target,
        processes,
        say,
      });
      await recovered.stop();
      say(
        `${target} is the cluster ${reached(recovered)}, made in ${seconds(began)} s: start PostgreSQL on it.`,
      );
    });
    return;
  }
  const lock = lockDataDir(settings.dataDir);
  try {
    await working(settings.dataDir, async (processes) => {
      const cluster = path.join(settings.dataDir, "postgres");
      const draft = `${cluster}.restored`;
      rmSync(draft, { recursive: true, force: true });
      const recovered = await recover({
        ...EMBEDDED,
        archive,
        archives: true,
        moment,
        cluster: draft,
        processes,
        say,
      });
      await setPassword(recovered.url, keptSecret(settings.dataDir, "postgres-password"));
      await recovered.stop();
      const aside = `${cluster}.before-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
      if (existsSync(cluster)) {
        renameSync(cluster, aside);
        say(`What was there is kept in ${aside}: a whole copy. Delete it when it is no longer needed.`);
      }
      renameSync(draft, cluster);
      say(`The database is ${reached(recovered)}, restored in ${seconds(began)} s.`);
    });
  } finally {
    lock.release();
  }
}

/** What a proof found. */
export interface Proof {
  readonly seconds: number;
  readonly lastCommit: Date | null;
  readonly rows: { readonly people: number; readonly lessons: number; readonly messages: number };
  /** Where the ledger does not add up; none in a sound copy. */
  readonly faults: readonly string[];
}

/** Restores the archive elsewhere, counts, recomputes the ledger and removes the copy. */
export async function proveArchive(
  settings: Settings,
  { moment, from }: { moment: Date | null; from: string | null },
  say: Say,
): Promise<Proof> {
  const began = performance.now();
  const archive = archiveToRestore(settings, from);
  const place = mkdtempSync(path.join(tmpdir(), "korki-proof-"));
  // PostgreSQL's own user passes through.
  chmodSync(place, 0o711);
  try {
    return await working(place, async (processes) => {
      const cluster = path.join(place, "postgres");
      const recovered = await recover({
        ...roleOf(settings),
        archive,
        archives: false,
        moment,
        cluster,
        processes,
        say,
      });
      const restored = Number(seconds(began));
      const db = openDatabase(recovered.url, 1);
      try {
        const rows = await countMainRows(db.pool);
        const faults = await findLedgerFaults(db, null);
        say(`The copy is ${reached(recovered)}.`);
        say(`${rows.people} people, ${rows.lessons} lessons, ${rows.messages} messages.`);
        for (const fault of faults.slice(0, 20)) say(`The ledger does not add up: ${fault}`);
        if (faults.length === 0) say("The ledger adds up.");
        say(`Restored in ${restored} s, proved in ${seconds(began)} s.`);
        return { seconds: restored, lastCommit: recovered.lastCommit, rows, faults };
      } finally {
        await db.close();
        await recovered.stop();
      }
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Reads a moment of the command line: ISO 8601 with a zone, or Warsaw's local time such as `2026-11-22 06:05`. */
export function momentOf(text: string): Date {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text);
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)/.exec(text) ?? [];
  const moment = zoned ? new Date(text) : inWarsaw(`${date}T${clock}`);
  if (Number.isNaN(moment.getTime()))
    throw new Problem(`${text} is no moment. Write 2026-11-22 06:05 (Warsaw) or 2026-11-22T05:05:00Z.`);
  return moment;
}

function inWarsaw(local: string): Date {
  const asUtc = new Date(`${local}Z`);
  if (Number.isNaN(asUtc.getTime())) return asUtc;
  const offset = (at: Date) => {
    const name = new Intl.DateTimeFormat("en", { timeZone: "Europe/Warsaw", timeZoneName: "longOffset" })
      .formatToParts(at)
      .find(({ type }) => type === "timeZoneName")?.value;
    return Number(/GMT\+(\d\d)/.exec(name ?? "")?.[1] ?? 0) * 3_600_000;
  };
  return new Date(asUtc.getTime() - offset(new Date(asUtc.getTime() - offset(asUtc))));
}

function roleOf({ databaseUrl }: Settings): { user: string; database: string } {
  if (databaseUrl === null) return EMBEDDED;
  const { username, pathname } = new URL(databaseUrl);
  return { user: decodeURIComponent(username), database: decodeURIComponent(pathname.slice(1)) };
}

async function working<T>(directory: string, work: (processes: Processes) => Promise<T>): Promise<T> {
  const processes = new Processes(directory);
  try {
    return await work(processes);
  } finally {
    await processes.stopAll();
  }
}

/** The cluster may come from another machine, whose data directory had another password. */
async function setPassword(url: string, password: string): Promise<void> {
  await connected(url, (client) =>
    client.query(`ALTER ROLE ${EMBEDDED.user} PASSWORD ${pg.escapeLiteral(password)}`),
  );
}

function reached({ lastCommit }: Recovered): string {
  return lastCommit ? `as it was after the commit of ${lastCommit.toISOString()}` : "as its base backup was";
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Takes a base backup whenever the newest one is a day old, until stopped. A failure is reported and tried again. */
export async function keepBases(
  settings: Settings,
  databaseUrl: string,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      const newest =
        listBases(await archiveAt(settings, databaseUrl))
          .at(-1)
          ?.takenAt.getTime() ?? 0;
      if (Date.now() - newest >= DAY_MS) await backUpToArchive(settings, databaseUrl, say);
    } catch (error) {
      if (!stop.aborted)
        say(`No base backup could be taken: ${error instanceof Error ? error.message : error}`);
    }
    await pause(HOUR_MS, undefined, { signal: stop, ref: false }).catch(() => undefined);
  }
}
