import type { CivilDate, Level, Subject } from "@korki/domain";
import type { Database, Executor } from "./client";
import { query, type Sql, sql } from "./sql";
import { jsonArray, type PageQuery, pageClause } from "./sql-fragments";
import type { Tx } from "./transaction";

/** What a student has to pay; whole złoty. */
export type DebtRow = {
  studentId: string;
  studentName: string;
  amount: number;
  lessons: { subject: Subject; level: Level; owed: number }[];
};

/** A lesson `l` that counts in the ledger account `a`. */
const COUNTED = sql`l.student_id = a.student_id AND l.subject = a.subject AND l.level = a.level
  AND l.deleted_at IS NULL AND (l.charged OR l.late_decision = 'open'
    OR l.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela'))`;

/** Such a lesson is due if it was delivered or charged, or is planned soon. */
const IS_DUE = sql`l.charged OR l.status IN ('Zrealizowana', 'Uczen nieobecny')
  OR (l.status IN ('Nie potwierdzona', 'Potwierdzona')
      AND l.date <= warsaw_today() + (SELECT due_days FROM centre_settings))`;

/**
 * What students have to pay, per subject and level (rules §39). Payments reach the oldest lessons first, so that the
 * latest ones are uncovered, as many as the balance is below zero. Those that are due count in `owed` and `amount`, the
 * others in `later`. Columns `student_id, subject, level, owed, amount, later, due_by`.
 *
 * @param students conditions on the ledger's accounts, `a`
 */
export function owedLessons(students: Sql): Sql {
  return sql`
    SELECT a.student_id, a.subject, a.level, uncovered.*
      FROM ledger_accounts a
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE latest.is_due)::int AS owed,
              coalesce(sum(latest.price) FILTER (WHERE latest.is_due), 0) AS amount,
              coalesce(sum(latest.price) FILTER (WHERE NOT latest.is_due), 0) AS later,
              min(latest.date) FILTER (WHERE latest.is_due) AS due_by
         FROM (SELECT l.price, l.date, (${IS_DUE}) AS is_due FROM lessons l WHERE ${COUNTED}
                ORDER BY l.date DESC, l.block DESC LIMIT -a.balance) latest) uncovered
     WHERE a.balance < 0 AND ${students}`;
}

/** What is to be paid for a subject and level; whole złoty. */
export type SubjectMoneyRow = {
  subject: Subject;
  level: Level;
  due: number;
  dueLessons: number;
  dueBy: CivilDate | null;
  plannedLater: number;
  /** The day of the last lesson that payments reach; null: they reach none. */
  paidUntil: CivilDate | null;
  /** Lessons paid for that nothing uses. */
  credit: number;
};

/** What a student has to pay, subject by subject, in one statement. */
export function listMoney(on: Executor, studentId: string): Promise<SubjectMoneyRow[]> {
  return query<SubjectMoneyRow>(
    on,
    sql`SELECT a.subject, a.level, coalesce(o.amount, 0)::int AS due, coalesce(o.owed, 0) AS "dueLessons",
               o.due_by AS "dueBy", coalesce(o.later, 0)::int AS "plannedLater", greatest(a.balance, 0) AS credit,
               (SELECT l.date FROM lessons l WHERE ${COUNTED}
                 ORDER BY l.date DESC, l.block DESC OFFSET greatest(-a.balance, 0) LIMIT 1) AS "paidUntil"
          FROM ledger_accounts a
          LEFT JOIN (${owedLessons(sql`a.student_id = ${studentId}::uuid`)}) o
            ON (o.subject, o.level) = (a.subject, a.level)
         WHERE a.student_id = ${studentId}::uuid AND a.active > 0`,
  );
}

/** Returns a lesson's price in whole złoty and whether payments reach it. */
export async function findLessonMoney(
  on: Executor,
  lessonId: string,
): Promise<{ price: number; isCovered: boolean }> {
  const [row] = await query<{ price: number; isCovered: boolean }>(
    on,
    sql`SELECT it.price, coalesce(a.balance, 0) >= 0 OR -a.balance <= (
               SELECT count(*) FROM lessons l
                WHERE ${COUNTED} AND (l.date, l.block) > (it.date, it.block)) AS "isCovered"
          FROM lessons it
          LEFT JOIN ledger_accounts a
            ON (a.student_id, a.subject, a.level) = (it.student_id, it.subject, it.level)
         WHERE it.id = ${lessonId}::uuid`,
  );
  if (!row) throw new Error("a lesson that was found is gone");
  return row;
}

/** A page of students who have something to pay, the largest sum first, and how many there are. */
export async function listDebts(db: Database, page: PageQuery): Promise<{ items: DebtRow[]; total: number }> {
  const rows = await query<{ total: number; items: DebtRow[] }>(
    db,
    sql`
      WITH owes AS MATERIALIZED (${owedLessons(sql`true`)}),
           debts AS (
             SELECT student_id, sum(amount)::int AS amount,
                    json_agg(json_build_object('subject', subject, 'level', level, 'owed', owed)
                             ORDER BY subject, level) FILTER (WHERE owed > 0) AS lessons
               FROM owes GROUP BY student_id HAVING sum(amount) > 0)
      SELECT (SELECT count(*)::int FROM debts) AS total,
             ${jsonArray(sql`SELECT json_build_object('studentId', d.student_id, 'amount', d.amount, 'lessons', d.lessons,
                                            'studentName', rtrim(u.name || ' ' || u.surname))
                     FROM debts d JOIN users u ON u.id = d.student_id
                    ORDER BY d.amount DESC, d.student_id ${pageClause(page)}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

/** Returns what is due from one student, in złoty; 0 for an unknown student. */
export async function sumDebt(on: Executor, studentId: string): Promise<number> {
  const rows = await query<{ amount: number }>(
    on,
    sql`SELECT coalesce(sum(o.amount), 0)::int AS amount
          FROM (${owedLessons(sql`a.student_id = ${studentId}::uuid`)}) o`,
  );
  return rows[0]?.amount ?? 0;
}

/** Finds students with something due who were not reminded under this prefix of the key yet, by id. */
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

/** Returns within how many days a planned lesson is due. */
export async function findDueDays(on: Executor): Promise<number> {
  const [row] = await query<{ dueDays: number }>(on, sql`SELECT due_days AS "dueDays" FROM centre_settings`);
  if (!row) throw new Error("the row of the centre's settings is missing");
  return row.dueDays;
}

/** Sets it and returns what it was before. */
export async function updateDueDays(tx: Tx, dueDays: number): Promise<number> {
  const [row] = await query<{ dueDays: number }>(
    tx,
    sql`WITH before AS (SELECT id, due_days FROM centre_settings FOR UPDATE)
        UPDATE centre_settings c SET due_days = ${dueDays}::int FROM before WHERE c.id = before.id
        RETURNING before.due_days AS "dueDays"`,
  );
  if (!row) throw new Error("the row of the centre's settings is missing");
  return row.dueDays;
}
