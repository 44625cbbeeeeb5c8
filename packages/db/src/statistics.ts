import type { CivilDate, LessonStatus, Level, Subject } from "@korki/domain";
import type { Database } from "./client";
import { REFUNDED_PARTS } from "./refunds";
import { query, type Sql, sql, whereAll } from "./sql";
import { jsonArray, nameJson, type PageQuery, pageClause } from "./sql-fragments";

/** Lessons that are alike, counted: one row of a GROUP BY. Whole złoty. */
export type LessonGroup = {
  teacherId: string;
  subject: Subject;
  level: Level;
  status: LessonStatus;
  price: number;
  /** Of a charged cancellation what its policy gives the teacher. */
  rate: number;
  charged: boolean;
  count: number;
};

/** What the teacher earns if the lesson is delivered or charged; `p` is the lesson's policy. */
export const RATE = sql`CASE WHEN l.charged AND NOT coalesce(p.pay_teacher, false) THEN 0 ELSE l.rate END`;
/** Lessons `l` with the policy `p` of those that were charged. */
export const LESSONS = sql`lessons l LEFT JOIN cancellation_policies p ON p.version = l.cancellation_policy_version AND l.charged`;

/** The lessons of one teacher, deleted ones apart; between two days (`to` exclusive) where they are given. */
export async function groupTeacherLessons(
  db: Database,
  teacherId: string,
  period?: { from: CivilDate; to: CivilDate },
): Promise<LessonGroup[]> {
  const rows = await query<LessonGroup>(
    db,
    sql`SELECT l.teacher_id AS "teacherId", l.subject, l.level, l.status, l.price, ${RATE} AS rate, l.charged, count(*)::int AS count
             FROM ${LESSONS}
            WHERE l.teacher_id = ${teacherId} AND l.deleted_at IS NULL AND l.date >= ${period?.from ?? "-infinity"} AND l.date < ${period?.to ?? "infinity"}
            GROUP BY l.teacher_id, l.subject, l.level, l.status, l.price, 6, l.charged`,
  );
  return rows;
}

/** The lessons of all teachers between two days (`to` exclusive). */
export async function groupCompanyLessons(
  db: Database,
  period: { from: CivilDate; to: CivilDate },
): Promise<LessonGroup[]> {
  const rows = await query<LessonGroup>(
    db,
    sql`SELECT l.teacher_id AS "teacherId", l.subject, l.level, l.status, l.price, ${RATE} AS rate, l.charged, count(*)::int AS count
             FROM ${LESSONS} WHERE l.deleted_at IS NULL AND l.date >= ${period.from} AND l.date < ${period.to}
            GROUP BY l.teacher_id, l.subject, l.level, l.status, l.price, 6, l.charged`,
  );
  return rows;
}

/** The same by month, for all teachers; `month` is 1–12. */
export type MonthGroup = LessonGroup & { year: number; month: number };

export async function groupLessonsByMonth(
  db: Database,
  period: { from: CivilDate; to: CivilDate },
): Promise<MonthGroup[]> {
  const rows = await query<MonthGroup>(
    db,
    sql`SELECT extract(year FROM l.date)::int AS year, extract(month FROM l.date)::int AS month,
                  '' AS "teacherId", l.subject, l.level, l.status, l.price, ${RATE} AS rate, l.charged, count(*)::int AS count
             FROM ${LESSONS} WHERE l.deleted_at IS NULL AND l.date >= ${period.from} AND l.date < ${period.to}
            GROUP BY 1, 2, l.subject, l.level, l.status, l.price, 8, l.charged`,
  );
  return rows;
}

/** Whose activity: everybody's, one student's or one teacher's. */
export type ActivityOwner = { studentId?: string | undefined; teacherId?: string | undefined };

/** Lessons of a month that are alike in subject and status, counted. */
export type ActivityGroup = {
  year: number;
  month: number;
  subject: Subject;
  status: LessonStatus;
  count: number;
};
/** Whole złoty that came in and that went out in a month. */
export type MoneyMonth = { year: number; month: number; paidIn: number; paidOut: number };

/** Counts lessons between two days (`to` exclusive) by month, subject and status; deleted ones apart. */
export async function groupActivity(
  db: Database,
  { studentId, teacherId }: ActivityOwner,
  { from, to }: { from: CivilDate; to: CivilDate },
): Promise<ActivityGroup[]> {
  const where = whereAll([
    sql`deleted_at IS NULL AND date >= ${from}::date AND date < ${to}::date`,
    studentId !== undefined && sql`student_id = ${studentId}::uuid`,
    teacherId !== undefined && sql`teacher_id = ${teacherId}::uuid`,
  ]);
  return query<ActivityGroup>(
    db,
    sql`SELECT extract(year FROM date)::int AS year, extract(month FROM date)::int AS month, subject, status,
               count(*)::int AS count
          FROM lessons ${where} GROUP BY 1, 2, subject, status`,
  );
}

/**
 * Adds up payments, less what was refunded, and payouts between two days (`to` exclusive) by month; voided ones apart.
 * A student has no payouts, a teacher no payments.
 */
export async function groupMoney(
  db: Database,
  owner: ActivityOwner,
  { from, to }: { from: CivilDate; to: CivilDate },
): Promise<MoneyMonth[]> {
  return query<MoneyMonth>(
    db,
    sql`SELECT extract(year FROM date)::int AS year, extract(month FROM date)::int AS month,
               sum(paid_in)::int AS "paidIn", sum(paid_out)::int AS "paidOut"
          FROM (${movedMoney(owner)}) moved
         WHERE date >= ${from}::date AND date < ${to}::date
         GROUP BY 1, 2`,
  );
}

