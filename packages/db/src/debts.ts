import {
  BILL_REMINDER_DAYS,
  type CivilDate,
  type Level,
  type PaymentsReach,
  type Subject,
  type SubjectLevel,
} from "@korki/domain";
import { PAY_BY } from "./billing";
import type { Database, Executor } from "./client";
import { CANCELLED_STATUSES, DELIVERED_STATUSES, PLANNED_STATUSES } from "./lesson-status";
import { appliedPrice } from "./prices";
import { query, type Sql, sql, whereAll } from "./sql";
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
export const COUNTED = sql`l.student_id = a.student_id AND l.subject = a.subject AND l.level = a.level
  AND l.deleted_at IS NULL AND (l.charged OR l.late_decision = 'open'
    OR l.status NOT IN ${CANCELLED_STATUSES})`;

/** Such a lesson is due if it was delivered or charged, or is planned soon: until a day that is worked out once. */
const IS_DUE = sql`l.charged OR l.status IN ${DELIVERED_STATUSES}
  OR (l.status IN ${PLANNED_STATUSES}
      AND l.date <= (SELECT warsaw_today() + due_days FROM centre_settings))`;

/** Lessons of the account `a`'s student for which a payer was asked: payments reach them after all others. */
export const ASKED = sql`ARRAY(SELECT unnest(w.lesson_ids) FROM approvals w
  WHERE w.student_id = a.student_id AND w.status = 'open')`;

/** How many lessons of the account `a` wait for a payer, of these. */
export function askedLessons(asked: Sql): Sql {
  return sql`(SELECT count(*)::int FROM lessons l WHERE l.id = ANY (${asked}) AND ${COUNTED})`;
}

/** Whether the account `a` has lessons left that can expire. */
const CAN_EXPIRE = sql`EXISTS (SELECT FROM ledger_lots o
  WHERE o.student_id = a.student_id AND o.subject = a.subject AND o.level = a.level AND o.remaining > 0
    AND o.expires_on IS NOT NULL)`;

/** How many of the latest lessons of the account `a` no payment reaches. */
const UNPAID = sql`greatest(0, -a.balance
  + CASE WHEN ${CAN_EXPIRE} THEN lessons_lost(a.student_id, a.subject, a.level, a.balance) ELSE 0 END)`;

/** The lessons `x` of the account `a` for which open bills `b` ask: each is one of the account's, whichever it will be. */
const ON_OPEN_BILLS = sql`bill_lines n
    JOIN bills b ON b.id = n.bill_id AND b.status IN ('open', 'half')
    JOIN bill_lessons x ON x.line_id = n.id AND x.payment_id IS NULL
   WHERE n.student_id = a.student_id AND n.subject = a.subject AND n.level = a.level`;

/** How many of them no open bill asks for either (rules §32). */
export const UNCOVERED = sql`greatest(0, ${UNPAID} - (SELECT count(*)::int FROM ${ON_OPEN_BILLS}))`;

/** Whether anybody is charged by bills; without, nobody's mode has to be looked up. */
const HAS_BILLS = sql`(EXISTS (SELECT FROM centre_settings WHERE billing_mode <> 'perLesson')
  OR EXISTS (SELECT FROM billing_payers WHERE coalesce(mode, default_mode) <> 'perLesson'))`;

/** Whether a later bill will ask for the uncovered lessons of the account `a`. */
const IS_BILLED = sql`CASE WHEN ${HAS_BILLS} THEN EXISTS (
    SELECT FROM student_payers p WHERE p.student_id = a.student_id AND p.mode <> 'perLesson') ELSE false END`;

/**
 * What open bills ask for, lesson by lesson in the order in which money buys them; what was paid and bought none yet is
 * taken off the next ones, and what was spent beyond it is added to the first. Where money bought all, and a part of it was
 * taken back since, the last one asks for that. `is_former`: the bill is another person's than who pays for the student
 * today. Columns of the line `a`, `open`, `is_former`, and the bill's `pay_by` and `id`.
 */
