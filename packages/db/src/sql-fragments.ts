import { isPhoneLike, phoneDigits } from "@korki/domain";
import { joinSql, type Sql, sql } from "./sql";

/**
 * Returns a `timestamptz(3)` as ISO 8601 in UTC. A microsecond more has PostgreSQL write all digits, of which three are
 * kept: less work than `to_char`, which a list does for each of its rows.
 */
export function isoTime(column: Sql): Sql {
  const text = sql`(${column} AT TIME ZONE 'UTC' + interval '1 us')::text`;
  return sql`overlay(left(${text}, 23) placing 'T' from 11) || 'Z'`;
}

/** Returns the moment at which a lesson or another row with a date and a block begins. */
export function startOf(row: Sql): Sql {
  return sql`((${row}.date + time '07:00' + ${row}.block * interval '65 minutes') AT TIME ZONE 'Europe/Warsaw')`;
}

/** Returns `{id, name, surname}` of a joined row of users; null if the join found none. */
export function nameJson(alias: Sql): Sql {
  return sql`CASE WHEN ${alias}.id IS NULL THEN NULL
       ELSE json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'surname', ${alias}.surname) END`;
}

/** Returns the order of a list of people: by surname and name, as a Polish dictionary has them. */
export function bySurname(person: Sql): Sql {
  return sql`${person}.surname COLLATE "pl-x-icu", ${person}.name COLLATE "pl-x-icu", ${person}.id`;
}

/**
 * Returns the rows of a SELECT of one JSON column as one JSON array, in the SELECT's order. pg parses one JSON text several
 * times faster than an array of them.
 */
export function jsonArray(select: Sql): Sql {
  return sql`(SELECT coalesce(json_agg(item), '[]') FROM (${select}) AS selected (item))`;
}

/**
 * Returns lists of ids side by side as a FROM item: one row per position, its number last. The LIMIT is for the planner. It
 * estimates ten rows for an array of unknown length, so that a plan for the one or two rows of a call looks cheaper, and
 * PostgreSQL plans the statement again at each call. For an unknown LIMIT it estimates one row and keeps the plan.
 */
export function idRows(...lists: readonly (readonly string[])[]): Sql {
  // One text costs pg less than an array.
  const columns = joinSql(lists.map((ids) => sql`string_to_array(${ids.join()}, ',')::uuid[]`));
  return sql`(SELECT * FROM unnest(${columns}) WITH ORDINALITY LIMIT ${lists[0]?.length ?? 0}::int)`;
}

/**
 * A value that PostgreSQL does not look at when it plans. It keeps a statement's plan only if that seems no worse than one
 * made for the values of a call; a range that holds few rows today makes it plan again each time.
 */
export function unseen(value: Sql): Sql {
  return sql`(SELECT ${value})`;
}

/** Which rows of a list: `page` 1 is the first. */
export type PageQuery = { page: number; pageSize: number };

/** Returns the LIMIT and OFFSET of a page. */
export function pageClause({ page, pageSize }: PageQuery): Sql {
  return sql`LIMIT ${pageSize}::int OFFSET ${(page - 1) * pageSize}::int`;
}

const FOLDED = { from: "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", to: "acelnoszzACELNOSZZ" };

/**
 * Returns the words of a search as `search_text` holds them: lower case, Polish letters without their marks, a phone number
 * as one word.
 */
export function searchWords(search: string): string[] {
  if (isPhoneLike(search)) return [phoneDigits(search)];
  const folded = [...search].map((letter) => FOLDED.to[FOLDED.from.indexOf(letter)] ?? letter).join("");
  return folded.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
}

/** Requires every word of a search in the column, which is folded as `searchWords` folds; null without words. */
export function containsAll(column: Sql, search: string): Sql | null {
  const words = searchWords(search);
  if (words.length === 0) return null;
  return joinSql(
    words.map((word) => sql`strpos(${column}, ${word}) > 0`),
    " AND ",
  );
}

/** Folds columns as `searchWords` does, for tables without a `search_text`. */
export function foldedText(columns: readonly Sql[]): Sql {
  return sql`lower(translate(${joinSql(columns, " || ' ' || ")}, ${FOLDED.from}, ${FOLDED.to}))`;
}
