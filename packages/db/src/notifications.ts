import type { Role } from "@korki/domain";
import type { Database } from "./client";
import { execute, query, sql } from "./sql";

/** A notification that one worker alone is at, with its recipient as they are now. */
export type ClaimedNotification = {
  id: string;
  kind: string;
  facts: unknown;
  /** Which try this is, from 1. */
  attempt: number;
  /** Proof of the claim; it ends then. */
  claimedTill: Date;
  createdAt: Date;
  dueAt: Date;
  lastError: string | null;
  recipient: Recipient | null;
  /** The child that a parent is notified about. `isTheirs`: the guardianship is valid. */
  child: { name: string; isTheirs: boolean } | null;
  /** Where to, for people without an account. */
  email: string | null;
  /** The request that caused it, as the logs name it. */
  requestId: string | null;
};

type Recipient = {
  id: string;
  role: Role;
  /** Null for a child without a login. */
  email: string | null;
  isDisabled: boolean;
  isErased: boolean;
  telegramChatId: string | null;
  /** Channels that the person switched off for this kind. */
  disabledChannels: string[];
};

type ClaimRow = {
  id: string;
  kind: string;
  facts: unknown;
  attempts: number;
  claimed_till: Date;
  created_at: Date;
  due_at: Date;
  last_error: string | null;
  email: string | null;
  user_id: string | null;
  role: Role;
  user_email: string | null;
  child_name: string | null;
  is_theirs: boolean;
  is_disabled: boolean;
  is_erased: boolean;
  telegram_chat_id: string | null;
  disabledChannels: string[];
  request_id: string | null;
};

/**
 * Takes a queued notification for one worker, for `leaseSeconds`. Null where there is nothing to take: it is done
 * with, or another worker is at it (see `claimEnd`).
 */
export async function claimNotification(
  db: Database,
  id: string,
  leaseSeconds: number,
): Promise<ClaimedNotification | null> {
  const rows = await query<ClaimRow>(
    db,
    sql`WITH claimed AS (
             UPDATE notifications
                SET claimed_till = product_now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
              WHERE id = ${id} AND status = 'queued' AND (claimed_till IS NULL OR claimed_till < product_now())
          RETURNING *)
           SELECT c.id, c.kind, c.facts, c.attempts, c.claimed_till, c.created_at, c.due_at, c.last_error, c.email, c.request_id,
                  u.id AS user_id, u.role, u.email AS user_email, u.is_disabled, u.telegram_chat_id,
                  u.erased_at IS NOT NULL AS is_erased,
                  ARRAY(SELECT p.channel FROM notification_preferences p
                         WHERE p.user_id = u.id AND p.kind = c.kind AND NOT p.enabled) AS "disabledChannels",
                  rtrim(child.name || ' ' || child.surname) AS child_name,
                  EXISTS (SELECT FROM current_guardianships g
                           WHERE g.parent_id = c.recipient_id AND g.student_id = c.child_id) AS is_theirs
             FROM claimed c LEFT JOIN users u ON u.id = c.recipient_id LEFT JOIN users child ON child.id = c.child_id`,
  );
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    kind: row.kind,
    facts: row.facts,
    attempt: row.attempts,
    claimedTill: row.claimed_till,
    createdAt: row.created_at,
    dueAt: row.due_at,
    lastError: row.last_error,
    requestId: row.request_id,
    child: row.child_name === null ? null : { name: row.child_name, isTheirs: row.is_theirs },
    email: row.email,
    recipient:
      row.user_id === null
        ? null
        : {
            id: row.user_id,
            role: row.role,
            email: row.user_email,
            isDisabled: row.is_disabled,
            isErased: row.is_erased,
            telegramChatId: row.telegram_chat_id,
            disabledChannels: row.disabledChannels,
          },
  };
}

/** For how many milliseconds another worker's claim still holds; null where the notification is done with. */
export async function claimEnd(db: Database, id: string): Promise<number | null> {
  const rows = await query<{ left: number }>(
    db,
    sql`SELECT coalesce(extract(epoch FROM claimed_till - product_now()) * 1000, 0)::float AS left
       FROM notifications WHERE id = ${id} AND status = 'queued'`,
  );
  const [row] = rows;
  return row ? Math.max(0, row.left) : null;
}

/** Which claim is meant: a worker whose claim was taken over changes nothing any more. */
export type Claim = Pick<ClaimedNotification, "id" | "claimedTill">;

export type DeliveryOutcome =
  | { status: "sent"; channel: "telegram" | "email" }
  | { status: "failed"; channel: "telegram" | "email" | null; reason: string }
  | { status: "skipped"; reason: string };

/** Notes the end of a notification. False where the claim no longer holds. */
export async function finishNotification(
  db: Database,
  claim: Claim,
  outcome: DeliveryOutcome,
): Promise<boolean> {
  const rowCount = await execute(
    db,
    sql`UPDATE notifications
              SET status = ${outcome.status}, channel = coalesce(${"channel" in outcome ? outcome.channel : null}, channel), last_error = ${"reason" in outcome ? outcome.reason : null}, finished_at = product_now(), claimed_till = NULL
            WHERE id = ${claim.id} AND claimed_till = ${claim.claimedTill} AND status = 'queued'`,
  );
  return rowCount === 1;
}

/** Back to the outbox, to be handed over again in `seconds`; with `uncounted` this try does not count as one. */
export async function postponeNotification(
  db: Database,
  claim: Claim,
  { seconds, reason, uncounted = false }: { seconds: number; reason: string; uncounted?: boolean },
): Promise<boolean> {
  const rowCount = await execute(
    db,
    sql`UPDATE notifications
        SET status = 'pending', due_at = product_now() + make_interval(secs => ${seconds}), last_error = ${reason}, claimed_till = NULL,
            queued_at = NULL, attempts = attempts - ${uncounted ? 1 : 0}
      WHERE id = ${claim.id} AND claimed_till = ${claim.claimedTill} AND status = 'queued'`,
  );
  return rowCount === 1;
}
