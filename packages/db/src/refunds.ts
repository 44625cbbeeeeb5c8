import type { Level, Subject } from "@korki/domain";
import type { Executor } from "./client";
import { execute, query, sql } from "./sql";
import type { Tx } from "./transaction";

/**
 * What refunds paid back, payment by payment, in whole złoty: the order's price of the lessons, rounded down per item
 * (`refundAmount` of the domain). Columns `entry_id` (of the ledger), `payment_id`, `lessons`, `amount`, and of the refund
 * `status`, `reason`, `created_at`, `finished_at`. A rejected one paid back nothing.
 */
export const REFUNDED_PARTS = sql`(
  SELECT e.id AS entry_id, e.payment_id, -e.quantity AS lessons, i.amount * least(-e.quantity, i.lessons) / i.lessons AS amount,
         r.status, r.reason, r.created_at, r.finished_at
    FROM refunds r JOIN order_items i ON i.order_id = r.order_id
    JOIN ledger_entries e ON e.payment_id = i.payment_id AND e.kind = 'refund'
   WHERE r.status <> 'rejected')`;

export type RefundStatus = "pending" | "requested" | "completed" | "rejected";

/** Rejects with a violation of `refunds_order_id_key` where the order has a refund already. */
export async function insertRefundRequest(
  tx: Tx,
  refund: {
    id: string;
    orderId: string;
    amount: number;
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

/** Marks a refund as completed that had counted as rejected; false where it had not. */
export async function completeRejectedRefund(
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const moved = await execute(
    tx,
    sql`UPDATE refunds SET status = 'completed', finished_at = ${now}::timestamptz
         WHERE id = ${id}::uuid AND status = 'rejected'`,
  );
  return moved === 1;
}

/** The lessons that an order's refund took back, per payment. */
export async function listRefundedLessons(
  on: Executor,
  orderId: string,
): Promise<{ studentId: string; subject: Subject; level: Level; quantity: number }[]> {
  return query(
    on,
    sql`SELECT e.student_id AS "studentId", e.subject, e.level, -e.quantity AS quantity
          FROM order_items i JOIN ledger_entries e ON e.payment_id = i.payment_id AND e.kind = 'refund'
         WHERE i.order_id = ${orderId}::uuid ORDER BY i.position`,
  );
}
