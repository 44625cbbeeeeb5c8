import type { Executor } from "./client";
import { execute, query, sql } from "./sql";
import { isoTime, jsonArray, nameJson } from "./sql-fragments";
import type { Tx } from "./transaction";

export type ProviderNotificationKind = "payment" | "refund";
/** Something is wrong with it, and it booked nothing; or money that was promised does not go back. */
export type SuspectOutcome = "mismatch" | "wrong-signature" | "unknown-order" | "refund-rejected";
export type NotificationOutcome =
  | SuspectOutcome
  | "booked"
  | "already-booked"
  | "not-confirmed"
  | "refund-completed";

type Received = { id: string; kind: ProviderNotificationKind; body: string; receivedAt: Date };

/** Keeps what arrived, before anything is made of it. */
export async function insertProviderNotification(
  on: Executor,
  { id, kind, body, receivedAt }: Received,
): Promise<void> {
  await execute(
    on,
    sql`INSERT INTO provider_notifications (id, kind, body, received_at, retry_at)
        VALUES (${id}::uuid, ${kind}, ${body}, ${receivedAt}::timestamptz, ${receivedAt}::timestamptz)`,
  );
}

/**
 * Counts a notification that the provider did not sign. The first of its hour and kind is kept as a sample; the table
 * takes no more of what anybody can send.
 */
export async function countForgedNotification(
  on: Executor,
  { id, kind, body, receivedAt }: Received,
): Promise<void> {
  await execute(
    on,
    sql`INSERT INTO provider_notifications (id, kind, body, received_at, retry_at, outcome, processed_at, forged_hour)
        VALUES (${id}::uuid, ${kind}, ${body}, ${receivedAt}::timestamptz, ${receivedAt}::timestamptz,
                'wrong-signature', ${receivedAt}::timestamptz, date_trunc('hour', ${receivedAt}::timestamptz))
        ON CONFLICT (forged_hour, kind) WHERE forged_hour IS NOT NULL
          DO UPDATE SET repeats = provider_notifications.repeats + 1`,
  );
}

/** Notifications waiting to be processed; each is the caller's until `until`. */
export async function takeProviderNotifications(
  on: Executor,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ id: string; kind: ProviderNotificationKind; body: string }[]> {
  return query(
    on,
    sql`UPDATE provider_notifications SET retry_at = ${until}::timestamptz WHERE id IN (
          SELECT id FROM provider_notifications WHERE processed_at IS NULL AND retry_at <= ${now}::timestamptz
           ORDER BY retry_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)
        RETURNING id, kind, body`,
  );
}

/** Inserts what the product learned by asking the provider. Administrators see it like a suspect notification. */
export async function insertFinding(
  tx: Tx,
  found: {
    id: string;
    kind: ProviderNotificationKind;
    body: object;
    outcome: SuspectOutcome;
    orderId: string;
    now: Date;
  },
): Promise<void> {
  const { id, kind, body, outcome, orderId, now } = found;
  await execute(
    tx,
    sql`INSERT INTO provider_notifications (id, kind, body, received_at, retry_at, outcome, order_id, processed_at)
        VALUES (${id}::uuid, ${kind}, ${JSON.stringify(body)}, ${now}::timestamptz, ${now}::timestamptz,
                ${outcome}, ${orderId}::uuid, ${now}::timestamptz)`,
  );
}

export async function finishProviderNotification(
  on: Executor,
  {
    id,
    orderId,
    outcome,
    now,
  }: { id: string; orderId: string | null; outcome: NotificationOutcome; now: Date },
): Promise<void> {
  await execute(
    on,
    sql`UPDATE provider_notifications
           SET outcome = ${outcome}, order_id = ${orderId}::uuid, processed_at = ${now}::timestamptz
         WHERE id = ${id}::uuid AND processed_at IS NULL`,
  );
}

/** A notification that booked nothing and was not reviewed. */
export type SuspectNotification = {
  id: string;
  kind: ProviderNotificationKind;
  outcome: SuspectOutcome;
  receivedAt: string;
  /** How many arrived that this one stands for. */
  repeats: number;
  /** Null: of no order that is known. */
  order: { id: string; amount: number; student: { id: string; name: string; surname: string } } | null;
};

/**
 * A notification `n` that booked nothing, or rejected a refund, and was not reviewed. Nobody is asked to look into a
 * rejection once the provider said that it paid that refund, also where it said so beside a second one.
 */
export const SUSPECT_NOTIFICATION = sql`n.outcome IN ('mismatch', 'wrong-signature', 'unknown-order', 'refund-rejected')
  AND n.reviewed_at IS NULL
  AND (n.outcome <> 'refund-rejected'
       OR EXISTS (SELECT FROM refunds
                   WHERE order_id = n.order_id AND status = 'rejected' AND finished_at <= n.processed_at)
          AND NOT EXISTS (SELECT FROM provider_notifications paid
                           WHERE paid.order_id = n.order_id AND paid.kind = 'refund' AND paid.outcome = 'mismatch'
                             AND paid.processed_at > n.processed_at))`;

/** Returns the number of suspect notifications that were not reviewed, and the newest of them. */
export async function listSuspectNotifications(
  on: Executor,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; items: SuspectNotification[] }> {
  const rows = await query<{ count: number; items: SuspectNotification[] }>(
    on,
    sql`SELECT (SELECT count(*)::int FROM provider_notifications n WHERE ${SUSPECT_NOTIFICATION}) AS count,
               ${jsonArray(sql`SELECT json_build_object('id', n.id, 'kind', n.kind, 'outcome', n.outcome,
                              'receivedAt', ${isoTime(sql`n.received_at`)}, 'repeats', n.repeats,
                              'order', CASE WHEN o.id IS NOT NULL THEN json_build_object(
                                 'id', o.id, 'amount', o.amount, 'student', ${nameJson(sql`s`)}) END)
                       FROM (SELECT * FROM provider_notifications n WHERE ${SUSPECT_NOTIFICATION}
                              ORDER BY n.received_at DESC, n.id DESC LIMIT ${limit}::int OFFSET ${offset}::int) n
                       LEFT JOIN orders o ON o.id = n.order_id LEFT JOIN users s ON s.id = o.student_id
                      ORDER BY n.received_at DESC, n.id DESC`)} AS items`,
  );
  return rows[0] ?? { count: 0, items: [] };
}

/** Marks suspect notifications as looked into and returns those that were not yet. */
export function reviewNotifications(
  tx: Tx,
  { ids, by, now }: { ids: readonly string[]; by: string; now: Date },
): Promise<{ id: string; orderId: string | null; outcome: SuspectOutcome }[]> {
  return query(
    tx,
    sql`UPDATE provider_notifications n SET reviewed_at = ${now}::timestamptz, reviewed_by_id = ${by}::uuid
         WHERE n.id = ANY(${ids}::uuid[]) AND ${SUSPECT_NOTIFICATION}
        RETURNING n.id, n.order_id AS "orderId", n.outcome`,
  );
}
