import type { CivilDate } from "@korki/domain";
import type { Database, Executor } from "./client";
import { isReachable } from "./push-subscriptions";
import { execute, query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";

/** A notification about to be written; it is due at once where `dueAt` is null. */
export type NewNotification = {
  id: string;
  kind: string;
  recipientId: string | null;
  /** The recipient is a student: it goes to the parent who pays instead, where there is one. */
  isForPayer: boolean;
  email: string | null;
  facts: object;
  dedupeKey: string | null;
  requestId: string | null;
  dueAt: Date | null;
  /** The act that it tells of can be taken back until it is due. */
  undoId: string | null;
  /** The student whose payer is notified too. */
  payerOf: string | null;
  /** The child whose parent the recipient is told as; null: whoever the rules say. */
  childId: string | null;
  /** Who caused it; this person gets no notification of it. */
  actorId: string | null;
};

/**
 * Writes them; one whose key is known already is left out. What is for a child without a login goes to its payer, else
 * to every parent with `book` (rules §15).
 */
export async function insertNotifications(tx: Tx, notifications: readonly NewNotification[]): Promise<void> {
  await execute(tx, insertOfNotifications(notifications));
}

export function insertOfNotifications(notifications: readonly NewNotification[]): Sql {
  return sql`WITH given AS (
           SELECT * FROM json_to_recordset(${JSON.stringify(notifications)}::json) AS notification (
                  id uuid, kind text, "recipientId" uuid, email text, facts jsonb, "dedupeKey" text,
                  "requestId" text, "dueAt" timestamptz, "payerOf" uuid, "actorId" uuid,
                  "undoId" uuid, "childId" uuid,
                  "isForPayer" boolean)),
         numbered AS (
           SELECT given.*, told."to", told.child,
                  row_number() OVER (PARTITION BY id ORDER BY told.child NULLS FIRST, told."to") AS place
             FROM given CROSS JOIN LATERAL (
                    SELECT person.recipient AS "to", coalesce(person.child, given."childId") AS child
                      FROM told_for(given."recipientId") person
                     WHERE NOT (given."isForPayer" AND EXISTS (SELECT FROM payers_of(given."recipientId")))
                     UNION
                    SELECT payer, given."recipientId" FROM payers_of(given."recipientId") payer
                     WHERE given."isForPayer"
                     UNION
                    SELECT g.parent_id, g.student_id FROM current_guardianships g
                     WHERE g.student_id = given."payerOf" AND g.is_payer
                       AND g.parent_id IS DISTINCT FROM given."actorId") told)
         INSERT INTO notifications (id, kind, recipient_id, email, facts, dedupe_key, request_id, due_at, undo_id, child_id)
         SELECT CASE WHEN place = 1 THEN id ELSE gen_random_uuid() END, kind, "to", email, facts,
                CASE WHEN place = 1 THEN "dedupeKey" ELSE "dedupeKey" || ':' || "to" END,
                "requestId", coalesce("dueAt", product_now()), "undoId", child
           FROM numbered
             ON CONFLICT DO NOTHING`;
}

/** A person who is told of what concerns another; `childId`: as this child's parent. */
export type ToldRow = { personId: string; userId: string; childId: string | null; isPayer: boolean };

/**
 * Lists who is told of what concerns these people: the person, else the parents of a child without a login, and apart from
 * that who pays for a student (rules §15).
 */
export function listTold(on: Executor, personIds: readonly string[]): Promise<ToldRow[]> {
  return query<ToldRow>(
    on,
    sql`SELECT person.id AS "personId", told.recipient AS "userId", told.child AS "childId", false AS "isPayer"
          FROM unnest(${personIds}::uuid[]) AS person (id) CROSS JOIN LATERAL told_for(person.id) told
         UNION ALL
        SELECT person.id, payer, person.id, true
          FROM unnest(${personIds}::uuid[]) AS person (id) CROSS JOIN LATERAL payers_of(person.id) payer
         ORDER BY "personId", "isPayer", "userId"`,
  );
}

/**
 * Addresses low-balance notifications that wait to everybody who is told for their student, or pays, by now: whoever is not
 * among their recipients yet gets one that is due at the same time, once per crossing.
 */
export async function readdressLowBalance(
  on: Executor,
  which: { id: string } | { recipientId: string },
): Promise<void> {
  const isMeant =
    "id" in which ? sql`n.id = ${which.id}::uuid` : sql`n.recipient_id = ${which.recipientId}::uuid`;
  await execute(
    on,
    sql`INSERT INTO notifications (id, kind, recipient_id, child_id, undo_id, due_at, facts, dedupe_key)
        SELECT uuid_v7(), n.kind, told.recipient, told.child, n.undo_id, n.due_at, n.facts,
               regexp_replace(n.dedupe_key, '[^:]*$', told.recipient::text)
          FROM notifications n CROSS JOIN LATERAL (
                 SELECT recipient, child FROM told_for((n.facts ->> 'studentId')::uuid)
                  UNION
                 SELECT payer, (n.facts ->> 'studentId')::uuid FROM payers_of((n.facts ->> 'studentId')::uuid) payer) told
         WHERE ${isMeant} AND n.kind = 'low-balance' AND n.status IN ('pending', 'queued')
           AND n.dedupe_key LIKE '%:' || n.recipient_id
            ON CONFLICT (dedupe_key) DO NOTHING`,
  );
}

/** A notification that was not sent and that no worker is at. */
const HAS_NOT_LEFT = sql`status IN ('pending', 'queued') AND push_until IS NULL
  AND (claimed_till IS NULL OR claimed_till < product_now())`;

/** A message about a moved lesson that nobody has got yet: the slot that it names as the former one, and the new one. */
export type UnsentMove = {
  recipientId: string | null;
  facts: { fromDate: CivilDate; fromBlock: number; date: CivilDate; block: number };
};

/**
 * Lists the messages about moves of a lesson that have not left, the oldest first, and locks them.
 *
 * @param until they wait until then, as the newest move can be taken back; null: as long as they would anyway
 */
export function holdUnsentMoves(
  tx: Tx,
  { lessonId, until }: { lessonId: string; until: Date | null },
): Promise<UnsentMove[]> {
  return query<UnsentMove>(
    tx,
    sql`WITH held AS (
             UPDATE notifications
                SET due_at = CASE WHEN status = 'pending' THEN greatest(due_at, ${until}::timestamptz) ELSE due_at END
              WHERE kind = 'lesson-moved' AND facts ->> 'lessonId' = ${lessonId}::text AND ${HAS_NOT_LEFT}
             RETURNING recipient_id, facts, created_at, id)
        SELECT recipient_id AS "recipientId", facts FROM held ORDER BY created_at, id`,
  );
}

/** Returns whether the message of a payout is still unsent, and locks it. */
export async function holdUnsentPayout(
  tx: Tx,
  { teacherId, payoutId }: { teacherId: string; payoutId: string },
): Promise<boolean> {
  const held = await query<{ id: string }>(
    tx,
    sql`SELECT id FROM notifications
         WHERE recipient_id = ${teacherId}::uuid AND kind = 'payout-noted' AND facts ->> 'payoutId' = ${payoutId}::text
           AND ${HAS_NOT_LEFT}
           FOR UPDATE`,
  );
  return held.length > 0;
}

/** A notification on its way to a worker, with a guess at its channel and chat. */
export type HandedOver = {
  id: string;
  kind: string;
  channel: "push" | "telegram" | "email";
  chatId: string | null;
};

type HandedOverRow = {
  id: string;
  kind: string;
  due_at: Date;
  is_push: boolean;
  chat_id: string | null;
};

/** The centre's key for push, and the kinds that go by it. */
export type PushRoute = { publicKey: string; kinds: readonly string[] };

/**
 * The expected channel: devices while it is their turn, then the messenger if it is connected, unless the person chose
 * otherwise.
 */
function handedOver(push: PushRoute | null): Sql {
  return sql`n.id, n.kind, n.due_at,
    ${
      push === null
        ? sql`false`
        : sql`n.kind = ANY(${push.kinds}::text[]) AND coalesce(n.push_until > product_now(), true)
              AND EXISTS (SELECT FROM push_subscriptions s
                           WHERE s.user_id = n.recipient_id AND ${isReachable(push.publicKey)})
              AND 'push' <> ALL (switched_off(n.recipient_id, n.kind))`
    } AS is_push, (
    SELECT u.telegram_chat_id FROM users u
     WHERE u.id = n.recipient_id AND n.kind NOT LIKE 'account-%' AND 'telegram' <> ALL (switched_off(u.id, n.kind))
  ) AS chat_id`;
}

/** An UPDATE returns rows in any order; the longest due go first. */
function inOrder(rows: HandedOverRow[]): HandedOver[] {
  return rows
    .sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || (a.id < b.id ? -1 : 1))
    .map(({ id, kind, chat_id, is_push }) => ({
      id,
      kind,
      channel: is_push ? "push" : chat_id === null ? "email" : "telegram",
      chatId: is_push ? null : chat_id,
    }));
}

