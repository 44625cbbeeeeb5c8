import type { Level, OrderStatus, Subject } from "@korki/domain";
import type { Executor } from "./client";
import type { RefundStatus } from "./refunds";
import { execute, query, type Sql, sql, whereAll } from "./sql";
import { isoTime, nameJson } from "./sql-fragments";
import type { Tx } from "./transaction";

type Named = { id: string; name: string; surname: string };

/** One item of an order; money in whole złoty. */
export type OrderItemRow = {
  id: string;
  subject: Subject;
  level: Level;
  lessons: number;
  amount: number;
  packageId: string | null;
  packageName: string | null;
  validDays: number | null;
  paymentId: string | null;
  /** For whom, where it is not the order's student. */
  studentId: string | null;
  /** The bill whose lessons it pays. */
  billId: string | null;
};

/** An order with its items; money in whole złoty, timestamps ISO 8601 in UTC. */
export type OrderRow = {
  id: string;
  studentId: string;
  student: Named;
  payerId: string;
  payer: Named & { email: string | null };
  amount: number;
  status: OrderStatus;
  payUrl: string | null;
  transactionId: string | null;
  createdAt: string;
  expiresAt: string;
  paidAt: string | null;
  /** The provider has a payment that is not confirmed yet. */
  isReported: boolean;
  receiptYear: number | null;
  receiptNumber: number | null;
  items: OrderItemRow[];
  /** Everybody for whom it is, by name. */
  studentNames: string;
  /** The bill that all items pay. */
  billId: string | null;
  refund: { amount: number; status: RefundStatus } | null;
};

const ORDER = sql`json_build_object(
  'id', o.id, 'studentId', o.student_id, 'student', ${nameJson(sql`s`)}, 'payerId', o.payer_id,
  'payer', json_build_object('id', b.id, 'name', b.name, 'surname', b.surname, 'email', b.email),
  'amount', o.amount, 'status', o.status, 'payUrl', o.pay_url, 'transactionId', o.transaction_id,
  'createdAt', ${isoTime(sql`o.created_at`)}, 'expiresAt', ${isoTime(sql`o.expires_at`)},
  'paidAt', ${isoTime(sql`o.paid_at`)}, 'isReported', o.reported_at IS NOT NULL, 'receiptYear', o.receipt_year, 'receiptNumber', o.receipt_number,
  'items', (SELECT json_agg(json_build_object(
      'id', i.id, 'subject', i.subject, 'level', i.level, 'lessons', i.lessons, 'amount', i.amount,
      'packageId', i.package_id, 'packageName', i.package_name, 'validDays', i.valid_days,
      'paymentId', i.payment_id, 'studentId', i.student_id,
      'billId', coalesce(i.bill_id, o.bill_id)) ORDER BY i.position)
    FROM order_items i WHERE i.order_id = o.id),
  'billId', o.bill_id,
  'studentNames', (SELECT string_agg(n.name, ', ' ORDER BY n.position) FROM (
      SELECT rtrim(u.name || ' ' || u.surname) AS name, min(i.position) AS position
        FROM order_items i JOIN users u ON u.id = coalesce(i.student_id, o.student_id)
       WHERE i.order_id = o.id GROUP BY u.id) n),
  'refund', (SELECT json_build_object('amount', r.amount, 'status', r.status)
    FROM refunds r WHERE r.order_id = o.id ORDER BY r.status = 'rejected', r.created_at DESC LIMIT 1))`;

const PEOPLE = sql`JOIN users s ON s.id = o.student_id JOIN users b ON b.id = o.payer_id`;

export type NewOrder = {
  id: string;
  studentId: string;
  payerId: string;
  createdById: string;
  amount: number;
  /** `waiting`: the payer of the student has to agree first. Left out: `open`. */
  status?: "waiting" | "open";
  createdAt: Date;
  expiresAt: Date;
  /** The bill that all items pay. */
  billId?: string;
  items: readonly (Omit<OrderItemRow, "paymentId" | "billId"> & { billId?: string | null })[];
};

export async function insertOrder(tx: Tx, { items, ...order }: NewOrder): Promise<void> {
  await tx.order.create({ data: order, select: { id: true } });
  await tx.orderItem.createMany({
    data: items.map((item, position) => ({ ...item, orderId: order.id, position })),
  });
}

