import type { CivilDate, Level, PaymentMethod, Subject } from "@korki/domain";
import { toDbDate } from "./civil-date";
import type { Database, Executor } from "./client";
import { REFUNDED_PARTS } from "./refunds";
import { query, type Sql, sql, whereAll } from "./sql";
import { isoTime, jsonArray, nameJson, type PageQuery, pageClause } from "./sql-fragments";
import type { Tx } from "./transaction";

type Named = { id: string; name: string; surname: string };

/** Who voided a row out and when; such a row does not count. */
type VoidedRow = { at: string; by: Named | null };

/** Money from a student, whole złoty; timestamps are ISO 8601 in UTC. */
export type PaymentRow = {
  id: string;
  studentId: string;
  moneyAmount: number;
  lessonAmount: number;
  subject: Subject;
  level: Level;
  description: string;
  createdAt: string;
  paidOn: CivilDate;
  method: PaymentMethod;
  expiresOn: CivilDate | null;
  packageId: string | null;
  createdBy: Named | null;
  voided: VoidedRow | null;
};

/** Money to a teacher, whole złoty. */
export type PayoutRow = {
  id: string;
  teacherId: string;
  moneyAmount: number;
  description: string;
  /** "YYYY-MM", the month that it pays for. */
  month: string;
  createdAt: string;
  createdBy: Named | null;
  voided: VoidedRow | null;
};

const TRACES = sql`
  'createdAt', ${isoTime(sql`p.created_at`)}, 'createdBy', ${nameJson(sql`c`)},
  'voided', CASE WHEN p.deleted_at IS NULL THEN NULL
                 ELSE json_build_object('at', ${isoTime(sql`p.deleted_at`)}, 'by', ${nameJson(sql`d`)}) END`;

const PEOPLE = sql`LEFT JOIN users c ON c.id = p.created_by_id LEFT JOIN users d ON d.id = p.deleted_by_id`;

/** Versions that did not know the day left it out. */
const PAID_ON = sql`coalesce(p.paid_on, (p.created_at AT TIME ZONE 'Europe/Warsaw')::date)`;

const PAYMENT = sql`json_build_object(
  'id', p.id, 'studentId', p.student_id, 'moneyAmount', p.money_amount, 'lessonAmount', p.lesson_amount,
  'subject', p.subject, 'level', p.level, 'description', p.description,
  'paidOn', ${PAID_ON}, 'method', p.method, 'expiresOn', p.expires_on, 'packageId', p.package_id, ${TRACES})`;

/** First day of the month that a payout `p` pays for. Versions that did not know it left it out. */
export const PAYOUT_MONTH = sql`coalesce(p.month,
  (SELECT make_date(r.year, r.month, 1) FROM payout_runs r WHERE r.token = p.run_token),
  date_trunc('month', p.created_at AT TIME ZONE 'Europe/Warsaw')::date)`;

const PAYOUT = sql`json_build_object(
  'id', p.id, 'teacherId', p.teacher_id, 'moneyAmount', p.money_amount, 'description', p.description,
  'month', to_char(${PAYOUT_MONTH}, 'YYYY-MM'), ${TRACES})`;

/** Whose rows, and whether the voided ones too. */
export type MoneyQuery = PageQuery & { ownerId: string; showVoided: boolean };

/** A student's payments, the newest first. */
export function listPayments(db: Database, filter: MoneyQuery) {
  return list<PaymentRow>(db, filter, sql`payments`, sql`p.student_id`, PAYMENT);
}

/** A teacher's payouts, the newest first. */
export function listPayouts(db: Database, filter: MoneyQuery) {
  return list<PayoutRow>(db, filter, sql`payouts`, sql`p.teacher_id`, PAYOUT);
}

async function list<Row>(
  db: Database,
  filter: MoneyQuery,
  table: Sql,
  owner: Sql,
  fields: Sql,
): Promise<{ items: Row[]; total: number }> {
  const where = whereAll([
    sql`${owner} = ${filter.ownerId}::uuid`,
    !filter.showVoided && sql`p.deleted_at IS NULL`,
  ]);
  const rows = await query<{ total: number; items: Row[] }>(
    db,
    sql`
      SELECT (SELECT count(*)::int FROM ${table} p ${where}) AS total,
             ${jsonArray(sql`SELECT ${fields} FROM ${table} p ${PEOPLE} ${where}
                    ORDER BY p.created_at DESC, p.id DESC ${pageClause(filter)}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

export type NewPayment = Omit<PaymentRow, "createdAt" | "createdBy" | "voided"> & {
  createdAt: Date;
  /** Null: a payer's balance pays. */
  createdById: string | null;
  /** Who paid: the parent who does for the student, or the student. */
  payerId: string;
};

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  const { paidOn, expiresOn, ...rest } = payment;
  const days = { paidOn: toDbDate(paidOn), expiresOn: expiresOn === null ? null : toDbDate(expiresOn) };
  await tx.payment.create({ data: { ...rest, ...days }, select: { id: true } });
}

export type NewPayout = Omit<PayoutRow, "createdAt" | "createdBy" | "voided"> & {
  createdAt: Date;
  createdById: string;
};

export async function insertPayout(tx: Tx, { month, ...payout }: NewPayout): Promise<void> {
  await tx.payout.create({ data: { ...payout, month: toDbDate(`${month}-01`) }, select: { id: true } });
}

/** Voids a payment; false where there is none, or it is voided already. */
export async function voidPayment(tx: Tx, id: string, by: string, at: Date): Promise<boolean> {
  const { count } = await tx.payment.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: at, deletedById: by },
  });
  return count === 1;
}

