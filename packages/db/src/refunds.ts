import type { Level, Subject } from "@korki/domain";
import type { Executor } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";

/** Whether the order's refund `r` made the ledger's entry `e`: another one may have been rejected before or after it. */
const MADE_ENTRY = sql`NOT EXISTS (SELECT FROM refunds other WHERE other.order_id = r.order_id
    AND abs(extract(epoch FROM other.created_at - e.created_at)) < abs(extract(epoch FROM r.created_at - e.created_at)))`;

/**
 * What refunds `r` gave back, payment by payment, in whole złoty: at the provider the order's price of the lessons, but no
 * more than they cost, rounded down per item; to the payer's balance the rest of what they cost (`refundAmount` and
 * `balanceAmount` of the domain). Columns `entry_id` (of the ledger), `payment_id`, `lessons`, `amount` (both together),
 * `to_balance`, and of the refund `status`, `reason`, `created_at`, `finished_at`.
 */
function refundParts(which: Sql): Sql {
  return sql`(
  SELECT e.id AS entry_id, e.payment_id, -e.quantity AS lessons, paid.back + paid.to_balance AS amount, paid.to_balance,
         r.status, r.reason, r.created_at, r.finished_at
    FROM refunds r JOIN order_items i ON i.order_id = r.order_id
    JOIN ledger_entries e ON e.payment_id = i.payment_id AND e.kind = 'refund' JOIN payments p ON p.id = e.payment_id
   CROSS JOIN LATERAL (
     SELECT i.amount * least(-e.quantity, i.lessons) / i.lessons AS ordered,
            p.money_amount * least(-e.quantity, p.lesson_amount) / nullif(p.lesson_amount, 0) AS bought) price
   CROSS JOIN LATERAL (
     SELECT least(price.ordered, price.bought) AS back,
            CASE WHEN r.to_balance IS NULL THEN 0 ELSE greatest(0, price.bought - price.ordered) END AS to_balance) paid
   WHERE ${which} AND ${MADE_ENTRY})`;
}

/** See `refundParts`. A rejected refund gave back nothing. */
export const REFUNDED_PARTS = refundParts(sql`r.status <> 'rejected'`);

export type RefundStatus = "pending" | "requested" | "completed" | "rejected";

/** Rejects with a violation of `refunds_order_id_key` where the order has a refund already. */
export async function insertRefundRequest(
  tx: Tx,
  refund: {
    id: string;
    orderId: string;
    amount: number;
    toBalance: number;
    lessons: number;
    reason: string;
    createdAt: Date;
    createdById: string;
  },
): Promise<void> {
  await tx.refund.create({ data: { ...refund, retryAt: refund.createdAt }, select: { id: true } });
}

export type WaitingRefund = {
  id: string;
  orderId: string;
  transactionId: string;
  amount: number;
  reason: string;
};

/** Refunds that the provider does not know yet; each is the caller's until `until`. */
export async function takeWaitingRefunds(
  on: Executor,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<WaitingRefund[]> {
  return query(
    on,
    sql`UPDATE refunds r SET retry_at = ${until}::timestamptz FROM orders o WHERE o.id = r.order_id AND r.id IN (
          SELECT id FROM refunds WHERE status = 'pending' AND retry_at <= ${now}::timestamptz
           ORDER BY retry_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)
        RETURNING r.id, r.order_id AS "orderId", o.transaction_id AS "transactionId", r.amount, r.reason`,
  );
}

/** Moves a refund on; false where it is finished already. */
export async function moveRefund(
  on: Executor,
  { id, to, now }: { id: string; to: RefundStatus; now: Date },
): Promise<boolean> {
  const moved = await execute(
    on,
    sql`UPDATE refunds SET status = ${to},
               finished_at = CASE WHEN ${to} IN ('completed', 'rejected') THEN ${now}::timestamptz END
         WHERE id = ${id}::uuid AND status IN ('pending', 'requested')`,
  );
  return moved === 1;
}

/**
 * Marks a refund as completed that had counted as rejected and returns what it pays back, in whole złoty, and for how many
 * lessons; null where it had not, or where the order was refunded again since.
 */
export async function completeRejectedRefund(
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<{ amount: number; lessons: number } | null> {
  const [completed] = await query<{ amount: number; lessons: number }>(
    tx,
    sql`UPDATE refunds r SET status = 'completed', finished_at = ${now}::timestamptz
         WHERE r.id = ${id}::uuid AND r.status = 'rejected'
           AND NOT EXISTS (SELECT FROM refunds x WHERE x.order_id = r.order_id AND x.status <> 'rejected')
        RETURNING r.amount, r.lessons`,
  );
  return completed ?? null;
}

export async function isRejectedRefund(on: Executor, id: string): Promise<boolean> {
  const [refund] = await query<{ isRejected: boolean }>(
    on,
    sql`SELECT status = 'rejected' AS "isRejected" FROM refunds WHERE id = ${id}::uuid`,
  );
  return refund?.isRejected ?? false;
}

/**
 * Lists the lessons that a refund took back, per payment; a voided payment has none left. None of them is voided until the
 * transaction ends.
 */
export async function listRefundedLessons(
  on: Executor,
  refundId: string,
): Promise<{ studentId: string; subject: Subject; level: Level; quantity: number }[]> {
  return query(
    on,
    sql`SELECT e.student_id AS "studentId", e.subject, e.level, -e.quantity AS quantity
          FROM refunds r JOIN order_items i ON i.order_id = r.order_id
          JOIN payments p ON p.id = i.payment_id AND p.deleted_at IS NULL
          JOIN ledger_entries e ON e.payment_id = p.id AND e.kind = 'refund'
         WHERE r.id = ${refundId}::uuid AND ${MADE_ENTRY} ORDER BY i.position FOR SHARE OF p`,
  );
}

/**
 * Lists what a refund gave back to a balance, by the bill whose lessons had been bought; without voided payments, as
 * `listRefundedLessons`.
 */
export async function listRefundedBalances(
  on: Executor,
  refundId: string,
): Promise<{ billId: string; amount: number }[]> {
  return query(
    on,
    sql`SELECT b.id AS "billId", sum(f.to_balance)::int AS amount
          FROM ${refundParts(sql`r.id = ${refundId}::uuid`)} f
          JOIN payments p ON p.id = f.payment_id AND p.deleted_at IS NULL JOIN bills b ON b.id = p.bill_id
         WHERE f.to_balance > 0 GROUP BY b.id ORDER BY b.id`,
  );
}

/** Returns what refunds of a payment gave back to a balance, in whole złoty. */
export async function findRefundedBalance(on: Executor, paymentId: string): Promise<number> {
  const [refunded] = await query<{ amount: number }>(
    on,
    sql`SELECT coalesce(sum(f.to_balance), 0)::int AS amount FROM ${REFUNDED_PARTS} f
         WHERE f.payment_id = ${paymentId}::uuid`,
  );
  return refunded?.amount ?? 0;
}

/** Counts the lessons of a payment that came back because their refund was rejected. */
export async function countRestoredLessons(on: Executor, paymentId: string): Promise<number> {
  const [restored] = await query<{ count: number }>(
    on,
    sql`SELECT coalesce(-sum(e.quantity), 0)::int AS count
          FROM order_items i JOIN refunds r ON r.order_id = i.order_id AND r.status = 'rejected'
          JOIN ledger_entries e ON e.payment_id = i.payment_id AND e.kind = 'refund'
         WHERE i.payment_id = ${paymentId}::uuid AND ${MADE_ENTRY}`,
  );
  return restored?.count ?? 0;
}
