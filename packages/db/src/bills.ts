import type {
  BilledMode,
  BillStatus,
  CivilDate,
  OverdueAction,
  PaymentMethod,
  SubjectLevel,
} from "@korki/domain";
import { toDbDate } from "./civil-date";
import type { Executor } from "./client";
import { COUNTED, UNCOVERED } from "./debts";
import { execute, query, sql, whereAll } from "./sql";
import { isoTime, nameJson, type PageQuery, pageClause } from "./sql-fragments";
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

const BILL = sql`json_build_object(
  'id', b.id, 'payerId', b.payer_id, 'payer', ${nameJson(sql`u`)}, 'month', to_char(b.month, 'YYYY-MM'), 'mode', b.mode,
  'status', b.status, 'dueOn', b.due_on, 'amount', b.amount, 'balance', b.balance, 'paid', b.paid, 'halves', b.halves,
  'halfAmount', (SELECT greatest(0, coalesce(sum(x.price), 0) - b.balance)::int FROM bill_lessons x WHERE x.bill_id = b.id
     AND x.position < (SELECT (count(*) + 1) / 2 FROM bill_lessons y WHERE y.bill_id = b.id)),
  'issuedAt', ${isoTime(sql`b.issued_at`)}, 'reason', b.reason, 'overdueAction', b.overdue_action,
  'orderId', (SELECT o.id FROM orders o WHERE o.bill_id = b.id AND o.status IN ('open', 'paid')
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
             ORDER BY b.month DESC, u.surname COLLATE "pl-x-icu", u.name COLLATE "pl-x-icu", b.issued_at DESC, b.id
             ${pageClause(page)}) p ON true`,
  );
  return { items: rows.flatMap(({ bill }) => bill ?? []), total: rows[0]?.total ?? 0 };
}

/** A payer whose bill of a month is to be made. */
export type BilledPayerRow = {
  payerId: string;
  name: string;
  surname: string;
  mode: BilledMode;
  balance: number;
  /** What the bill before said; null: there was none. */
  previous: number | null;
};

/** Which payers get bills of a month. */
type BilledPayersQuery = {
  month: CivilDate;
  modes: readonly BilledMode[];
  /** Leaves out who was left out of the month's bills, had one that was withdrawn, or was charged otherwise then. */
  byItself?: { since: Date; after: string | null; limit: number };
};

/** Finds the payers who are charged by bills and have none of the month, by their ids. */
export function findBilledPayers(
  on: Executor,
  { month, modes, byItself }: BilledPayersQuery,
): Promise<BilledPayerRow[]> {
  const own = byItself
    ? sql`AND p.saved_at <= ${byItself.since}::timestamptz
          AND p.payer_id > coalesce(${byItself.after}::uuid, '00000000-0000-0000-0000-000000000000')
          AND NOT EXISTS (SELECT FROM bill_exclusions x WHERE x.month = ${month}::date AND x.payer_id = p.payer_id)`
    : sql``;
  const alive = byItself ? sql`` : sql`AND b.status <> 'withdrawn'`;
  const limit = byItself ? sql`LIMIT ${byItself.limit}::int` : sql``;
  return query(
    on,
    sql`SELECT p.payer_id AS "payerId", u.name, u.surname, p.mode, coalesce(h.balance, 0) AS balance,
               (SELECT b.amount FROM bills b WHERE b.payer_id = p.payer_id AND b.month < ${month}::date
                   AND b.status <> 'withdrawn' ORDER BY b.month DESC LIMIT 1) AS previous
          FROM (SELECT DISTINCT p.payer_id, p.mode FROM student_payers p
                 WHERE p.mode = ANY (${modes}::text[]) ${own}
                   AND NOT EXISTS (SELECT FROM bills b WHERE b.payer_id = p.payer_id AND b.month = ${month}::date ${alive})
                 ORDER BY p.payer_id ${limit}) p
          JOIN users u ON u.id = p.payer_id LEFT JOIN billing_payers h ON h.payer_id = p.payer_id
         ORDER BY p.payer_id`,
  );
}