/** Notes what a voided payment took off its bill, in whole złoty. */
export async function noteTakenOff(tx: Tx, id: string, takenOff: number): Promise<void> {
  await tx.payment.update({ where: { id }, data: { takenOff }, select: { id: true } });
}

/** Voids a payout; false where there is none, or it is voided already. */
export async function voidPayout(tx: Tx, id: string, by: string, at: Date): Promise<boolean> {
  const { count } = await tx.payout.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: at, deletedById: by },
  });
  return count === 1;
}

export async function findPayment(on: Executor, id: string): Promise<PaymentRow | null> {
  const rows = await query<{ payment: PaymentRow }>(
    on,
    sql`
    SELECT ${PAYMENT} AS payment FROM payments p ${PEOPLE} WHERE p.id = ${id}::uuid`,
  );
  return rows[0]?.payment ?? null;
}

export async function findPayout(on: Executor, id: string): Promise<PayoutRow | null> {
  const rows = await query<{ payout: PayoutRow }>(
    on,
    sql`
    SELECT ${PAYOUT} AS payout FROM payouts p ${PEOPLE} WHERE p.id = ${id}::uuid`,
  );
  return rows[0]?.payout ?? null;
}

/** Rows of one owner or of all, between two instants (`to` exclusive), `limit` at most. */
export type MoneyPeriod = {
  ownerId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  limit: number;
};

/** Money that came in from a student; a refund is below zero and has neither a subject nor a method. */
export type ExportedPayment = {
  owner: Named;
  /** the day of the money, as the month's sums count it */
  date: CivilDate;
  moneyAmount: number;
  lessonAmount: number;
  subject: Subject | null;
  level: Level | null;
  description: string;
  method: PaymentMethod | null;
  /** Who paid (rules §36); null: nobody that is known, so the student. */
  payer: string | null;
};
export type ExportedPayout = Omit<PayoutRow, "id" | "teacherId" | "createdBy" | "voided"> & {
  owner: Named;
};

/** Payments that count and what of them was refunded, between two days, both included, the newest first. */
export function listPaymentsForExport(
  db: Database,
  period: {
    studentId?: string | undefined;
    from?: CivilDate | undefined;
    to?: CivilDate | undefined;
    limit: number;
  },
): Promise<ExportedPayment[]> {
  const { studentId, from, to, limit } = period;
  const where = whereAll([
    studentId !== undefined && sql`m.student_id = ${studentId}::uuid`,
    from !== undefined && sql`m.date >= ${from}::date`,
    to !== undefined && sql`m.date <= ${to}::date`,
  ]);
  return query(
    db,
    sql`
      SELECT ${nameJson(sql`u`)} AS owner, m.date, m.money AS "moneyAmount", m.lessons AS "lessonAmount", m.subject,
             m.level, m.description, m.method,
             (SELECT rtrim(x.name || ' ' || x.surname) FROM invoice_sources s JOIN users x ON x.id = s.payer_id
               WHERE s.payment_id = m.payment_id) AS payer
        FROM (
          SELECT p.id, p.id AS payment_id, p.student_id, ${PAID_ON} AS date, p.money_amount AS money,
                 p.lesson_amount AS lessons, p.subject, p.level, p.description, p.method
            FROM payments p WHERE p.deleted_at IS NULL
          UNION ALL
          SELECT f.entry_id, p.id, p.student_id, (coalesce(f.finished_at, f.created_at) AT TIME ZONE 'Europe/Warsaw')::date,
                 -f.amount, -f.lessons, NULL, NULL, f.reason, NULL
            FROM ${REFUNDED_PARTS} f JOIN payments p ON p.id = f.payment_id AND p.deleted_at IS NULL
           WHERE f.status = 'completed'
        ) m JOIN users u ON u.id = m.student_id ${where}
       ORDER BY m.date DESC, m.id DESC LIMIT ${limit}::int`,
  );
}

/** Payouts that count, the newest first. */
export function listPayoutsForExport(db: Database, period: MoneyPeriod): Promise<ExportedPayout[]> {
  const owner = sql`p.teacher_id`;
  return query(
    db,
    sql`
      SELECT ${nameJson(sql`u`)} AS owner, p.money_amount AS "moneyAmount", p.description,
             to_char(${PAYOUT_MONTH}, 'YYYY-MM') AS month, ${isoTime(sql`p.created_at`)} AS "createdAt"
        FROM payouts p JOIN users u ON u.id = ${owner} ${counting(period, owner)}`,
  );
}

function counting({ ownerId, from, to, limit }: MoneyPeriod, owner: Sql): Sql {
  const where = whereAll([
    sql`p.deleted_at IS NULL`,
    ownerId !== undefined && sql`${owner} = ${ownerId}::uuid`,
    from !== undefined && sql`p.created_at >= ${from}`,
    to !== undefined && sql`p.created_at < ${to}`,
  ]);
  return sql`${where} ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}::int`;
}
