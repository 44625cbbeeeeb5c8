import type { Level, Subject } from "@korki/domain";
import type { Database, Executor } from "./client";
import { query, type Sql, sql } from "./sql";
import { jsonArray, type PageQuery, pageClause } from "./sql-fragments";

/** What a student owes; whole złoty. */
export type DebtRow = {
  studentId: string;
  studentName: string;
  amount: number;
  lessons: { subject: Subject; level: Level; owed: number }[];
};

/**
 * What students owe: per subject and level the lessons that are used and not paid for, which are the latest ones, each at
 * the price it carries. Columns `student_id, subject, level, owed, amount`.
 *
 * @param students conditions on the ledger's accounts, `a`
 */
export function owedLessons(students: Sql): Sql {
  return sql`
    SELECT a.student_id, a.subject, a.level, -a.balance AS owed,
           (SELECT coalesce(sum(latest.price), 0) FROM (
              SELECT l.price FROM lessons l
               WHERE l.student_id = a.student_id AND l.subject = a.subject AND l.level = a.level
                 AND l.deleted_at IS NULL
                 AND (l.charged OR l.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela'))
               ORDER BY l.date DESC, l.block DESC LIMIT -a.balance) latest) AS amount
      FROM ledger_accounts a
     WHERE a.balance < 0 AND ${students}`;
}

/** A page of students who owe something, the largest sum first, and how many there are. */
export async function listDebts(db: Database, page: PageQuery): Promise<{ items: DebtRow[]; total: number }> {
  const rows = await query<{ total: number; items: DebtRow[] }>(
    db,
    sql`
      WITH owes AS MATERIALIZED (${owedLessons(sql`true`)}),
           debts AS (
             SELECT student_id, sum(amount)::int AS amount,
                    json_agg(json_build_object('subject', subject, 'level', level, 'owed', owed)
                             ORDER BY subject, level) AS lessons
               FROM owes GROUP BY student_id HAVING sum(amount) > 0)
      SELECT (SELECT count(*)::int FROM debts) AS total,
             ${jsonArray(sql`SELECT json_build_object('studentId', d.student_id, 'amount', d.amount, 'lessons', d.lessons,
                                            'studentName', rtrim(u.name || ' ' || u.surname))
                     FROM debts d JOIN users u ON u.id = d.student_id
                    ORDER BY d.amount DESC, d.student_id ${pageClause(page)}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

/** Returns what one student owes, in złoty; 0 for an unknown student. */
export async function sumDebt(on: Executor, studentId: string): Promise<number> {
  const rows = await query<{ amount: number }>(
    on,
    sql`SELECT coalesce(sum(o.amount), 0)::int AS amount
          FROM (${owedLessons(sql`a.student_id = ${studentId}::uuid`)}) o`,
  );
  return rows[0]?.amount ?? 0;
}

/** Finds students who owe something and were not reminded under this prefix of the key yet, by id. */
export async function findDebtsToRemind(
  db: Database,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<{ studentId: string; amount: number }[]> {
  return query<{ studentId: string; amount: number }>(
    db,
    sql`SELECT o.student_id AS "studentId", sum(o.amount)::int AS amount
          FROM (${owedLessons(sql`a.student_id > ${after}::uuid`)}) o
          JOIN users u ON u.id = o.student_id AND NOT u.is_disabled
         WHERE NOT EXISTS (SELECT FROM notifications n WHERE n.dedupe_key = ${prefix}::text || o.student_id)
         GROUP BY o.student_id HAVING sum(o.amount) > 0
         ORDER BY o.student_id LIMIT ${limit}::int`,
  );
}
