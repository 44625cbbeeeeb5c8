import type {
  BilledMode,
  BillStatus,
  CivilDate,
  OverdueAction,
  PaymentMethod,
  SubjectLevel,
} from "@korki/domain";
import { PAID, PAY_BY } from "./billing";
import { toDbDate } from "./civil-date";
import type { Executor } from "./client";
import { execute, query, type Sql, sql, whereAll } from "./sql";
import { bySurname, isoTime, nameJson, type PageQuery, pageClause } from "./sql-fragments";
import type { Tx } from "./transaction";

type Named = { id: string; name: string; surname: string };

/** A child's subject and level on a bill; whole złoty. */
type BillLineRow = SubjectLevel & {
  studentId: string;
  studentName: string;
  planned: number;
  prepaid: number;
  billed: number;
  amount: number;
};

/** A bill that was issued; money in whole złoty, `month` as "YYYY-MM". */
export type BillRow = {
  id: string;
  payerId: string;
  payer: Named;
  month: string;
  mode: BilledMode;
  status: BillStatus;
  dueOn: CivilDate;
  /** The same day, of what is left once the first half is paid the second half's. */
  payBy: CivilDate;
  amount: number;
  /** Taken off. */
  balance: number;
  paid: number;
  halves: boolean;
  /** The sum of the first half of the lessons, less the balance that was taken off. */
  halfAmount: number;
  issuedAt: string;
  reason: string;
  overdueAction: OverdueAction | null;
  /** The newest order by which it is or was paid. */
  orderId: string | null;
  lines: BillLineRow[];
};

/** The orders that pay these bills, whole or one student's lessons of them. */
function ordersOfBills(bills: Sql): Sql {
  return sql`SELECT id FROM orders WHERE bill_id IN (${bills})
              UNION ALL SELECT order_id FROM order_items WHERE bill_id IN (${bills})`;
}

const BILL = sql`json_build_object(
  'id', b.id, 'payerId', b.payer_id, 'payer', ${nameJson(sql`u`)}, 'month', to_char(b.month, 'YYYY-MM'), 'mode', b.mode,
  'status', b.status, 'dueOn', b.due_on, 'payBy', ${PAY_BY}, 'amount', b.amount, 'balance', b.balance, 'paid', ${PAID}, 'halves', b.halves,
  'halfAmount', (SELECT greatest(0, coalesce(sum(x.price), 0) - b.balance)::int FROM bill_lessons x WHERE x.bill_id = b.id
     AND x.position < (SELECT (count(*) + 1) / 2 FROM bill_lessons y WHERE y.bill_id = b.id)),
  'issuedAt', ${isoTime(sql`b.issued_at`)}, 'reason', b.reason, 'overdueAction', b.overdue_action,
  'orderId', (SELECT o.id FROM orders o WHERE o.id IN (${ordersOfBills(sql`b.id`)}) AND o.status IN ('open', 'paid')
               ORDER BY o.created_at DESC, o.id DESC LIMIT 1),
  'lines', (SELECT coalesce(json_agg(json_build_object(
      'studentId', n.student_id, 'studentName', rtrim(s.name || ' ' || s.surname), 'subject', n.subject, 'level', n.level,
      'planned', n.planned, 'prepaid', n.prepaid, 'billed', n.billed, 'amount', n.amount) ORDER BY n.position), '[]')
    FROM bill_lines n JOIN users s ON s.id = n.student_id WHERE n.bill_id = b.id))`;

export async function findBill(on: Executor, id: string): Promise<BillRow | null> {
  const [row] = await query<{ bill: BillRow }>(
    on,
    sql`SELECT ${BILL} AS bill FROM bills b JOIN users u ON u.id = b.payer_id WHERE b.id = ${id}::uuid`,
  );
  return row?.bill ?? null;
}

/** Bills of a month by their payers' names, or of one payer, the newest month first. */
export async function listBills(
  on: Executor,
  { month, payerId, ...page }: PageQuery & { month?: CivilDate; payerId?: string },
): Promise<{ items: BillRow[]; total: number }> {
  const where = whereAll([
    month !== undefined && sql`b.month = ${month}::date`,
    payerId !== undefined && sql`b.payer_id = ${payerId}::uuid`,
  ]);
  const rows = await query<{ total: number; bill: BillRow | null }>(
    on,
    sql`SELECT t.total, p.bill FROM (SELECT count(*)::int AS total FROM bills b ${where}) t
          LEFT JOIN LATERAL (
            SELECT ${BILL} AS bill FROM bills b JOIN users u ON u.id = b.payer_id ${where}
             ORDER BY b.month DESC, ${bySurname(sql`u`)}, b.issued_at DESC, b.id
             ${pageClause(page)}) p ON true`,
  );
  return { items: rows.flatMap(({ bill }) => bill ?? []), total: rows[0]?.total ?? 0 };
}