function billedLessons(students: Sql): Sql {
  return sql`
    SELECT a.student_id, a.subject, a.level, x.open, ${PAY_BY} AS pay_by, b.id, p.payer_id <> b.payer_id AS is_former
      FROM bills b
     CROSS JOIN LATERAL (
       SELECT next.line_id, CASE next.place WHEN 1 THEN greatest(0, next.price - money.left_over)
                            ELSE least(next.price, greatest(0, next.up_to - money.left_over)) END AS open
         FROM (SELECT line_id, price, row_number() OVER by_position AS place, sum(price) OVER by_position AS up_to
                 FROM (SELECT position, line_id, price FROM bill_lessons WHERE bill_id = b.id AND payment_id IS NULL
                        UNION ALL
                       SELECT position, line_id, 0
                         FROM (SELECT position, line_id FROM bill_lessons WHERE bill_id = b.id ORDER BY position DESC LIMIT 1) last
                        WHERE NOT EXISTS (SELECT FROM bill_lessons WHERE bill_id = b.id AND payment_id IS NULL)) asked
               WINDOW by_position AS (ORDER BY position)) next,
              (SELECT b.paid + b.balance - b.credited - coalesce(sum(price), 0) AS left_over FROM bill_lessons
                WHERE bill_id = b.id AND payment_id IS NOT NULL) money) x
      JOIN bill_lines a ON a.id = x.line_id
      JOIN student_payers p ON p.student_id = a.student_id
     WHERE b.status IN ('open', 'half') AND b.id IN (SELECT a.bill_id FROM bill_lines a WHERE ${students})
       AND ${students}`;
}

/** The accounts that may owe: those below zero, and those whose lessons can expire. Each kind has an index. */
function accountsOwing(students: Sql): Sql {
  return sql`(
    SELECT a.* FROM ledger_accounts a WHERE a.balance < 0 AND ${students}
     UNION ALL
    SELECT a.* FROM ledger_accounts a WHERE a.balance >= 0 AND ${CAN_EXPIRE} AND ${students})`;
}

/**
 * Accounts `a` that may owe, how many of their lessons are `uncovered` and whether a later bill asks for them, and what is
 * `waiting` among these: lessons for which a payer was asked.
 */
function uncoveredAccounts(students: Sql): Sql {
  return sql`${accountsOwing(students)} a
         CROSS JOIN LATERAL (SELECT ${UNCOVERED} AS lessons, ${IS_BILLED} AS is_billed, ${ASKED} AS asked OFFSET 0) uncovered
         CROSS JOIN LATERAL (
           SELECT count(*)::int AS lessons, coalesce(sum(price), 0) AS amount
             FROM (SELECT l.price FROM lessons l
                    WHERE cardinality(uncovered.asked) > 0 AND l.id = ANY (uncovered.asked) AND ${COUNTED}
                    ORDER BY l.date DESC, l.block DESC, l.id DESC LIMIT uncovered.lessons) asked) waiting`;
}

/** The latest lessons of such an account, that nothing covers and nobody was asked for. */
const LATEST = sql`
  SELECT l.price, l.date, l.block, NOT uncovered.is_billed AND (${IS_DUE}) AS is_due FROM lessons l
   WHERE ${COUNTED} AND NOT l.id = ANY (uncovered.asked)
   ORDER BY l.date DESC, l.block DESC, l.id DESC LIMIT uncovered.lessons - waiting.lessons`;

/**
 * What students have to pay, per subject and level and apart for each bill (rules §39). Payments reach the oldest lessons
 * first, and those for which a payer was asked after all others, so that the latest ones are uncovered. Those that are due
 * count in `owed` and `amount`, the others in `later`. Where the payer gets bills, what an open one says is due, and what a
 * later one will ask for is `later`; a former payer's bill is that person's alone (rules §32). Columns `student_id,
 * subject, level, bill_id, bought, owed, amount, later, due_by`; `bought`: the lessons that the amount pays for, with those
 * that money left over pays for already.
 *
 * @param students conditions on the ledger's accounts, `a`
 */
function owedParts(students: Sql): Sql {
  return sql`
        SELECT a.student_id, a.subject, a.level, NULL::uuid AS bill_id, latest.owed AS bought, latest.*
          FROM ${uncoveredAccounts(students)}
         CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE latest.is_due)::int AS owed,
                  coalesce(sum(latest.price) FILTER (WHERE latest.is_due), 0) AS amount,
                  coalesce(sum(latest.price) FILTER (WHERE NOT latest.is_due), 0) + waiting.amount AS later,
                  min(latest.date) FILTER (WHERE latest.is_due AND latest.price > 0) AS due_by
             FROM (${LATEST}) latest) latest
         WHERE uncovered.lessons > 0
         UNION ALL
        SELECT billed.student_id, billed.subject, billed.level, billed.id, count(*)::int, count(*) FILTER (WHERE open > 0),
               sum(open), 0, min(pay_by) FILTER (WHERE open > 0)
          FROM (${billedLessons(students)}) billed WHERE NOT is_former
         GROUP BY billed.student_id, billed.subject, billed.level, billed.id`;
}

