import type { Role } from "@korki/domain";
import type { Database } from "./client";
import type { DebtSums } from "./debts";
import { personTagged } from "./office-file";
import { joinSql, query, type Sql, sql, whereAll } from "./sql";
import { containsAll, type PageQuery, pageClause } from "./sql-fragments";

/** Whom a list of people shows. */
export type PeopleFilter = {
  search: string;
  showDisabled: boolean;
  /** Of the office; undefined: any or none. */
  tag?: string | undefined;
};

/** The same, with a page and its order; `owed` needs the sums of debts. */
export type ListedFilter = PeopleFilter &
  PageQuery & { sort: "name" | "email" | "createdAt" | "owed"; direction: "asc" | "desc" };

/** What else a list depends on: what everybody owes, as the table `debt`, and conditions on a person `u`. */
export type Narrowed = {
  debts?: DebtSums | null;
  conditions?: readonly (Sql | false)[];
  /** How many the list has; null: it has to be counted. */
  total?: number | null;
};

/** People in the order of a list, and how many the whole list has. */
type ListedIds = { ids: string[]; total: number };

/** Who is on a page of a list. */
export function findPage(
  db: Database,
  role: Role,
  filter: ListedFilter,
  narrowed: Narrowed,
): Promise<ListedIds> {
  const list = listOf(role, filter, narrowed);
  const people =
    filter.sort === "owed" ? sql`users u LEFT JOIN debt ON debt.student_id = u.id` : sql`users u`;
  const order = orderOf(filter);
  return filter.search === ""
    ? readIds(db, list, sql`${people} ${list.where} ORDER BY ${order} ${pageClause(filter)}`)
    : readSearched(db, list, { people, order }, filter);
}

/**
 * How a list by debt begins, the largest sum first: with everybody on it who owes something, and so many `others`. Read in
 * one pass with how many the whole list has.
 */
export function findByDebt(
  db: Database,
  role: Role,
  filter: PeopleFilter,
  { debts, conditions = [] }: { debts: DebtSums; conditions?: readonly (Sql | false)[] },
  others: number,
): Promise<ListedIds> {
  const where = whereAll([...conditions, ...personConditions(role, filter)]);
  return asIds(
    db,
    sql`WITH ${debtTable(debts)},
      listed AS MATERIALIZED (
        SELECT u.id, coalesce(debt.amount, 0) AS amount
          FROM users u LEFT JOIN debt ON debt.student_id = u.id ${where})
      SELECT (SELECT count(*)::int FROM listed) AS total,
             array_to_string(ARRAY(SELECT id FROM listed ORDER BY amount DESC, id DESC
                                    LIMIT (SELECT count(*) FROM debt) + ${others}::int), ',') AS ids`,
  );
}

/** The debts, if a list depends on them, its condition on `u`, and how many it has, if that is known. */
type List = { debts: DebtSums | null; where: Sql; total: number | null };

function listOf(
  role: Role,
  filter: PeopleFilter,
  { debts = null, conditions = [], total = null }: Narrowed,
): List {
  return { debts, where: whereAll([...conditions, ...personConditions(role, filter)]), total };
}

/** @param listed whom to read: what stands after FROM */
function readIds(db: Database, { debts, where, total }: List, listed: Sql): Promise<ListedIds> {
  const count = total === null ? sql`(SELECT count(*)::int FROM users u ${where})` : sql`${total}::int`;
  return asIds(
    db,
    sql`${debts ? sql`WITH ${debtTable(debts)}` : sql``}
      SELECT ${count} AS total, array_to_string(ARRAY(SELECT u.id FROM ${listed}), ',') AS ids`,
  );
}

/** A search looks at everybody once: its words may be anywhere. */
function readSearched(
  db: Database,
  { debts, where }: List,
  { people, order }: { people: Sql; order: Sql },
  { page, pageSize }: PageQuery,
): Promise<ListedIds> {
  const last = page * pageSize;
  // A part of an array instead of LIMIT: with a LIMIT as a parameter, PostgreSQL plans the search again at each call.
  return asIds(
    db,
    sql`${debts ? sql`WITH ${debtTable(debts)}` : sql``}
      SELECT count(*)::int AS total,
             array_to_string((array_agg(u.id ORDER BY ${order}))[${last - pageSize + 1}::int:${last}::int], ',') AS ids
        FROM ${people} ${where}`,
  );
}

async function asIds(db: Database, statement: Sql): Promise<ListedIds> {
  const [row] = await query<{ ids: string | null; total: number }>(db, statement);
  return { ids: row?.ids ? row.ids.split(",") : [], total: row?.total ?? 0 };
}

function debtTable({ studentIds, amounts }: DebtSums): Sql {
  return sql`debt AS MATERIALIZED (
    SELECT * FROM unnest(string_to_array(${studentIds}, ',')::uuid[], string_to_array(${amounts}, ',')::int[])
               AS d (student_id, amount))`;
}

/** Conditions on a person `u`, for `whereAll`. */
export function personConditions(
  role: Role,
  { tag, showDisabled, search }: PeopleFilter,
): (Sql | false | null)[] {
  return [
    tag !== undefined && personTagged(tag),
    sql`u.role = ${role}`,
    !showDisabled && sql`NOT u.is_disabled`,
    containsAll(sql`u.search_text`, search),
  ];
}

function orderOf({ sort, direction }: Pick<ListedFilter, "sort" | "direction">): Sql {
  const columns = {
    owed: [sql`coalesce(debt.amount, 0)`, sql`u.id`],
    name: [sql`u.surname COLLATE "pl-x-icu"`, sql`u.name COLLATE "pl-x-icu"`, sql`u.id`],
    email: [sql`u.email`],
    createdAt: [sql`u.created_at`, sql`u.id`],
  }[sort];
  const order = direction === "asc" ? sql`ASC` : sql`DESC`;
  return joinSql(columns.map((column) => sql`${column} ${order}`));
}
