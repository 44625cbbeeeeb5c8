import { type Database, findTables, putRowsSql, type Table } from "@korki/db";

/** What the database holds at a moment, and the way back to it. */
export type Snapshot = {
  /** Puts everything back as it was. */
  restore(): Promise<void>;
};

/** Takes down everything that the product's tables hold. */
export async function takeSnapshot({ pool }: Database): Promise<Snapshot> {
  const tables = await tablesOf(pool);
  const kept = await Promise.all(
    tables.map(async ({ name, columns }) => {
      const { rows } = await pool.query<{ content: string }>(
        `SELECT coalesce(json_agg(t), '[]')::text AS content FROM (SELECT ${columns} FROM ${name}) t`,
      );
      return { name, columns, content: rows[0]?.content ?? "[]" };
    }),
  );
  return {
    async restore() {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        // Neither triggers nor foreign keys: rows are put back as they were, not made.
        await client.query("SET LOCAL session_replication_role = replica");
        // The tables are small: deleting is many times faster than truncating.
        await client.query(kept.map(({ name }) => `DELETE FROM ${name}`).join("; "));
        for (const { name, columns, content } of kept.filter((table) => table.content !== "[]")) {
          await client.query(putRowsSql({ name, columns }), [content]);
        }
        await client.query("COMMIT");
      } finally {
        client.release();
      }
    },
  };
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
