import { type Database, findTables, type Table } from "@korki/db";

/** What the database holds at a moment, and the way back to it. */
export type Snapshot = {
  /** Puts everything back as it was. */
  restore(): Promise<void>;
};

/**
 * Takes down everything that the product's tables hold, in tables of a schema of its own. A function there puts back
 * the tables that have changed: PostgreSQL plans it once, and tables that are written again and again would only grow.
 */
export async function takeSnapshot({ pool }: Database): Promise<Snapshot> {
  const tables = await tablesOf(pool);
  const {
    rows: [digests = []],
  } = await pool.query<string[]>({ text: `SELECT ${tables.map(digestOf).join(", ")}`, rowMode: "array" });
  const kept = tables.map(
    ({ name, columns }) => `CREATE TABLE kept.${name} AS SELECT ${columns} FROM ${name};`,
  );
  const putBack = tables.map(
    (table, at) =>
      `IF ${digestOf(table)} <> ${digests[at]} THEN
         DELETE FROM ${table.name};
         INSERT INTO ${table.name} (${table.columns}) OVERRIDING SYSTEM VALUE SELECT * FROM kept.${table.name};
       END IF;`,
  );
  // Neither triggers nor foreign keys: rows are put back as they were, not made.
  await pool.query(
    `CREATE SCHEMA kept; ${kept.join("\n")}
     CREATE FUNCTION kept.put_back() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS
     $$ BEGIN ${putBack.join("\n")} END $$`,
  );
  return {
    async restore() {
      await pool.query("SELECT kept.put_back()");
    },
  };
}

/** SQL for a number that changes with the rows of a table, in any order: quicker than comparing the rows. */
function digestOf({ name, columns }: Table): string {
  return `(SELECT coalesce(sum(hashtextextended(t::text, 0)), 0) FROM (SELECT ${columns} FROM ${name}) t)`;
}

/** Every row of the tables, as one line of text each. */
export async function contentOf({ pool }: Database): Promise<string[]> {
  const tables = await tablesOf(pool);
  const { rows } = await pool.query<{ line: string }>(
    tables
      .map(
        ({ name, columns }) => `SELECT '${name}' || t::text AS line FROM (SELECT ${columns} FROM ${name}) t`,
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