/** A lesson that a bill of a month speaks of. */
export type BillLessonRow = SubjectLevel & {
  payerId: string;
  studentId: string;
  studentName: string;
  date: CivilDate;
  block: number;
  price: number;
  /** Payments and earlier bills reach it. */
  isPrepaid: boolean;
};

/** Waits for movements of these payers' lessons and keeps others from them until the transaction ends. */
export async function lockBilledAccounts(tx: Tx, payerIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`SELECT FROM ledger_accounts a JOIN student_payers p ON p.student_id = a.student_id
         WHERE p.payer_id = ANY (${payerIds}::uuid[])
         ORDER BY a.student_id, a.subject, a.level FOR NO KEY UPDATE OF a`,
  );
}

/**
 * Finds the lessons of a month, and those of earlier months that nothing paid for and no bill asked for, by payer,
 * student, subject and level, in order of time (rules §32). In arrears only those that were delivered or charged.
 */
export function listBillLessons(
  on: Executor,
  payerIds: readonly string[],
  { from, to }: { from: CivilDate; to: CivilDate },
): Promise<BillLessonRow[]> {
  return query(
    on,
    sql`
    SELECT p.payer_id AS "payerId", a.student_id AS "studentId", rtrim(s.name || ' ' || s.surname) AS "studentName",
           a.subject, a.level, l.date, l.block, l.price, NOT l.is_uncovered AS "isPrepaid"
      FROM student_payers p
      JOIN users s ON s.id = p.student_id
      JOIN ledger_accounts a ON a.student_id = p.student_id
     CROSS JOIN LATERAL (SELECT ${UNCOVERED} AS lessons OFFSET 0) uncovered
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE l.date >= ${to}::date) AS later, count(*) FILTER (WHERE l.date < ${to}::date) AS now
         FROM lessons l WHERE ${COUNTED} AND l.date >= ${from}::date) month
     CROSS JOIN LATERAL (
       SELECT latest.*, row_number() OVER (ORDER BY date DESC, block DESC) + month.later <= uncovered.lessons AS is_uncovered
         FROM (SELECT l.date, l.block, l.price,
                      p.mode = 'advance' OR l.charged OR l.status IN ('Zrealizowana', 'Uczen nieobecny') AS is_meant
                 FROM lessons l WHERE ${COUNTED} AND l.date < ${to}::date
                ORDER BY l.date DESC, l.block DESC LIMIT greatest(month.now, uncovered.lessons - month.later)) latest) l
     WHERE p.payer_id = ANY (${payerIds}::uuid[]) AND l.is_meant AND (l.date >= ${from}::date OR l.is_uncovered)
     ORDER BY p.payer_id, s.surname COLLATE "pl-x-icu", s.name COLLATE "pl-x-icu", a.student_id, a.subject, a.level,
              l.date, l.block`,
  );
}

/** A bill about to be issued; its lessons in the order in which money buys them. */
type NewBill = {
  id: string;
  payerId: string;
  month: CivilDate;
  mode: BilledMode;
  dueOn: CivilDate;
  amount: number;
  balance: number;
  halves: boolean;
  issuedAt: Date;
  issuedById: string | null;
  lines: readonly (SubjectLevel & {
    id: string;
    studentId: string;
    planned: number;
    prepaid: number;
    billed: number;
    amount: number;
  })[];
  lessons: readonly { lineId: string; price: number }[];
};

