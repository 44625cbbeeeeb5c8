import { type Database, findTables, type Table } from "@korki/db";

/** What the database holds at a moment, and the way back to it. */
export type Snapshot = {
  /** Returns the rows that are gone since then, and those that are new. */
  changes(): Promise<string[]>;
  /** Puts everything back as it was. */
  restore(): Promise<void>;
};

/**
 * Takes down everything that the product's tables hold, in tables of a schema of its own. From then on each table notes
 * that a statement wrote to it, so that only those tables are looked at. A function puts them back: PostgreSQL plans it
 * once, and tables that are written again and again would only grow.
 */
export async function takeSnapshot({ pool }: Database): Promise<Snapshot> {
  const tables = await tablesOf(pool);
  const kept = tables.map(
    ({ name, columns }) =>
      `CREATE TABLE kept.${name} AS SELECT ${columns} FROM ${name};
       CREATE TRIGGER note_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${name}
         EXECUTE FUNCTION kept.note_write();`,
  );
  const putBack = tables.map(
    ({ name, columns }) =>
      `IF '${name}' = ANY (names) THEN
         DELETE FROM ${name};
         INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT * FROM kept.${name};
       END IF;`,
  );
  // Puts back without triggers and foreign keys: rows become what they were, and are not made.
  await pool.query(
    `CREATE SCHEMA kept;
     CREATE UNLOGGED TABLE kept.written (name text);
     CREATE FUNCTION kept.note_write() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN INSERT INTO kept.written VALUES (TG_TABLE_NAME); RETURN NULL; END $$;
     ${kept.join("\n")}
     CREATE FUNCTION kept.put_back() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS
     $$ DECLARE names text[]; BEGIN
       WITH noted AS (DELETE FROM kept.written RETURNING name) SELECT array_agg(DISTINCT name) INTO names FROM noted;
       ${putBack.join("\n")}
     END $$`,
  );
  return {
    async changes() {
      const { rows } = await pool.query<{ name: string }>("SELECT DISTINCT name FROM kept.written");
      const written = tables.filter(({ name }) => rows.some((row) => row.name === name));
      if (written.length === 0) return [];
      return changesBetween(await linesOf(pool, written, "kept"), await linesOf(pool, written));
    },
    async restore() {
      await pool.query("SELECT kept.put_back()");
    },
  };
}

/** Every row of the tables, as one line of text each. */
export async function contentOf({ pool }: Database): Promise<string[]> {
  return linesOf(pool, await tablesOf(pool));
}

async function linesOf(pool: Pool, tables: readonly Table[], schema = "public"): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    tables
      .map(
        ({ name, columns }) =>
          `SELECT '${name}' || t::text AS line FROM (SELECT ${columns} FROM ${schema}.${name}) t`,
      )
      .join(" UNION ALL "),
  );
  return rows.map(({ line }) => line);
}

/** Rows that are gone, and rows that are new. */
export function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  const [old, fresh] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !fresh.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ];
}

type Pool = Database["pool"];
const known = new WeakMap<Pool, Promise<Table[]>>();

/** Kept by servers that say that they are alive. */
const OF_NOBODY = "api_processes";

function tablesOf(pool: Pool): Promise<Table[]> {
  const found =
    known.get(pool) ?? findTables(pool).then((tables) => tables.filter(({ name }) => name !== OF_NOBODY));
  known.set(pool, found);
  return found;
}