/** Opens an order to which the payer agreed. Returns false if it waits no more. */
export async function openWaitingOrder(
  tx: Tx,
  { id, payUrl, expiresAt }: { id: string; payUrl: string; expiresAt: Date },
): Promise<boolean> {
  const opened = await execute(
    tx,
    sql`UPDATE orders SET status = 'open', pay_url = ${payUrl}, expires_at = ${expiresAt}::timestamptz
         WHERE id = ${id}::uuid AND status = 'waiting'`,
  );
  return opened === 1;
}

/** Notes that the provider has a payment for an order which is not confirmed yet. */
export async function noteReportedPayment(on: Executor, id: string, at: Date): Promise<void> {
  await execute(
    on,
    sql`UPDATE orders SET reported_at = ${at}::timestamptz WHERE id = ${id}::uuid AND reported_at IS NULL`,
  );
}

/** Keeps where an open order is paid; false where it is not open any more. */
export async function setPayUrl(on: Executor, id: string, payUrl: string): Promise<boolean> {
  const set = await execute(
    on,
    sql`UPDATE orders SET pay_url = ${payUrl} WHERE id = ${id}::uuid AND status = 'open'`,
  );
  return set === 1;
}

/** Marks an open order as failed that nobody can pay; false where another call has found out where it is paid. */
export async function failUnregistered(on: Executor, id: string): Promise<boolean> {
  const failed = await execute(
    on,
    sql`UPDATE orders SET status = 'failed' WHERE id = ${id}::uuid AND status = 'open' AND pay_url IS NULL`,
  );
  return failed === 1;
}

/** Returns the orders `o` that the rest of the statement says. */
async function selectOrders(on: Executor, rest: Sql): Promise<OrderRow[]> {
  const rows = await query<{ order: OrderRow }>(
    on,
    sql`SELECT ${ORDER} AS order FROM orders o ${PEOPLE} ${rest}`,
  );
  return rows.map(({ order }) => order);
}

export async function findOrder(on: Executor, id: string): Promise<OrderRow | null> {
  const [order = null] = await selectOrders(on, sql`WHERE o.id = ${id}::uuid`);
  return order;
}

/** Locks an order until the transaction ends, so that one of any number of settlements books it. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | null> {
  await query(tx, sql`SELECT FROM orders WHERE id = ${id}::uuid FOR UPDATE`);
  return findOrder(tx, id);
}

/** Selects the orders that are for a student, alone or with others. */
function ordersFor(studentId: string): Sql {
  return sql`SELECT id FROM orders WHERE student_id = ${studentId}::uuid
             UNION ALL SELECT order_id FROM order_items WHERE student_id = ${studentId}::uuid`;
}

/** Of one payer, for one student, or both; nobody: all. */
type OrderFilter = { payerId?: string | undefined; studentId?: string | undefined };

function ordersOf({ payerId, studentId }: OrderFilter): Sql {
  return whereAll([
    payerId !== undefined && sql`o.payer_id = ${payerId}::uuid`,
    studentId !== undefined && sql`o.id IN (${ordersFor(studentId)})`,
  ]);
}

export async function countOrders(on: Executor, filter: OrderFilter): Promise<number> {
  const rows = await query<{ total: number }>(
    on,
    sql`SELECT count(*)::int AS total FROM orders o ${ordersOf(filter)}`,
  );
  return rows[0]?.total ?? 0;
}

/** Lists orders of one payer, for one student or all, the newest first. */
export async function listOrders(
  on: Executor,
  { limit, offset = 0, ...filter }: OrderFilter & { limit: number; offset?: number },
): Promise<OrderRow[]> {
  return selectOrders(
    on,
    sql`${ordersOf(filter)} ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}::int OFFSET ${offset}::int`,
  );
}

/** Lets orders for a student take turns: others wait until the transaction ends. */
export async function lockStudentOrders(tx: Tx, studentId: string): Promise<void> {
  await execute(
    tx,
    sql`SELECT pg_advisory_xact_lock(hashtextextended('korki.parent-orders:' || ${studentId}::text, 0))`,
  );
}

/** Lists a payer's orders for a student that can still be paid or wait for an agreement, the newest first. */
export async function listOpenOrders(
  on: Executor,
  { studentId, payerId, now }: { studentId: string; payerId: string; now: Date },
): Promise<OrderRow[]> {
  return selectOrders(
    on,
    sql`WHERE o.student_id = ${studentId}::uuid AND o.payer_id = ${payerId}::uuid
          AND o.status IN ('open', 'waiting') AND o.expires_at > ${now}::timestamptz
        ORDER BY o.created_at DESC, o.id DESC`,
  );
}