/** The same, all parts of a subject and level together; `billed` of the lessons that are owed are on bills. */
export function owedLessons(students: Sql): Sql {
  return sql`
    SELECT student_id, subject, level, sum(owed)::int AS owed, sum(amount) AS amount, sum(later) AS later,
           min(due_by) AS due_by, coalesce(sum(owed) FILTER (WHERE bill_id IS NOT NULL), 0)::int AS billed
      FROM (${owedParts(students)}) part
     GROUP BY student_id, subject, level`;
}

/** A lesson that no payment reaches and no bill asks for; `isDue`: it has to be paid now. */
export type UnpaidLessonRow = SubjectLevel & { price: number; isDue: boolean };

/** Lists such lessons of a student, the oldest first. */
export function listUnpaidLessons(on: Executor, studentId: string): Promise<UnpaidLessonRow[]> {
  return query<UnpaidLessonRow>(
    on,
    sql`SELECT a.subject, a.level, latest.price, latest.is_due AS "isDue"
          FROM ${uncoveredAccounts(sql`a.student_id = ${studentId}::uuid`)} CROSS JOIN LATERAL (${LATEST}) latest
         ORDER BY latest.date, latest.block, a.subject, a.level`,
  );
}

/** What is due of a subject and level: of a bill, or of lessons that no bill asks for; whole złoty. */
export type DuePartRow = {
  billId: string | null;
  subject: Subject;
  level: Level;
  lessons: number;
  amount: number;
};

/** Lists what is due from a student apart for each bill, the oldest bill first and what is on none last. */
export function listDueParts(on: Executor, studentId: string): Promise<DuePartRow[]> {
  return query<DuePartRow>(
    on,
    sql`SELECT o.bill_id AS "billId", o.subject, o.level, o.bought AS lessons, o.amount::int AS amount
          FROM (${owedParts(sql`a.student_id = ${studentId}::uuid`)}) o LEFT JOIN bills b ON b.id = o.bill_id
         WHERE o.owed > 0 ORDER BY b.month, b.id, o.subject, o.level`,
  );
}

/** An unpaid bill that asks for lessons of a student; `left`: for these, in whole złoty. */
export type StudentBillRow = {
  id: string;
  payerId: string;
  payerName: string;
  month: string;
  left: number;
  /** Another person pays for the student today. */
  isFormer: boolean;
};

/** Lists the unpaid bills that ask for lessons of a student, the oldest first. */
export function listUnpaidBillsOf(on: Executor, studentId: string): Promise<StudentBillRow[]> {
  return query<StudentBillRow>(
    on,
    sql`SELECT b.id, b.payer_id AS "payerId", rtrim(u.name || ' ' || u.surname) AS "payerName",
               to_char(b.month, 'YYYY-MM') AS month, sum(o.open)::int AS "left", o.is_former AS "isFormer"
          FROM (${billedLessons(sql`a.student_id = ${studentId}::uuid`)}) o
          JOIN bills b ON b.id = o.id JOIN users u ON u.id = b.payer_id
         GROUP BY b.id, u.id, o.is_former HAVING sum(o.open) > 0 ORDER BY b.month, b.id`,
  );
}

/** What an unpaid bill asks for of students for whom another person than its payer pays today; whole złoty. */
export type FormerBillRow = { id: string; month: string; left: number; payBy: CivilDate };

/** Lists such bills of a payer, the oldest first; `studentId`: what they ask for of this student. */
export function listFormerBills(
  on: Executor,
  { payerId, studentId }: { payerId: string; studentId?: string | undefined },
): Promise<FormerBillRow[]> {
  const theirs = whereAll([
    sql`o.is_former`,
    studentId !== undefined && sql`o.student_id = ${studentId}::uuid`,
  ]);
  return query<FormerBillRow>(
    on,
    sql`SELECT b.id, to_char(b.month, 'YYYY-MM') AS month, sum(o.open)::int AS "left", o.pay_by AS "payBy"
          FROM (${billedLessons(sql`a.bill_id IN (SELECT id FROM bills WHERE payer_id = ${payerId}::uuid)`)}) o
          JOIN bills b ON b.id = o.id ${theirs}
         GROUP BY b.id, o.pay_by HAVING sum(o.open) > 0 ORDER BY b.month, b.id`,
  );
}

