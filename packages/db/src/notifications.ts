import type { Role } from "@korki/domain";
import { batch, batchOn } from "./batch";
import type { Database } from "./client";
import { isReachable, type PushDevice } from "./push-subscriptions";
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
  /** The child that a parent is notified about. `isTheirs`: the guardianship is valid; `mayBook`: with that right. */
  child: { id: string; name: string; isTheirs: boolean; mayBook: boolean } | null;
  /** Where to, for people without an account. */
  email: string | null;
  /** Milliseconds left for devices to show it; null: not sent by push yet; negative: the next channel's turn. */
  pushLeftMs: number | null;
  /** A device has said that it showed it. */
  isShown: boolean;
  /** A push service has refused the centre's keys, and taken no message since. */
  isPushStopped: boolean;
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
  /** Channels that the person switched off for this kind, or for all. */
  disabledChannels: string[];
  /** The devices that can be reached now. */
  devices: PushDevice[];
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
  user_email: string | null;
  child_id: string | null;
  child_name: string | null;
  is_theirs: boolean;
  may_book: boolean;
  is_erased: boolean;
  telegram_chat_id: string | null;
  disabledChannels: string[];
  devices: PushDevice[];
  push_left: number | null;
  is_shown: boolean;
  is_stopped: boolean;
  request_id: string | null;
} & (
  | { user_id: string; role: Role; is_disabled: boolean }
  | { user_id: null; role: null; is_disabled: null }
);

/**
 * Returns a function that claims a queued notification for one worker, for `leaseSeconds`. It returns null if the
 * notification is finished or another worker has it (see `claimEnd`).
 *
 * @param publicKey the centre's key for push; null: no push
 */
export function claimer(
  db: Database,
  leaseSeconds: number,
  publicKey: string | null = null,
): (id: string) => Promise<ClaimedNotification | null> {
  return batch(
    async (ids: readonly string[]) => {
      const rows = await claimAll(db, ids, { leaseSeconds, publicKey });
      const claimed = new Map(rows.map((row) => [row.id, toClaimed(row)]));
      return ids.map((id) => claimed.get(id) ?? null);
    },
    { inTurn: true },
  );
}

function claimAll(
  db: Database,
  ids: readonly string[],
  { leaseSeconds, publicKey }: { leaseSeconds: number; publicKey: string | null },
): Promise<ClaimRow[]> {
  return query<ClaimRow>(
    db,
    sql`WITH free AS MATERIALIZED (
             SELECT id FROM notifications
              WHERE id = ANY (${ids}::uuid[]) AND status = 'queued' AND (claimed_till IS NULL OR claimed_till < product_now())
              ORDER BY id FOR NO KEY UPDATE),
           claimed AS (
             UPDATE notifications n
                SET claimed_till = product_now() + make_interval(secs => ${leaseSeconds}),
                    -- The next channel's tries count from the start.
                    attempts = CASE WHEN channel = 'push' AND push_until <= product_now() THEN 1 ELSE attempts + 1 END,
                    channel = CASE WHEN channel = 'push' AND push_until <= product_now() THEN NULL ELSE channel END
               FROM free WHERE n.id = free.id
          RETURNING n.*)
           SELECT c.id, c.kind, c.facts, c.attempts, c.claimed_till, c.created_at, c.due_at, c.last_error, c.email, c.request_id,
                  u.id AS user_id, u.role, u.email AS user_email, u.is_disabled, u.telegram_chat_id,
                  u.erased_at IS NOT NULL AS is_erased,
                  switched_off(u.id, c.kind) AS "disabledChannels",
                  extract(epoch FROM c.push_until - product_now())::float * 1000 AS push_left, c.shown_at IS NOT NULL AS is_shown,
                  EXISTS (SELECT FROM push_stops) AS is_stopped,
                  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh,
                                                              'auth', s.auth)), '[]')
                     FROM push_subscriptions s WHERE s.user_id = u.id AND ${isReachable(publicKey)}) AS devices,
                  child.id AS child_id, rtrim(child.name || ' ' || child.surname) AS child_name,
                  EXISTS (SELECT FROM current_guardianships g
                           WHERE g.parent_id = c.recipient_id AND g.student_id = c.child_id) AS is_theirs,
                  EXISTS (SELECT FROM current_guardianships g
                           WHERE g.parent_id = c.recipient_id AND g.student_id = c.child_id AND g.can_book) AS may_book
             FROM claimed c LEFT JOIN users u ON u.id = c.recipient_id LEFT JOIN users child ON child.id = c.child_id`,
  );
}

