import type { Pool } from "pg";

/** A table of the product, and those of its columns that are written (not computed), as a list for SQL. */
export type Table = { name: string; columns: string };

/** What the migration runner keeps for itself. */
export const MIGRATIONS_TABLE = "_prisma_migrations";

/** Returns the product's tables in the order of their names, without unlogged ones, which hold nothing to keep. */
export async function findTables(db: Pick<Pool, "query">): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `SELECT table_name AS name,
            string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> $1 AND is_generated = 'NEVER'
        AND (SELECT relpersistence FROM pg_class
              WHERE relname = table_name AND relnamespace = 'public'::regnamespace) <> 'u'
      GROUP BY table_name ORDER BY table_name`,
    [MIGRATIONS_TABLE],
  );
  return rows;
}

/** The statement that puts rows into a table as they were; its one parameter is a JSON list of them. */
export function putRowsSql({ name, columns }: Table): string {
  return `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
          SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1)`;
}

/** Returns how many people, lessons and messages there are: what a restored copy is compared by. */
export async function countMainRows(
  db: Pick<Pool, "query">,
): Promise<{ people: number; lessons: number; messages: number }> {
  const { rows } = await db.query<{ people: number; lessons: number; messages: number }>(
    `SELECT (SELECT count(*)::int FROM users) AS people, (SELECT count(*)::int FROM lessons) AS lessons,
            (SELECT count(*)::int FROM messages) AS messages`,
  );
  return rows[0] ?? { people: 0, lessons: 0, messages: 0 };
}