/** A lesson that a bill asks for, and the payment that bought it. */
export type BillLessonState = SubjectLevel & {
  position: number;
  lineId: string;
  studentId: string;
  price: number;
  paymentId: string | null;
};

/** A bill with its lessons, locked until the transaction ends. */
export type LockedBill = {
  id: string;
  payerId: string;
  month: string;
  status: BillStatus;
  balance: number;
  paid: number;
  credited: number;
  halves: boolean;
  overdueAction: OverdueAction | null;
  lessons: BillLessonState[];
};

export async function lockBill(tx: Tx, id: string): Promise<LockedBill | null> {
  const [row] = await query<Omit<LockedBill, "lessons">>(
    tx,
    sql`SELECT id, payer_id AS "payerId", to_char(month, 'YYYY-MM') AS month, status, balance, paid, credited, halves,
               overdue_action AS "overdueAction"
          FROM bills WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  if (!row) return null;
  const lessons = await query<BillLessonState>(
    tx,
    sql`SELECT x.position, x.line_id AS "lineId", n.student_id AS "studentId", n.subject, n.level, x.price,
               x.payment_id AS "paymentId"
          FROM bill_lessons x JOIN bill_lines n ON n.id = x.line_id WHERE x.bill_id = ${id}::uuid ORDER BY x.position`,
  );
  return { ...row, lessons };
}

/** Keeps what a bill's money came to. */
export async function updateBill(
  tx: Tx,
  id: string,
  change: {
    status?: BillStatus;
    paid?: number;
    credited?: number;
    withdrawnAt?: Date;
    reason?: string;
    overdueAction?: OverdueAction | null;
    overdueUntil?: CivilDate | null;
  },
): Promise<void> {
  const { overdueUntil, ...rest } = change;
  const until = overdueUntil === undefined ? {} : { overdueUntil: overdueUntil && toDbDate(overdueUntil) };
  await tx.bill.update({ where: { id }, data: { ...rest, ...until }, select: { id: true } });
}

/** A payment for lessons of one line of a bill. */
type NewBillPayment = SubjectLevel & {
  id: string;
  studentId: string;
  payerId: string;
  billId: string | null;
  moneyAmount: number;
  lessonAmount: number;
  description: string;
  createdAt: Date;
  createdById: string | null;
  paidOn: CivilDate;
  method: PaymentMethod;
};

export async function insertBillPayments(tx: Tx, payments: readonly NewBillPayment[]): Promise<void> {
  await tx.payment.createMany({
    data: payments.map(({ paidOn, ...payment }) => ({ ...payment, paidOn: toDbDate(paidOn) })),
  });
}

/** Marks lessons of a bill as bought by the payments. */
export async function markBought(
  tx: Tx,
  billId: string,
  bought: readonly { position: number; paymentId: string }[],
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE bill_lessons x SET payment_id = given.payment_id
          FROM unnest(${bought.map(({ position }) => position)}::int[], ${bought.map(({ paymentId }) => paymentId)}::uuid[])
               AS given (position, payment_id)
         WHERE x.bill_id = ${billId}::uuid AND x.position = given.position`,
  );
}

/** Takes a voided payment off the lessons that it bought. Returns the bill, or null where it paid for none. */
export async function releaseBought(tx: Tx, paymentId: string): Promise<string | null> {
  const [row] = await query<{ billId: string }>(
    tx,
    sql`UPDATE bill_lessons SET payment_id = NULL WHERE payment_id = ${paymentId}::uuid RETURNING bill_id AS "billId"`,
  );
  return row?.billId ?? null;
}

/**
 * Ends the orders of bills that can still be paid, except one.
 *
 * @param studentId only those that pay for lessons of this student
 */
