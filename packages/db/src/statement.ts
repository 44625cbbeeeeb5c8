import type {
  CivilDate,
  LedgerKind,
  LessonStatus,
  Level,
  PaymentMethod,
  Subject,
  SubjectLevel,
} from "@korki/domain";
import type { Executor } from "./client";
import { CANCELLED_STATUSES, PLANNED_STATUSES } from "./lesson-status";
import { REFUNDED_PARTS } from "./refunds";
import { query, type Sql, sql } from "./sql";
import { jsonArray, type PageQuery, pageClause } from "./sql-fragments";

/** One event of a student's statement: what happened to a lesson, or a movement that is about none. */
export type StatementRow = SubjectLevel & {
  /** The lesson, or the entry of the ledger. */
  id: string;
  kind: "lesson" | Exclude<LedgerKind, "hold" | "release">;
  /** When it happened; of a lesson that was cancelled before its day: when it was cancelled. */
  day: CivilDate;
  /** The lesson's day; null: no lesson. */
  lessonDay: CivilDate | null;
  lessons: number;
  /** Whole złoty: what was paid or paid back, or what the lesson costs; null: none. */
  amount: number | null;
  block: number | null;
  status: LessonStatus | null;
  charged: boolean;
  isUndecided: boolean;
  teacherName: string | null;
  paymentId: string | null;
  /** Who can ask for the payment's invoice: who paid, while there is none; null: nobody. */
  invoicePayerId: string | null;
  method: PaymentMethod | null;
  isVoided: boolean;
  expiresOn: CivilDate | null;
  description: string;
};

/** What the events of a subject and level add up to. */
export type StatementSum = SubjectLevel & {
  paid: number;
  adjusted: number;
  expired: number;
  refunded: number;
  held: number;
  absent: number;
  late: number;
  planned: number;
  balance: number;
};

/** Which events: of one subject and level or all, up to a day (the latest first) or after it (the next first). */
export type StatementQuery = PageQuery & {
  studentId: string;
  subject?: Subject | undefined;
  level?: Level | undefined;
  today: CivilDate;
  part: "past" | "ahead";
};

/**
 * Every event of a student. A lesson is one, whatever became of it: what it held and what it gave back are summed up.
 * Lessons that were deleted are left out: they gave back what they held. What was given back and expired is an event of
 * its own.
 */
function events(studentId: string): Sql {
  return sql`
    SELECT e.id, e.kind, e.subject, e.level,
           coalesce(CASE WHEN e.kind = 'purchase' THEN p.paid_on END,
                    (e.created_at AT TIME ZONE 'Europe/Warsaw')::date) AS day, NULL::date AS "lessonDay",
           e.quantity AS lessons, NULL::smallint AS block, NULL::text AS status, false AS charged,
           false AS "isUndecided", NULL::text AS "teacherName", e.payment_id AS "paymentId", p.method,
           CASE e.kind WHEN 'purchase' THEN p.money_amount
                WHEN 'void' THEN coalesce((SELECT sum(f.amount)::int FROM ${REFUNDED_PARTS} f WHERE f.payment_id = e.payment_id), 0)
                                 - p.money_amount
                WHEN 'refund' THEN -(SELECT f.amount FROM ${REFUNDED_PARTS} f WHERE f.entry_id = e.id) END AS amount,
           coalesce(p.deleted_at IS NOT NULL, false) AS "isVoided", e.expires_on AS "expiresOn",
           CASE WHEN e.kind = 'adjustment' THEN e.description ELSE coalesce(p.description, '') END AS description,
           e.seq AS place
      FROM ledger_entries e LEFT JOIN payments p ON p.id = e.payment_id
     WHERE e.student_id = ${studentId}::uuid AND e.kind NOT IN ('hold', 'release')
     UNION ALL
    SELECT l.id, 'lesson', l.subject, l.level,
           CASE WHEN l.status LIKE 'Odwolana%'
                THEN least(l.date, (coalesce(l.cancelled_at, e.moved_at) AT TIME ZONE 'Europe/Warsaw')::date) ELSE l.date END,
           l.date, e.lessons, l.block, l.status, l.charged,
           l.late_decision IS NOT NULL, rtrim(t.name || ' ' || t.surname), NULL, NULL,
           CASE WHEN e.lessons <> 0 THEN l.price END, false, NULL, '', l.block
      FROM (SELECT lesson_id, sum(quantity)::int AS lessons, max(created_at) AS moved_at FROM ledger_entries
             WHERE student_id = ${studentId}::uuid AND kind IN ('hold', 'release') GROUP BY lesson_id) e
      JOIN lessons l ON l.id = e.lesson_id AND l.deleted_at IS NULL
      JOIN users t ON t.id = l.teacher_id`;
}