function toClaimed(row: ClaimRow): ClaimedNotification {
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
    child:
      row.child_id === null || row.child_name === null
        ? null
        : { id: row.child_id, name: row.child_name, isTheirs: row.is_theirs, mayBook: row.may_book },
    email: row.email,
    pushLeftMs: row.push_left,
    isShown: row.is_shown,
    isPushStopped: row.is_stopped,
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
            devices: row.devices,
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

type NotificationChannelName = "push" | "telegram" | "email";

/** What a message said, and what its channel answered. */
export type Said = { text: string; answer: string };

/** Keeps what was said before where nothing is given. */
const keep = (said: Said | undefined) => sql`sent_text = coalesce(${said?.text ?? null}, sent_text),
  channel_answer = coalesce(${said?.answer ?? null}, channel_answer)`;

export type DeliveryOutcome =
  | { status: "sent"; channel: NotificationChannelName; said?: Said | undefined }
  | { status: "failed"; channel: NotificationChannelName | null; reason: string }
  | { status: "skipped"; reason: string };

/** Notes the end of a notification. False where the claim no longer holds. */
export async function finishNotification(
  db: Database,
  claim: Claim,
  outcome: DeliveryOutcome,
): Promise<boolean> {
  const said = "said" in outcome ? outcome.said : undefined;
  const rowCount = await execute(
    db,
    sql`UPDATE notifications
              SET status = ${outcome.status}, channel = coalesce(${"channel" in outcome ? outcome.channel : null}, channel), last_error = ${"reason" in outcome ? outcome.reason : null}, finished_at = product_now(), claimed_till = NULL,
                  ${keep(said)}
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

type Pushed = { claim: Claim; seconds: number; reason: string; said: Said };

/**
 * Notes that devices got it: it waits `seconds` for one to say that it showed it, and then for the next channel. What
 * was shown meanwhile is done with. False where the claim no longer holds.
 */
export const awaitShown = batchOn(awaitAllShown, { inTurn: true });

/** Locks rows in the order of their ids, as whoever writes several of them. */
async function awaitAllShown(db: Database, pushed: readonly Pushed[]): Promise<boolean[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`WITH given AS (
          SELECT * FROM unnest(
            ${pushed.map(({ claim }) => claim.id)}::uuid[],
            ${pushed.map(({ claim }) => claim.claimedTill)}::timestamptz[],
            ${pushed.map(({ seconds }) => seconds)}::float[],
            ${pushed.map(({ reason }) => reason)}::text[],
            ${pushed.map(({ said }) => said.text)}::text[],
            ${pushed.map(({ said }) => said.answer)}::text[]) AS given (id, claimed_till, seconds, reason, text, answer)),
        held AS MATERIALIZED (
          SELECT given.* FROM given JOIN notifications n ON n.id = given.id AND n.claimed_till = given.claimed_till
           WHERE n.status = 'queued' ORDER BY n.id FOR NO KEY UPDATE OF n)
        UPDATE notifications n
           SET sent_text = held.text, channel_answer = held.answer,
               status = CASE WHEN shown_at IS NULL THEN 'pending' ELSE 'sent' END, channel = 'push',
               last_error = CASE WHEN shown_at IS NULL THEN held.reason END,
               finished_at = CASE WHEN shown_at IS NULL THEN NULL ELSE product_now() END,
               push_until = coalesce(push_until, product_now() + make_interval(secs => held.seconds)),
               due_at = coalesce(push_until, product_now() + make_interval(secs => held.seconds)),
               queued_at = NULL, claimed_till = NULL
          FROM held WHERE n.id = held.id
     RETURNING n.id`,
  );
  const noted = new Set(rows.map(({ id }) => id));
  return pushed.map(({ claim }) => noted.has(claim.id));
}

/**
 * Puts off what no device got: for `seconds`, with push alone having until `ackSeconds` after the first try, when the
 * next channel takes over. With `ackSeconds` 0 it does at once.
 */
export async function postponePush(
  db: Database,
  claim: Claim,
  given: { seconds: number; ackSeconds: number; reason: string; uncounted?: boolean },
): Promise<boolean> {
  const { seconds, ackSeconds, reason, uncounted = false } = given;
  const rowCount = await execute(
    db,
    sql`UPDATE notifications n
           SET status = 'pending', channel = 'push', push_until = u.until, attempts = n.attempts - ${uncounted ? 1 : 0},
               due_at = least(product_now() + make_interval(secs => ${seconds}), u.until),
               last_error = ${reason}, queued_at = NULL, claimed_till = NULL
          FROM (SELECT CASE WHEN ${ackSeconds} = 0 THEN product_now()
                            ELSE coalesce(push_until, product_now() + make_interval(secs => ${ackSeconds})) END AS until
                  FROM notifications WHERE id = ${claim.id}) u
         WHERE n.id = ${claim.id} AND n.claimed_till = ${claim.claimedTill} AND n.status = 'queued'`,
  );
  return rowCount === 1;
}