/** What is to be paid for a subject and level; whole złoty. */
export type SubjectMoneyRow = {
  subject: Subject;
  level: Level;
  due: number;
  dueLessons: number;
  /** So many of them are on bills. */
  billedLessons: number;
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
               coalesce(o.billed, 0) AS "billedLessons",
               o.due_by AS "dueBy", coalesce(o.later, 0)::int AS "plannedLater",
               a.balance + greatest(reached.unpaid, reached.asked) AS credit,
               (SELECT l.date FROM lessons l WHERE ${COUNTED} AND NOT l.id = ANY (${ASKED})
                 ORDER BY l.date DESC, l.block DESC, l.id DESC
                OFFSET greatest(0, reached.unpaid - reached.asked) LIMIT 1) AS "paidUntil"
          FROM ledger_accounts a
         CROSS JOIN LATERAL (SELECT ${UNPAID} AS unpaid, ${askedLessons(ASKED)} AS asked OFFSET 0) reached
          LEFT JOIN (${owedLessons(sql`a.student_id = ${studentId}::uuid`)}) o
            ON (o.subject, o.level) = (a.subject, a.level)
         WHERE a.student_id = ${studentId}::uuid AND (a.active > 0 OR o.amount > 0)`,
  );
}

/** What one more lesson of the account `a` costs with the teacher of its latest one; null: the domain's default. */
const ONE_MORE = sql`(
  SELECT (${appliedPrice({ studentId: sql`a.student_id`, level: sql`a.level`, teacherId: sql`l.teacher_id` })} ->> 'price')::int
    FROM lessons l WHERE ${COUNTED} ORDER BY l.date DESC, l.block DESC, l.id DESC LIMIT 1)`;

/**
 * Lists what one more lesson costs of each subject and level that a student had, with the teacher of the latest one, in whole
 * złoty; null: the student's own price, else the price list's.
 */
export function listPricesOfOneMore(
  on: Executor,
  studentId: string,
): Promise<(SubjectLevel & { price: number | null })[]> {
  return query<SubjectLevel & { price: number | null }>(
    on,
    sql`SELECT a.subject, a.level, ${ONE_MORE} AS price FROM ledger_accounts a
         WHERE a.student_id = ${studentId}::uuid ORDER BY a.subject, a.level`,
  );
}

/**
 * Returns what the first planned lesson of a subject and level costs that no payment reaches, in whole złoty, else what
 * one more does. Null without lessons and prices.
 */
export async function findNextPrice(
  on: Executor,
  { studentId, subject, level }: SubjectLevel & { studentId: string },
): Promise<number | null> {
  const [row] = await query<{ price: number | null }>(
    on,
    sql`SELECT coalesce(
                 (SELECT latest.price
                    FROM (SELECT l.price, l.status, l.date, l.block, l.id FROM lessons l
                           WHERE ${COUNTED} AND NOT l.id = ANY (${ASKED})
                           ORDER BY l.date DESC, l.block DESC, l.id DESC
                           LIMIT greatest(0, ${UNPAID} - ${askedLessons(ASKED)})) latest
                   WHERE latest.status IN ${PLANNED_STATUSES}
                   ORDER BY latest.date, latest.block, latest.id LIMIT 1), ${ONE_MORE}) AS price
          FROM ledger_accounts a
         WHERE a.student_id = ${studentId}::uuid AND a.subject = ${subject} AND a.level = ${level}`,
  );
  return row?.price ?? null;
}

/** Returns how far payments of a subject and level reach, with so many more of the latest lessons. */
export async function findReach(
  on: Executor,
  { studentId, subject, level }: SubjectLevel & { studentId: string },
  more: number,
): Promise<PaymentsReach> {
  const [row] = await query<{
    unpaid: number;
    asked: number;
    latest: { date: CivilDate; block: number }[];
    billed: string[];
  }>(
    on,
    sql`SELECT reached.unpaid, reached.asked,
               (SELECT coalesce(json_agg(json_build_object('date', latest.date, 'block', latest.block)), '[]')
                  FROM (SELECT l.date, l.block FROM lessons l WHERE ${COUNTED} AND NOT l.id = ANY (${ASKED})
                         ORDER BY l.date DESC, l.block DESC, l.id DESC LIMIT reached.unpaid + ${more}::int) latest) AS latest,
               ARRAY(SELECT to_char(b.month, 'YYYY-MM') FROM ${ON_OPEN_BILLS} ORDER BY b.month, b.id, x.position) AS billed
          FROM ledger_accounts a
         CROSS JOIN LATERAL (SELECT ${UNPAID} AS unpaid, ${askedLessons(ASKED)} AS asked OFFSET 0) reached
         WHERE a.student_id = ${studentId}::uuid AND a.subject = ${subject} AND a.level = ${level}`,
  );
  return row ?? { unpaid: 0, asked: 0, latest: [], billed: [] };
}

/** What a lesson costs in whole złoty, and whether payments reach it. */
export type LessonMoneyRow = { id: string; price: number; isCovered: boolean };

/** Returns it of each of these lessons, in no order. */
export async function findLessonMoney(on: Executor, lessonIds: readonly string[]): Promise<LessonMoneyRow[]> {
  return query<LessonMoneyRow>(
    on,
    sql`SELECT it.id, it.price, a.balance IS NULL OR ${UNPAID} <= (
               SELECT count(*) FROM lessons l
                WHERE ${COUNTED} AND ((l.date, l.block, l.id) > (it.date, it.block, it.id) OR l.id = ANY (${ASKED}))) AS "isCovered"
          FROM lessons it
          LEFT JOIN ledger_accounts a
            ON (a.student_id, a.subject, a.level) = (it.student_id, it.subject, it.level)
         WHERE it.id = ANY (${lessonIds}::uuid[])`,
  );
}

/** Joins the student of `o` unless erased: nobody can settle what an erased account owed. */
export const WHO_CAN_PAY = sql`JOIN users payable ON payable.id = o.student_id AND payable.erased_at IS NULL`;

/** A page of students who have something to pay, the largest sum first, and how many there are. */
export async function listDebts(db: Database, page: PageQuery): Promise<{ items: DebtRow[]; total: number }> {
  const rows = await query<{ total: number; items: DebtRow[] }>(
    db,
    sql`
      WITH owes AS MATERIALIZED (${owedLessons(sql`true`)}),
           debts AS (
             SELECT o.student_id, sum(o.amount)::int AS amount,
                    json_agg(json_build_object('subject', o.subject, 'level', o.level, 'owed', o.owed)
                             ORDER BY o.subject, o.level) FILTER (WHERE o.owed > 0) AS lessons
               FROM owes o ${WHO_CAN_PAY} GROUP BY o.student_id HAVING sum(o.amount) > 0)
      SELECT (SELECT count(*)::int FROM debts) AS total,
             ${jsonArray(sql`SELECT json_build_object('studentId', d.student_id, 'amount', d.amount, 'lessons', d.lessons,
                                            'studentName', rtrim(u.name || ' ' || u.surname))
                     FROM debts d JOIN users u ON u.id = d.student_id
                    ORDER BY d.amount DESC, d.student_id ${pageClause(page)}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

/** Returns what is due from one student, in złoty; 0 for an unknown or erased one. */
export async function sumDebt(on: Executor, studentId: string): Promise<number> {
  const rows = await query<{ amount: number }>(
    on,
    sql`SELECT coalesce(sum(o.amount), 0)::int AS amount
          FROM (${owedLessons(sql`a.student_id = ${studentId}::uuid`)}) o ${WHO_CAN_PAY}`,
  );
  return rows[0]?.amount ?? 0;
}

/** Returns what is due from each of these students who have something to pay, in złoty. */
export async function sumDebts(on: Executor, studentIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ studentId: string; amount: number }>(
    on,
    sql`SELECT o.student_id AS "studentId", sum(o.amount)::int AS amount
          FROM (${owedLessons(sql`a.student_id = ANY(${studentIds}::uuid[])`)}) o
         GROUP BY o.student_id HAVING sum(o.amount) > 0`,
  );
  return new Map(rows.map(({ studentId, amount }) => [studentId, amount]));
}

/** Returns those of these students whose payer has a disabled account, which receives no messages. */
export async function findWithDisabledPayer(
  on: Executor,
  studentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query<{ studentId: string }>(
    on,
    sql`SELECT p.student_id AS "studentId" FROM student_payers p JOIN users u ON u.id = p.payer_id AND u.is_disabled
         WHERE p.student_id = ANY(${studentIds}::uuid[])`,
  );
  return new Set(rows.map(({ studentId }) => studentId));
}

/** What is due from everybody who can pay: `"studentId"`, `amount`. */
export const ALL_DEBTS = sql`SELECT o.student_id AS "studentId", sum(o.amount)::int AS amount
  FROM (${owedLessons(sql`true`)}) o ${WHO_CAN_PAY}
  GROUP BY o.student_id HAVING sum(o.amount) > 0`;

/** Who has something to pay, and how many złoty: two lists side by side, each as one text with commas. */
export type DebtSums = { studentIds: string; amounts: string };

export async function sumAllDebts(on: Executor): Promise<DebtSums> {
  const [sums] = await query<DebtSums>(
    on,
    sql`SELECT coalesce(string_agg("studentId"::text, ','), '') AS "studentIds",
               coalesce(string_agg(amount::text, ','), '') AS amounts FROM (${ALL_DEBTS}) debt`,
  );
  return sums ?? { studentIds: "", amounts: "" };
}

/**
 * Finds students with something due of whom nobody was reminded under this prefix of the key yet, by id; the key ends with
 * the recipient. What a bill says whose own reminder goes out from the one to the other day is not repeated. A disabled
 * student is left out unless another person pays.
 */
export async function findDebtsToRemind(
  db: Database,
  prefix: string,
  { from, to }: { from: CivilDate; to: CivilDate },
): Promise<{ studentId: string; amount: number }[]> {
  return query<{ studentId: string; amount: number }>(
    db,
    sql`SELECT o.student_id AS "studentId", sum(o.amount)::int AS amount
          FROM (
            SELECT student_id, amount FROM (${owedLessons(sql`true`)}) due
             UNION ALL
            SELECT student_id, -open FROM (${billedLessons(sql`true`)}) billed
             WHERE NOT is_former AND pay_by BETWEEN ${from}::date - ${BILL_REMINDER_DAYS}::int
                                                  AND ${to}::date - ${BILL_REMINDER_DAYS}::int) o
          JOIN student_payers p ON p.student_id = o.student_id
          JOIN users u ON u.id = o.student_id AND u.erased_at IS NULL AND (NOT u.is_disabled OR p.payer_id <> u.id)
         GROUP BY o.student_id HAVING sum(o.amount) > 0
            AND NOT EXISTS (
              SELECT FROM (SELECT recipient FROM told_for(o.student_id) UNION SELECT payers_of(o.student_id)
                            UNION SELECT o.student_id) told
                JOIN notifications n ON n.dedupe_key = ${prefix}::text || told.recipient)
         ORDER BY o.student_id`,
  );
}

/** How the centre tells money: when a planned lesson is due, and above how many złoty payers are asked. */
export type MoneySettingsRow = { dueDays: number; approvalAbove: number };

const MONEY_SETTINGS = sql`due_days AS "dueDays", approval_above AS "approvalAbove"`;

export async function findMoneySettings(on: Executor): Promise<MoneySettingsRow> {
  const [row] = await query<MoneySettingsRow>(on, sql`SELECT ${MONEY_SETTINGS} FROM centre_settings`);
  if (!row) throw new Error("the row of the centre's settings is missing");
  return row;
}

/** Sets what is given and returns what it was before. */
export async function updateMoneySettings(
  tx: Tx,
  { dueDays, approvalAbove }: { [Field in keyof MoneySettingsRow]?: number | undefined },
): Promise<MoneySettingsRow> {
  const [row] = await query<MoneySettingsRow>(
    tx,
    sql`WITH before AS (SELECT id, due_days, approval_above FROM centre_settings FOR UPDATE)
        UPDATE centre_settings c SET due_days = coalesce(${dueDays ?? null}::int, c.due_days),
                                     approval_above = coalesce(${approvalAbove ?? null}::int, c.approval_above)
          FROM before WHERE c.id = before.id
        RETURNING before.due_days AS "dueDays", before.approval_above AS "approvalAbove"`,
  );
  if (!row) throw new Error("the row of the centre's settings is missing");
  return row;
}