/**
 * Marks due rows as queued and returns them, the longest due first. Concurrent relays get disjoint rows. The caller
 * must queue them or put them back.
 */
export async function takeDueNotifications(
  db: Database,
  limit: number,
  push: PushRoute | null = null,
): Promise<HandedOver[]> {
  const rows = await query<HandedOverRow>(
    db,
    sql`UPDATE notifications n SET status = 'queued', queued_at = product_now(), claimed_till = NULL
            WHERE n.id IN (SELECT id FROM notifications
                            WHERE status = 'pending' AND due_at <= product_now()
                            ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING ${handedOver(push)}`,
  );
  return inOrder(rows);
}

/** Undoes the taking of what could not be handed over. */
export async function putBackNotifications(db: Database, ids: readonly string[]): Promise<void> {
  await execute(
    db,
    sql`UPDATE notifications SET status = 'pending', queued_at = NULL
      WHERE id = ANY(${ids}::uuid[]) AND status = 'queued' AND claimed_till IS NULL`,
  );
}

/**
 * Returns rows queued longer than `seconds` ago that no worker has claimed: their job may be lost (Redis emptied, the
 * relay killed). Restarts their time. Queuing a job that still exists changes nothing.
 */
export async function takeStrandedNotifications(
  db: Database,
  seconds: number,
  limit: number,
  push: PushRoute | null = null,
): Promise<HandedOver[]> {
  const rows = await query<HandedOverRow>(
    db,
    sql`UPDATE notifications n SET queued_at = product_now()
      WHERE n.id IN (SELECT id FROM notifications
                      WHERE status = 'queued' AND queued_at < product_now() - make_interval(secs => ${seconds})
                        AND (claimed_till IS NULL OR claimed_till < product_now())
                      ORDER BY queued_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
  RETURNING ${handedOver(push)}`,
  );
  return inOrder(rows);
}

/** How many wait to be handed over, and since how many seconds the first of them is due. */
export async function outboxBacklog(db: Database): Promise<{ pending: number; ageSeconds: number }> {
  const rows = await query<{ pending: number; age: number }>(
    db,
    sql`SELECT count(*)::int AS pending, coalesce(extract(epoch FROM product_now() - min(due_at)), 0)::float AS age
       FROM notifications WHERE status = 'pending' AND due_at <= product_now()`,
  );
  const [row] = rows;
  return { pending: row?.pending ?? 0, ageSeconds: row?.age ?? 0 };
}

/** The number of notifications in each status that an operator watches. */
export async function countOutbox(db: Database): Promise<Record<"pending" | "queued" | "failed", number>> {
  const rows = await query<{ status: "pending" | "queued" | "failed"; count: number }>(
    db,
    sql`SELECT status, count(*)::int AS count FROM notifications
      WHERE status IN ('pending', 'queued', 'failed') GROUP BY status`,
  );
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { pending: 0, queued: 0, failed: 0, ...counts };
}
