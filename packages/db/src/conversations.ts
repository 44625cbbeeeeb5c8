import type { Role } from "@korki/domain";
import { TEACHERS_PEOPLE } from "./chat-contacts";
import type { Database } from "./client";
import { newId } from "./ids";
import { onlineSql } from "./presence";
import { execute, query, type Sql, sql } from "./sql";
import { idRows } from "./sql-fragments";
import type { Tx } from "./transaction";

/** Who writes to whom. */
export type SenderAndRecipient = { senderId: string; recipientId: string };

/** What decides who may write to whom, and how far their conversation has come. */
export type PairFacts = SenderAndRecipient & {
  senderRole: Role;
  senderDisabled: boolean;
  senderName: string;
  recipientRole: Role;
  recipientDisabled: boolean;
  recipientHasLogin: boolean;
  /** The recipient has the chat open somewhere, in whichever process. */
  recipientOnline: boolean;
  /** One is a teacher, and the other may write with that teacher (`TEACHERS_PEOPLE`). */
  related: boolean;
  conversationId: string | null;
  /** `seq` of the newest message; 0 while none has passed between them. */
  lastSeq: number;
  /** `seq` of the newest message that each of them has read. */
  senderReadSeq: number;
  recipientReadSeq: number;
};

/** Finds the current facts of each pair. Leaves out a pair with an unknown person. */
export async function findPairFacts(
  db: Database,
  pairs: readonly SenderAndRecipient[],
): Promise<PairFacts[]> {
  const asked = idRows(
    pairs.map(({ senderId }) => senderId),
    pairs.map(({ recipientId }) => recipientId),
  );
  const rows = await query<PairFacts>(
    db,
    sql`
      SELECT p.sender AS "senderId", p.recipient AS "recipientId",
             s.role AS "senderRole", s.is_disabled AS "senderDisabled",
             rtrim(s.name || ' ' || s.surname) AS "senderName", r.role AS "recipientRole",
             r.is_disabled AS "recipientDisabled", r.email IS NOT NULL AS "recipientHasLogin",
             ${onlineSql(sql`p.recipient`)} AS "recipientOnline",
             EXISTS (SELECT FROM ${TEACHERS_PEOPLE} t WHERE t.teacher_id = p.recipient AND t.person_id = p.sender)
             OR EXISTS (SELECT FROM ${TEACHERS_PEOPLE} t WHERE t.teacher_id = p.sender AND t.person_id = p.recipient)
               AS related,
             c.id AS "conversationId", coalesce(c.last_seq, 0) AS "lastSeq",
             coalesce(CASE WHEN p.sender < p.recipient THEN c.low_read_seq ELSE c.high_read_seq END, 0)
               AS "senderReadSeq",
             coalesce(CASE WHEN p.sender < p.recipient THEN c.high_read_seq ELSE c.low_read_seq END, 0)
               AS "recipientReadSeq"
        FROM ${asked} AS p (sender, recipient)
        JOIN users s ON s.id = p.sender
        JOIN users r ON r.id = p.recipient
        LEFT JOIN conversations c ON c.low_user_id = least(p.sender, p.recipient)
                                 AND c.high_user_id = greatest(p.sender, p.recipient)`,
  );
  return rows;
}

/** Two people's conversation, named by their ids in order. */
export type OpenConversation = { id: string; lowUserId: string; highUserId: string };

/** The conversations of these pairs; one that was missing is there now, without a message yet. */
export async function openConversations(
  db: Database,
  pairs: readonly SenderAndRecipient[],
  now: Date,
): Promise<OpenConversation[]> {
  const senders = pairs.map(({ senderId }) => senderId);
  const recipients = pairs.map(({ recipientId }) => recipientId);
  await execute(
    db,
    sql`
      INSERT INTO conversations (id, low_user_id, high_user_id, last_message_at)
      SELECT id, least(sender, recipient) AS low, greatest(sender, recipient) AS high, ${now}::timestamptz
        FROM unnest(${pairs.map(newId)}::uuid[], ${senders}::uuid[], ${recipients}::uuid[]) AS p (id, sender, recipient)
       ORDER BY low, high
          ON CONFLICT (low_user_id, high_user_id) DO NOTHING`,
  );
  const rows = await query<OpenConversation>(
    db,
    sql`
      SELECT c.id, c.low_user_id AS "lowUserId", c.high_user_id AS "highUserId"
        FROM conversations c
        JOIN unnest(${senders}::uuid[], ${recipients}::uuid[]) AS p (sender, recipient)
          ON c.low_user_id = least(p.sender, p.recipient) AND c.high_user_id = greatest(p.sender, p.recipient)`,
  );
  return rows;
}

