import type { Database } from "@korki/db";

/** Which of the words any text or JSON column of the database holds, as `table.column: word`. */
export async function placesOf({ pool }: Database, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `SELECT c.table_name AS table, c.column_name AS column
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY')
        AND c.table_name <> '_prisma_migrations'`,
  );
  if (columns.length < 40) throw new Error("the database has too few text columns to be this one");
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const { rows } = await pool.query<{ word: string }>(
        `SELECT DISTINCT word FROM ${table}, unnest($1::text[]) AS word
          WHERE strpos(lower("${column}"::text), lower(word)) > 0`,
        [words],
      );
      return rows.map(({ word }) => `${table}.${column}: ${word}`);
    }),
  );
  return found.flat().sort();
}