/** Lets bills be issued by one caller at a time, until the transaction ends. */
export async function lockBilling(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('korki.bills', 0))`);
}

/**
 * Issues bills and takes their payers' balances off. One whose payer has a bill of the month already is left out.
 * Returns the ids of the others.
 */
export async function insertBills(tx: Tx, bills: readonly NewBill[]): Promise<Set<string>> {
  const given = bills.map(({ lines: _, lessons: __, ...bill }) => bill);
  const rows = await query<{ id: string }>(
    tx,
    sql`INSERT INTO bills (id, payer_id, month, mode, due_on, amount, balance, halves, issued_at, issued_by_id)
        SELECT id, "payerId", month, mode, "dueOn", amount, balance, halves, "issuedAt", "issuedById"
          FROM json_to_recordset(${JSON.stringify(given)}::json) AS bill (
               id uuid, "payerId" uuid, month date, mode text, "dueOn" date, amount int, balance int, halves boolean,
               "issuedAt" timestamptz, "issuedById" uuid)
         ORDER BY "payerId"
        ON CONFLICT (payer_id, month) WHERE status <> 'withdrawn' DO NOTHING RETURNING id`,
  );
  const issued = new Set(rows.map(({ id }) => id));
  const made = bills.filter(({ id }) => issued.has(id));
  await tx.billLine.createMany({
    data: made.flatMap(({ id: billId, lines }) =>
      lines.map((line, position) => ({ ...line, billId, position })),
    ),
  });
  await tx.billLesson.createMany({
    data: made.flatMap(({ id: billId, lessons }) =>
      lessons.map((lesson, position) => ({ ...lesson, billId, position })),
    ),
  });
  await moveBalances(
    tx,
    made.map(({ payerId, balance }) => ({ payerId, amount: -balance })),
  );
  return issued;
}

/** Adds to payers' balances, or takes from them; whole złoty. */
export async function moveBalances(
  tx: Tx,
  moves: readonly { payerId: string; amount: number }[],
): Promise<void> {
  const given = moves.filter(({ amount }) => amount !== 0);
  if (given.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO billing_payers (payer_id, default_mode, saved_at)
        SELECT "payerId", c.billing_mode, '2000-01-01'
          FROM json_to_recordset(${JSON.stringify(given)}::json) AS move ("payerId" uuid, amount int), centre_settings c
         ORDER BY "payerId"
        ON CONFLICT (payer_id) DO NOTHING`,
  );
  await execute(
    tx,
    sql`UPDATE billing_payers b SET balance = b.balance + move.amount
          FROM json_to_recordset(${JSON.stringify(given)}::json) AS move ("payerId" uuid, amount int)
         WHERE b.payer_id = move."payerId"`,
  );
}

/** Returns what a payer's money left over comes to, locked until the transaction ends. */
export async function lockBalance(tx: Tx, payerId: string): Promise<number> {
  const [row] = await query<{ balance: number }>(
    tx,
    sql`SELECT balance FROM billing_payers WHERE payer_id = ${payerId}::uuid FOR NO KEY UPDATE`,
  );
  return row?.balance ?? 0;
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
  lessons: BillLessonState[];
};