/**
 * Marks messages from `senderId` to `readerId` as read, up to a number, and signals `korki_chat`.
 *
 * @returns the number read now; null if there was nothing to mark
 */
export async function readMessages(
  db: Database,
  { readerId, senderId, upTo, readAt }: { readerId: string; senderId: string; upTo: number; readAt: Date },
): Promise<number | null> {
  const rows = await query<{ read_seq: number }>(
    db,
    sql`SELECT read_seq FROM read_messages(${readerId}, ${senderId}, ${upTo}, ${readAt})`,
  );
  return rows[0]?.read_seq ?? null;
}

/** How many of the sender's messages each reader has not read; counting ends at `most`. */
export type UnreadRow = { senderId: string; count: number };

/** Who wrote to this person what is not read yet. */
export async function listUnread(db: Database, readerId: string, most: number): Promise<UnreadRow[]> {
  return query<UnreadRow>(db, unreadOf(readerId, most));
}

/** The statement of `listUnread`. */
export function unreadOf(readerId: string, most: number): Sql {
  return sql`
      SELECT c.other AS "senderId", unread.count
        FROM (SELECT id, high_user_id AS other, last_seq, low_read_seq AS read_seq
                FROM conversations WHERE low_user_id = ${readerId}
               UNION ALL
              SELECT id, low_user_id, last_seq, high_read_seq FROM conversations WHERE high_user_id = ${readerId}) c
        CROSS JOIN LATERAL (${unreadCount(sql`c.id`, sql`c.read_seq`, readerId, most)}) unread
       WHERE c.last_seq > c.read_seq AND unread.count > 0`;
}

/** How many messages of a conversation this person has not read; counting ends at `most`. */
export async function countUnread(
  db: Database,
  { conversationId, readerId }: { conversationId: string; readerId: string },
  most: number,
): Promise<number> {
  const read = sql`CASE WHEN c.low_user_id = ${readerId} THEN c.low_read_seq ELSE c.high_read_seq END`;
  const rows = await query<{ count: number }>(
    db,
    sql`SELECT unread.count
             FROM conversations c
            CROSS JOIN LATERAL (${unreadCount(sql`c.id`, read, readerId, most)}) unread
            WHERE c.id = ${conversationId}`,
  );
  return rows[0]?.count ?? 0;
}

/** Counts a reader's messages after a number, no further than `most`. */
function unreadCount(conversation: Sql, readSeq: Sql, reader: string, most: number): Sql {
  return sql`SELECT count(*)::int FROM (
            SELECT 1 FROM messages m
             WHERE m.conversation_id = ${conversation} AND m.seq > ${readSeq} AND m.recipient_id = ${reader}
             LIMIT ${most}) one`;
}

/** A conversation that one side has not read to its end. */
export type UnreadConversation = Pick<
  PairFacts,
  "senderId" | "senderName" | "recipientId" | "recipientReadSeq"
> & { conversationId: string };

/** The conversations in which there is something unread for one of these readers. */
export async function findUnreadOfReaders(
  db: Database,
  readerIds: readonly string[],
): Promise<UnreadConversation[]> {
  const rows = await query<UnreadConversation>(
    db,
    sql`
      SELECT c.id AS "conversationId", c.other AS "senderId", rtrim(u.name || ' ' || u.surname) AS "senderName",
             c.reader AS "recipientId", c.read_seq AS "recipientReadSeq"
        FROM (SELECT id, low_user_id AS reader, high_user_id AS other, last_seq, low_read_seq AS read_seq
                FROM conversations WHERE low_user_id = ANY(${readerIds}::uuid[])
               UNION ALL
              SELECT id, high_user_id, low_user_id, last_seq, high_read_seq
                FROM conversations WHERE high_user_id = ANY(${readerIds}::uuid[])) c
        JOIN users u ON u.id = c.other
       WHERE c.last_seq > c.read_seq
         AND EXISTS (SELECT 1 FROM messages m
                      WHERE m.conversation_id = c.id AND m.seq > c.read_seq AND m.recipient_id = c.reader)`,
  );
  return rows;
}

/** Releases the dedupe keys of skipped notifications so that they can be queued again. */
export async function releaseSkipped(tx: Tx, dedupeKeys: string[]): Promise<void> {
  await tx.notification.updateMany({
    where: { dedupeKey: { in: dedupeKeys }, status: "skipped" },
    data: { dedupeKey: null },
  });
}
