import { connected } from "./connected";
import { findMigrationNames } from "./prisma-dir";
import { MIGRATIONS_TABLE } from "./tables";

/** What an operator wants to know of a PostgreSQL server and of the product's database on it. */
type ServerFacts = {
  version: number;
  /** Milliseconds by which its clock is ahead of this machine's. */
  clockAheadMs: number;
  /** Migrations of this version that are not applied. */
  pending: string[];
  /** Migrations that began and did not end. */
  unfinished: string[];
  /** Whether the role owns the tables, so that it could change the append-only ones. */
  ownsTables: boolean;
  archives: boolean;
  /** The last segment of the log that could not be archived, unless one was archived since. */
  archiveFault: string | null;
};

/** Asks a server over a separate connection. Rejects if it cannot be reached. */
export async function askServer(connectionString: string): Promise<ServerFacts> {
  return connected({ connectionString, connectionTimeoutMillis: 10_000 }, async (client) => {
    const from = Date.now();
    const { rows } = await client.query<{
      version: number;
      now: Date;
      migrated: boolean;
      owns: boolean | null;
      archives: boolean;
      fault: string | null;
    }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, clock_timestamp() AS now,
              to_regclass('public.${MIGRATIONS_TABLE}') IS NOT NULL AS migrated,
              (SELECT pg_has_role(relowner, 'MEMBER') FROM pg_class WHERE oid = to_regclass('public.users')) AS owns,
              current_setting('archive_mode') <> 'off' AS archives,
              (SELECT last_failed_wal FROM pg_stat_archiver
                WHERE last_failed_time > coalesce(last_archived_time, '-infinity')) AS fault`,
    );
    const to = Date.now();
    const facts = rows[0];
    if (!facts) throw new Error("the server answered nothing");
    const applied = new Map<string, boolean>();
    if (facts.migrated) {
      const known = await client.query<{ name: string; done: boolean }>(
        `SELECT migration_name AS name, finished_at IS NOT NULL AS done FROM ${MIGRATIONS_TABLE}
          WHERE rolled_back_at IS NULL`,
      );
      for (const { name, done } of known.rows) applied.set(name, done);
    }
    return {
      version: facts.version,
      clockAheadMs: facts.now.getTime() - (from + to) / 2,
      pending: findMigrationNames().filter((name) => !applied.has(name)),
      unfinished: [...applied].filter(([, done]) => !done).map(([name]) => name),
      ownsTables: facts.owns ?? false,
      archives: facts.archives,
      archiveFault: facts.fault,
    };
  });
}