/**
 * Lists the orders that other parents placed for a student and can still pay, the oldest first, with that student's items;
 * at most 20.
 */
export async function listOtherParentsOrders(
  on: Executor,
  { studentId, payerId, now }: { studentId: string; payerId: string; now: Date },
): Promise<OrderRow[]> {
  const orders = await selectOrders(
    on,
    sql`WHERE o.id IN (${ordersFor(studentId)})
          AND o.status = 'open' AND o.expires_at > ${now}::timestamptz
          AND o.payer_id <> o.student_id AND o.payer_id <> ${payerId}::uuid
        ORDER BY o.created_at, o.id LIMIT 20`,
  );
  return orders.map((order) => ({
    ...order,
    items: order.items.filter((item) => (item.studentId ?? order.studentId) === studentId),
  }));
}

/** Returns how many orders of a student can still be paid, or wait for the payer. */
export async function countOpenOrders(tx: Tx, studentId: string, now: Date): Promise<number> {
  const rows = await query<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM orders
         WHERE student_id = ${studentId}::uuid AND status IN ('open', 'waiting') AND expires_at > ${now}::timestamptz`,
  );
  return rows[0]?.count ?? 0;
}

/** Takes the year's next number of a payment confirmation. Others wait until this transaction ends. */
export async function takeReceiptNumber(tx: Tx, year: number): Promise<number> {
  const rows = await query<{ last: number }>(
    tx,
    sql`INSERT INTO receipt_counters (year, last) VALUES (${year}::int, 1)
        ON CONFLICT (year) DO UPDATE SET last = receipt_counters.last + 1 RETURNING last`,
  );
  const [row] = rows;
  if (!row) throw new Error("a receipt counter gave no number");
  return row.last;
}

export async function markOrderPaid(
  tx: Tx,
  paid: { id: string; transactionId: string; paidAt: Date; receiptYear: number; receiptNumber: number },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE orders SET status = 'paid', transaction_id = ${paid.transactionId}, paid_at = ${paid.paidAt}::timestamptz,
               receipt_year = ${paid.receiptYear}::int, receipt_number = ${paid.receiptNumber}::int
         WHERE id = ${paid.id}::uuid`,
  );
}

export async function linkItemPayment(tx: Tx, itemId: string, paymentId: string): Promise<void> {
  await execute(
    tx,
    sql`UPDATE order_items SET payment_id = ${paymentId}::uuid WHERE id = ${itemId}::uuid AND payment_id IS NULL`,
  );
}

/** Changes an order's status if it is one of those given; false where it is not. */
export async function moveOrder(
  on: Executor,
  id: string,
  from: readonly OrderStatus[],
  to: OrderStatus,
): Promise<boolean> {
  const moved = await execute(
    on,
    sql`UPDATE orders SET status = ${to} WHERE id = ${id}::uuid AND status = ANY(${from}::text[])`,
  );
  return moved === 1;
}

/**
 * Marks an open order as checked with the provider. Returns false if it was checked after `since` or is no longer
 * open.
 */
export async function takeOrderCheck(on: Executor, id: string, since: Date, now: Date): Promise<boolean> {
  const taken = await execute(
    on,
    sql`UPDATE orders SET checked_at = ${now}::timestamptz
         WHERE id = ${id}::uuid AND status = 'open' AND coalesce(checked_at, '-infinity') <= ${since}::timestamptz`,
  );
  return taken === 1;
}

/** How long an open order waits between two checks; the job that asks comes every 15 s, so that none waits a minute. */
const CHECK_SECONDS = 40;

/** Returns open orders that are due for a check, those that waited longest first, and marks them as checked now. */
export async function takeOrderChecks(
  on: Executor,
  { now, limit }: { now: Date; limit: number },
): Promise<{ id: string; isExpired: boolean }[]> {
  return query(
    on,
    sql`WITH now AS (SELECT ${now}::timestamptz AS at)
        UPDATE orders SET checked_at = now.at FROM now WHERE id IN (
          SELECT id FROM orders, now WHERE status = 'open'
             AND coalesce(checked_at, created_at) <= now.at - make_interval(secs => ${CHECK_SECONDS}::int)
           ORDER BY coalesce(checked_at, created_at) LIMIT ${limit}::int FOR UPDATE OF orders SKIP LOCKED)
        RETURNING id, expires_at <= now.at AS "isExpired"`,
  );
}
