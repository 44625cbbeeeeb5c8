import type { Database, Executor } from "./client";
import type { SenderAndRecipient } from "./conversations";
import { query, sql } from "./sql";

/** A message about to be stored. */
export type NewMessage = SenderAndRecipient & {
  id: string;
  conversationId: string;
  text: string;
  /** The sender's own: one that is known in this conversation stores nothing. */
  clientKey: string;
};

/** The position and time of a message in its conversation. */
export type StoredPlace = { id: string; seq: number; createdAt: Date };

/** The signals of stored messages and the process that sends them, as part of the commit. */
export type Announcement = {
  /** The process that stores; it ignores its own signals. Null if no process has served its sockets yet. */
  processId: string | null;
  signals: readonly string[];
};

type StoreRow = StoredPlace & { place: number };

/** In the order of the batch. A message with a known key returns what is stored. */
function inOrder(rows: StoreRow[]): StoredPlace[] {
  const places: StoredPlace[] = [];
  for (const { place, ...stored } of rows) places[place - 1] = stored;
  return places;
}

/**
 * Stores a batch in one statement, which is its own transaction unless it runs in one. No sender's key may come twice
 * in the batch.
 */
export async function storeMessages(
  on: Executor,
  messages: readonly NewMessage[],
  sentAt: Date,
  { processId, signals }: Announcement,
): Promise<StoredPlace[]> {
  // Ids are joined: the driver quotes every element of an array separately.
  const rows = await query<StoreRow>(
    on,
    sql`
      SELECT place, message_id AS id, message_seq AS seq, message_at AS "createdAt"
        FROM store_messages(
          string_to_array(${messages.map(({ conversationId }) => conversationId).join()}, ',')::uuid[],
          string_to_array(${messages.map(({ id }) => id).join()}, ',')::uuid[],
          string_to_array(${messages.map(({ senderId }) => senderId).join()}, ',')::uuid[],
          string_to_array(${messages.map(({ recipientId }) => recipientId).join()}, ',')::uuid[],
          ${JSON.stringify(messages.map(({ text }) => text))}::json,
          ${JSON.stringify(messages.map(({ clientKey }) => clientKey))}::json,
          ${sentAt}::timestamptz, ${processId}, ${signals}::text[])`,
  );
  return inOrder(rows);
}

/** A message as people see it. */
export type MessageRow = SenderAndRecipient & {
  id: string;
  seq: number;
  text: string;
  clientKey: string;
  createdAt: Date;
  readAt: Date | null;
};

const MESSAGE = sql`m.id, m.sender_id AS "senderId", m.recipient_id AS "recipientId", m.text, m.client_key AS "clientKey", m.seq,
                 m.created_at AS "createdAt", m.read_at AS "readAt"`;

/** Which part of a conversation: the newest, those before a number, or those after one. */
export type HistoryCursor = { before?: number | undefined; after?: number | undefined };

/** At most `limit` messages of a conversation, the oldest of them first. */
export async function listMessages(
  db: Database,
  conversationId: string,
  { before, after }: HistoryCursor,
  limit: number,
): Promise<MessageRow[]> {
  if (after !== undefined) {
    const rows = await query<MessageRow>(
      db,
      sql`SELECT ${MESSAGE} FROM messages m WHERE m.conversation_id = ${conversationId} AND m.seq > ${after} ORDER BY m.seq LIMIT ${limit}`,
    );
    return rows;
  }
  const rows = await query<MessageRow>(
    db,
    sql`SELECT ${MESSAGE} FROM messages m WHERE m.conversation_id = ${conversationId} AND m.seq < ${before ?? MAX_SEQ}
            ORDER BY m.seq DESC LIMIT ${limit}`,
  );
  return rows.reverse();
}

const MAX_SEQ = 2_147_483_647;

/** The messages of these ids that are there, in the order of their conversations. */
export async function findMessages(db: Database, ids: readonly string[]): Promise<MessageRow[]> {
  const rows = await query<MessageRow>(
    db,
    sql`SELECT ${MESSAGE} FROM messages m WHERE m.id = ANY(${ids}::uuid[]) ORDER BY m.conversation_id, m.seq`,
  );
  return rows;
}