/**
 * Every movement of money that counts, with the day on which it does: what `groupMoney` adds up. Of a voided payment
 * neither what came nor what was refunded counts.
 */
function movedMoney({ studentId = null, teacherId = null }: Nullable<ActivityOwner>): Sql {
  const day = (at: Sql) => sql`(${at} AT TIME ZONE 'Europe/Warsaw')::date`;
  return sql`
    SELECT id, 'payment' AS kind, coalesce(paid_on, ${day(sql`created_at`)}) AS date, money_amount AS paid_in,
           0 AS paid_out, student_id AS person_id, description
      FROM payments
     WHERE deleted_at IS NULL AND ${teacherId}::uuid IS NULL
       AND (${studentId}::uuid IS NULL OR student_id = ${studentId}::uuid)
    UNION ALL
    SELECT f.entry_id, 'refund', ${day(sql`coalesce(f.finished_at, f.created_at)`)}, -f.amount, 0, p.student_id, ''
      FROM ${REFUNDED_PARTS} f JOIN payments p ON p.id = f.payment_id AND p.deleted_at IS NULL
     WHERE f.status = 'completed' AND ${teacherId}::uuid IS NULL
       AND (${studentId}::uuid IS NULL OR p.student_id = ${studentId}::uuid)
    UNION ALL
    SELECT id, 'payout', ${day(sql`created_at`)}, 0, money_amount, teacher_id, description
      FROM payouts
     WHERE deleted_at IS NULL AND ${studentId}::uuid IS NULL
       AND (${teacherId}::uuid IS NULL OR teacher_id = ${teacherId}::uuid)`;
}

type Nullable<T> = { [Key in keyof T]?: T[Key] | null };

/** Money that moved on a day, whole złoty; a refund is below zero. */
export type MovementRow = {
  id: string;
  kind: "payment" | "refund" | "payout";
  date: CivilDate;
  amount: number;
  description: string;
  person: { id: string; name: string; surname: string };
};

/** Lists what came in or went out between two days (`to` exclusive), the newest first, and the sum of all pages. */
export async function listMovements(
  db: Database,
  owner: ActivityOwner,
  flow: "in" | "out",
  { from, to, ...page }: PageQuery & { from: CivilDate; to: CivilDate },
): Promise<{ items: MovementRow[]; total: number; sum: number }> {
  const amount = flow === "in" ? sql`paid_in` : sql`paid_out`;
  const rows = await query<{ items: MovementRow[]; total: number; sum: number }>(
    db,
    sql`
      WITH moved AS MATERIALIZED (
        SELECT * FROM (${movedMoney(owner)}) every
         WHERE date >= ${from}::date AND date < ${to}::date AND (kind = 'payout') = ${flow === "out"})
      SELECT (SELECT count(*)::int FROM moved) AS total,
             (SELECT coalesce(sum(${amount}), 0)::int FROM moved) AS sum,
             ${jsonArray(sql`
               SELECT json_build_object('id', m.id, 'kind', m.kind, 'date', m.date, 'amount', ${amount},
                                        'description', m.description, 'person', ${nameJson(sql`u`)})
                 FROM moved m JOIN users u ON u.id = m.person_id
                ORDER BY m.date DESC, m.id DESC ${pageClause(page)}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0, sum: 0 };
}

/** What was paid out to a teacher and is not voided, whole złoty. */
export async function sumPayouts(db: Database, teacherId: string): Promise<number> {
  const rows = await query<{ total: string }>(
    db,
    sql`SELECT coalesce(sum(money_amount), 0)::text AS total
             FROM payouts WHERE teacher_id = ${teacherId} AND deleted_at IS NULL`,
  );
  return Number(rows[0]?.total ?? 0);
}

export type StudentGroups = {
  lessons: { subject: Subject; level: Level; status: LessonStatus; count: number }[];
  payments: { subject: Subject; level: Level; lessonAmount: number; moneyAmount: number }[];
};

/** A student's lessons and payments, counted and added up; deleted and voided ones apart. */
export async function groupStudent(db: Database, studentId: string): Promise<StudentGroups> {
  const [lessons, payments] = await Promise.all([
    query<StudentGroups["lessons"][number]>(
      db,
      sql`SELECT subject, level, status, count(*)::int AS count FROM lessons
              WHERE student_id = ${studentId} AND deleted_at IS NULL GROUP BY subject, level, status`,
    ),
    query<{ subject: Subject; level: Level; lessonAmount: string; moneyAmount: string }>(
      db,
      sql`SELECT subject, level, sum(lesson_amount)::text AS "lessonAmount",
                    sum(money_amount)::text AS "moneyAmount"
               FROM payments WHERE student_id = ${studentId} AND deleted_at IS NULL GROUP BY subject, level`,
    ),
  ]);
  return {
    lessons,
    payments: payments.map(({ lessonAmount, moneyAmount, ...pair }) => ({
      ...pair,
      lessonAmount: Number(lessonAmount),
      moneyAmount: Number(moneyAmount),
    })),
  };
}

/** Names of people, for figures that carry ids. */
export async function findNames(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string; surname: string }[]> {
  if (ids.length === 0) return [];
  const rows = await query<{ id: string; name: string; surname: string }>(
    db,
    sql`SELECT id, name, surname FROM users WHERE id = ANY(${ids}::uuid[])`,
  );
  return rows;
}