export async function expireBillOrders(
  tx: Tx,
  {
    billIds,
    studentId,
    but,
  }: { billIds: readonly string[]; studentId?: string; but?: string | null | undefined },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE orders o SET status = 'expired'
         WHERE o.id IN (${ordersOfBills(sql`SELECT unnest(${billIds}::uuid[])`)})
           AND o.status = 'open' AND o.id IS DISTINCT FROM ${but ?? null}::uuid
           AND (${studentId ?? null}::uuid IS NULL OR EXISTS (
             SELECT FROM order_items i WHERE i.order_id = o.id AND i.student_id = ${studentId ?? null}::uuid
                AND coalesce(i.bill_id, o.bill_id) = ANY (${billIds}::uuid[])))`,
  );
}

/** Finds an order of a bill of this sum that can still be paid. */
export async function findBillOrder(
  tx: Tx,
  { billId, amount, now }: { billId: string; amount: number; now: Date },
): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    tx,
    sql`SELECT id FROM orders WHERE bill_id = ${billId}::uuid AND status = 'open' AND amount = ${amount}::int
           AND expires_at > ${now}::timestamptz ORDER BY created_at DESC LIMIT 1`,
  );
  return row?.id ?? null;
}

/** Locks the unpaid bills that ask for lessons of a student until the transaction ends. */
export async function lockUnpaidBillsOf(tx: Tx, studentId: string): Promise<void> {
  await execute(
    tx,
    sql`SELECT FROM bills b
         WHERE b.status IN ('open', 'half')
           AND EXISTS (SELECT FROM bill_lines n WHERE n.bill_id = b.id AND n.student_id = ${studentId}::uuid AND n.billed > 0)
         ORDER BY b.id FOR NO KEY UPDATE`,
  );
}

/** A bill that is to be reminded of; `dedupeKey`: of its reminder, or of its second half's. */
type UnpaidBillRow = {
  id: string;
  payerId: string;
  month: string;
  left: number;
  dueOn: CivilDate;
  dedupeKey: string;
};

/** Finds unpaid bills that were due between two days, both included, and were not reminded of yet. */
export function findBillsToRemind(
  on: Executor,
  { from, to, prefix, limit }: { from: CivilDate; to: CivilDate; prefix: string; limit: number },
): Promise<UnpaidBillRow[]> {
  return query(
    on,
    sql`SELECT b.id, b.payer_id AS "payerId", to_char(b.month, 'YYYY-MM') AS month, (b.amount - ${PAID})::int AS "left",
               ${PAY_BY} AS "dueOn", reminder.key AS "dedupeKey"
          FROM bills b JOIN users u ON u.id = b.payer_id AND NOT u.is_disabled
         CROSS JOIN LATERAL (
           SELECT ${prefix}::text || b.id || CASE b.status WHEN 'half' THEN ':half' ELSE '' END AS key) reminder
         WHERE b.status IN ('open', 'half') AND ${PAY_BY} BETWEEN ${from}::date AND ${to}::date AND b.amount > ${PAID}
           AND NOT EXISTS (SELECT FROM notifications n WHERE n.dedupe_key = reminder.key)
         ORDER BY b.id LIMIT ${limit}::int`,
  );
}

/** Whether an administrator stopped the bookings of who pays for a student, for an unpaid bill (rules §32). */
export function bookingStopped(student: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM student_payers p JOIN bills b ON b.payer_id = p.payer_id
     WHERE p.student_id = ${student} AND b.status IN ('open', 'half') AND b.overdue_action = 'stop')`;
}

/** Returns `bookingStopped` of one student. */
export async function isBookingStopped(on: Executor, studentId: string): Promise<boolean> {
  const [row] = await query<{ stopped: boolean }>(
    on,
    sql`SELECT ${bookingStopped(sql`${studentId}::uuid`)} AS stopped`,
  );
  return row?.stopped ?? false;
}

/** Returns whether a person pays for a student today. */
export async function isPayer(on: Executor, personId: string): Promise<boolean> {
  const rows = await query(on, sql`SELECT FROM student_payers WHERE payer_id = ${personId}::uuid LIMIT 1`);
  return rows.length > 0;
}

/** Lists the series ahead of the students for whom a person pays. */
export async function listSeriesPaidBy(on: Executor, payerId: string, from: CivilDate): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT r.id FROM series r JOIN student_payers p ON p.student_id = r.student_id
         WHERE p.payer_id = ${payerId}::uuid AND r.last_date >= ${from}::date ORDER BY r.id`,
  );
  return rows.map(({ id }) => id);
}