/** Who paid what an event `e` speaks of, where it has no invoice yet. */
const INVOICE_PAYER = sql`
  (SELECT s.payer_id FROM invoice_sources s
    WHERE s.payment_id = e."paymentId" AND e.kind = 'purchase' AND NOT e."isVoided"
      AND NOT EXISTS (SELECT FROM invoices n WHERE n.kind = 'invoice' AND n.source_kind = s.source_kind AND n.source_id = s.source_id))`;

/** Returns a page of a student's statement, how many events there are, and those in the other part. */
export async function listStatement(
  on: Executor,
  { studentId, subject, level, today, part, ...page }: StatementQuery,
): Promise<{ items: StatementRow[]; total: number; others: number }> {
  const isPart = part === "past" ? sql`day <= ${today}::date` : sql`day > ${today}::date`;
  const order = part === "past" ? sql`day DESC, place DESC, id DESC` : sql`day, place, id`;
  const [row] = await query<{ items: StatementRow[]; total: number; others: number }>(
    on,
    sql`WITH events AS MATERIALIZED (
          SELECT * FROM (${events(studentId)}) e
           WHERE (${subject ?? null}::text IS NULL OR subject = ${subject ?? null}::text)
             AND (${level ?? null}::text IS NULL OR level = ${level ?? null}::text))
        SELECT (SELECT count(*)::int FROM events WHERE ${isPart}) AS total,
               (SELECT count(*)::int FROM events WHERE NOT (${isPart})) AS others,
               ${jsonArray(sql`
                 SELECT to_json(line) FROM (
                   SELECT e.*, ${INVOICE_PAYER} AS "invoicePayerId" FROM events e
                    WHERE ${isPart} ORDER BY ${order} ${pageClause(page)}) line`)} AS items`,
  );
  return row ?? { items: [], total: 0, others: 0 };
}

/**
 * Adds up, in whole złoty, what a student's lessons of a period (`to` exclusive) cost, as the statement tells it: what
 * was held or is charged, and what is planned.
 */
export async function sumLessonCosts(
  on: Executor,
  studentId: string,
  { from, to }: { from: CivilDate; to: CivilDate },
): Promise<{ cost: number; planned: number }> {
  const isPlanned = sql`status IN ${PLANNED_STATUSES}`;
  const [row] = await query<{ cost: number; planned: number }>(
    on,
    sql`SELECT coalesce(sum(amount) FILTER (WHERE NOT ${isPlanned}), 0)::int AS cost,
               coalesce(sum(amount) FILTER (WHERE ${isPlanned}), 0)::int AS planned
          FROM (${events(studentId)}) e
         WHERE kind = 'lesson' AND "lessonDay" >= ${from}::date AND "lessonDay" < ${to}::date`,
  );
  return row ?? { cost: 0, planned: 0 };
}

/** Returns what the events of each subject and level of a student add up to; those without any are left out. */
export function sumStatement(on: Executor, studentId: string): Promise<StatementSum[]> {
  const counted = (condition: Sql) =>
    sql`coalesce(-sum(lessons) FILTER (WHERE kind = 'lesson' AND (${condition})), 0)::int`;
  const moved = (kinds: Sql) => sql`coalesce(sum(lessons) FILTER (WHERE kind IN (${kinds})), 0)::int`;
  return query<StatementSum>(
    on,
    sql`SELECT subject, level, ${moved(sql`'purchase', 'void'`)} AS paid, ${moved(sql`'adjustment'`)} AS adjusted,
               ${moved(sql`'expiry'`)} AS expired, ${moved(sql`'refund'`)} AS refunded,
               ${counted(sql`status = 'Zrealizowana'`)} AS held, ${counted(sql`status = 'Uczen nieobecny'`)} AS absent,
               ${counted(sql`status IN ${CANCELLED_STATUSES}`)} AS late,
               ${counted(sql`status IN ${PLANNED_STATUSES}`)} AS planned,
               sum(lessons)::int AS balance
          FROM (${events(studentId)}) e GROUP BY subject, level ORDER BY subject, level`,
  );
}