export async function lockBill(tx: Tx, id: string): Promise<LockedBill | null> {
  const [row] = await query<Omit<LockedBill, "lessons">>(
    tx,
    sql`SELECT id, payer_id AS "payerId", to_char(month, 'YYYY-MM') AS month, status, balance, paid, credited, halves
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
    overdueAction?: OverdueAction;
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

/** Ends the orders of a bill that can still be paid, except one. */
export async function expireBillOrders(tx: Tx, billId: string, but: string | null): Promise<void> {
  await execute(
    tx,
    sql`UPDATE orders SET status = 'expired'
         WHERE bill_id = ${billId}::uuid AND status = 'open' AND id IS DISTINCT FROM ${but}::uuid`,
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

/** Finds the oldest unpaid bill that asks for lessons of a student. */
export async function findUnpaidBill(
  on: Executor,
  studentId: string,
): Promise<{ id: string; payerId: string } | null> {
  const [row] = await query<{ id: string; payerId: string }>(
    on,
    sql`SELECT b.id, b.payer_id AS "payerId" FROM bills b
         WHERE b.status IN ('open', 'half')
           AND EXISTS (SELECT FROM bill_lines n WHERE n.bill_id = b.id AND n.student_id = ${studentId}::uuid AND n.billed > 0)
         ORDER BY b.month, b.id LIMIT 1`,
  );
  return row ?? null;
}

/** Leaves payers out of what is issued by itself for a month. */
export async function insertExclusions(tx: Tx, month: CivilDate, payerIds: readonly string[]): Promise<void> {
  await tx.billExclusion.createMany({
    data: payerIds.map((payerId) => ({ month: toDbDate(month), payerId })),
    skipDuplicates: true,
  });
}

/** Takes a preview's token; otherwise returns how many bills the first call with it issued. */
export async function takeBillPreview(
  tx: Tx,
  preview: { tokenHash: string; month: CivilDate; createdById: string; createdAt: Date },
): Promise<{ issued: number } | null> {
  const { count } = await tx.billPreview.createMany({
    data: [{ ...preview, month: toDbDate(preview.month) }],
    skipDuplicates: true,
  });
  if (count === 1) return null;
  const [known] = await query<{ issued: number }>(
    tx,
    sql`SELECT issued FROM bill_previews WHERE token_hash = ${preview.tokenHash} AND month = ${preview.month}::date
           AND created_by_id = ${preview.createdById}::uuid`,
  );
  return known ?? null;
}

export async function finishBillPreview(tx: Tx, tokenHash: string, issued: number): Promise<void> {
  await tx.billPreview.update({ where: { tokenHash }, data: { issued }, select: { tokenHash: true } });
}

/** Takes up the worker's run of a month, for this transaction; null where it is finished or another worker is at it. */
export async function takeBillRun(
  tx: Tx,
  { month, mode }: { month: CivilDate; mode: BilledMode },
): Promise<{ after: string | null } | null> {
  await execute(
    tx,
    sql`INSERT INTO bill_runs (month, mode) VALUES (${month}::date, ${mode}) ON CONFLICT DO NOTHING`,
  );
  const [run] = await query<{ after: string | null }>(
    tx,
    sql`SELECT after_payer AS after FROM bill_runs WHERE month = ${month}::date AND mode = ${mode}
           AND finished_at IS NULL FOR UPDATE SKIP LOCKED`,
  );
  return run ?? null;
}

/** Keeps how far a run has come; `finishedAt`: nobody is left. */
export async function advanceBillRun(
  tx: Tx,
  run: { month: CivilDate; mode: BilledMode; after: string | null; finishedAt: Date | null },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE bill_runs SET after_payer = coalesce(${run.after}::uuid, after_payer), finished_at = ${run.finishedAt}::timestamptz
         WHERE month = ${run.month}::date AND mode = ${run.mode}`,
  );
}

/** Returns whether a run of a month is finished, without a lock. */
export async function isBillRunFinished(
  on: Executor,
  { month, mode }: { month: CivilDate; mode: BilledMode },
): Promise<boolean> {
  const rows = await query<{ done: boolean }>(
    on,
    sql`SELECT finished_at IS NOT NULL AS done FROM bill_runs WHERE month = ${month}::date AND mode = ${mode}`,
  );
  return rows[0]?.done ?? false;
}

/** A bill that is to be reminded of. */
type UnpaidBillRow = { id: string; payerId: string; month: string; left: number; dueOn: CivilDate };

/** Finds unpaid bills that were due between two days, both included, and were not reminded of yet. */
export function findBillsToRemind(
  on: Executor,
  { from, to, prefix, limit }: { from: CivilDate; to: CivilDate; prefix: string; limit: number },
): Promise<UnpaidBillRow[]> {
  return query(
    on,
    sql`SELECT b.id, b.payer_id AS "payerId", to_char(b.month, 'YYYY-MM') AS month, (b.amount - b.paid)::int AS "left",
               b.due_on AS "dueOn"
          FROM bills b JOIN users u ON u.id = b.payer_id AND NOT u.is_disabled
         WHERE b.status IN ('open', 'half') AND b.due_on BETWEEN ${from}::date AND ${to}::date AND b.amount > b.paid
           AND NOT EXISTS (SELECT FROM notifications n WHERE n.dedupe_key = ${prefix}::text || b.id)
         ORDER BY b.id LIMIT ${limit}::int`,
  );
}

/** Returns whether an administrator stopped the bookings of who pays for a student, for an unpaid bill. */
export async function isBookingStopped(on: Executor, studentId: string): Promise<boolean> {
  const rows = await query(
    on,
    sql`SELECT FROM student_payers p JOIN bills b ON b.payer_id = p.payer_id
         WHERE p.student_id = ${studentId}::uuid AND b.status IN ('open', 'half') AND b.overdue_action = 'stop' LIMIT 1`,
  );
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
