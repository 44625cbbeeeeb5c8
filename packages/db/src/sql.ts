import type { Database } from "./client";
import { Prisma } from "./generated/client";
import { isoText } from "./lessons";

/** Reads with a composed statement. Dates and sums come as text or JSON: cast them in the statement. */
export async function readRows<Row extends object>(db: Database, query: Prisma.Sql): Promise<Row[]> {
  const { rows } = await db.pool.query<Row>({ text: query.text, values: query.values });
  return rows;
}

/** A `timestamptz` as ISO 8601 in UTC, within SQL. */
export function isoTime(column: string): Prisma.Sql {
  return Prisma.raw(isoText(column));
}

/** `{id, name, surname}` of a joined row of users; null where the join found nobody. */
export function nameJson(alias: string): Prisma.Sql {
  return Prisma.raw(
    `CASE WHEN ${alias}.id IS NULL THEN NULL
          ELSE json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'surname', ${alias}.surname) END`,
  );
}

/** All conditions at once; no condition is no filter. */
export function whereAll(conditions: readonly (Prisma.Sql | false | null | undefined)[]): Prisma.Sql {
  const given = conditions.filter((condition): condition is Prisma.Sql => Boolean(condition));
  return given.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(given, " AND ")}`;
}

/** Which rows of a list: `page` 1 is the first. */
export type PageQuery = { page: number; pageSize: number };

export function pageClause({ page, pageSize }: PageQuery): Prisma.Sql {
  return Prisma.sql`LIMIT ${pageSize}::int OFFSET ${(page - 1) * pageSize}::int`;
}

const FOLDED = { from: "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", to: "acelnoszzACELNOSZZ" };

/** The words of a search as `search_text` holds them: lower case, Polish letters without their marks. */
export function searchWords(search: string): string[] {
  const folded = [...search].map((letter) => FOLDED.to[FOLDED.from.indexOf(letter)] ?? letter).join("");
  return folded.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
}

/** Every word occurs in the column, which is folded as `searchWords` folds. */
export function containsAll(column: Prisma.Sql, search: string): Prisma.Sql | null {
  const words = searchWords(search);
  if (words.length === 0) return null;
  return Prisma.join(
    words.map((word) => Prisma.sql`strpos(${column}, ${word}) > 0`),
    " AND ",
  );
}

/** The same folding, within SQL, for tables without a `search_text`. */
export function foldedText(columns: readonly string[]): Prisma.Sql {
  return Prisma.raw(`lower(translate(${columns.join(" || ' ' || ")}, '${FOLDED.from}', '${FOLDED.to}'))`);
}
