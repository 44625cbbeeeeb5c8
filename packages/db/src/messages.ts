import type { Database, Tx } from "./client";
import type { SenderAndRecipient } from "./conversations";

/** A message about to be stored. */
export type NewMessage = SenderAndRecipient & {
  id: string;
  conversationId: string;
  text: string;
  /** The sender's own: one that is known in this conversation stores nothing. */
  clientKey: string;
};

/** Where and when a message stands in its conversation. */
export type StoredPlace = { id: string; seq: number; createdAt: Date };

/** Who tells the other processes of what is stored, and in which words; told with the commit. */
export type Announcement = {
  /** The process that stores; it does not hear itself. Null where no process's sockets know yet. */
  processId: string | null;
  signals: readonly string[];
};

const STORE = `SELECT place, message_id AS id, message_seq AS seq, message_at AS "createdAt"
                 FROM store_messages(string_to_array($1, ',')::uuid[], string_to_array($2, ',')::uuid[],
                                     string_to_array($3, ',')::uuid[], string_to_array($4, ',')::uuid[],
                                     $5::json, $6::json, $7::timestamptz, $8, $9::text[])`;

/** Ids are joined: the driver quotes every element of an array by itself. */
function storeValues(
  messages: readonly NewMessage[],
  sentAt: Date,
  { processId, signals }: Announcement,
): unknown[] {
  return [
    messages.map(({ conversationId }) => conversationId).join(),
    messages.map(({ id }) => id).join(),
    messages.map(({ senderId }) => senderId).join(),
    messages.map(({ recipientId }) => recipientId).join(),
    JSON.stringify(messages.map(({ text }) => text)),
    JSON.stringify(messages.map(({ clientKey }) => clientKey)),
    sentAt.toISOString(),
    processId,
    signals,
  ];
}

type StoreRow = StoredPlace & { place: number };

/** By the order of the batch. A message that was known already answers with what is stored. */
function inOrder(rows: StoreRow[]): StoredPlace[] {
  const places: StoredPlace[] = [];
  for (const { place, ...stored } of rows) places[place - 1] = stored;
  return places;
}

/** Stores a batch in one statement, which is its own transaction. No sender's key may come twice in it. */
export async function storeMessages(
  db: Database,
  messages: readonly NewMessage[],
  sentAt: Date,
  announcement: Announcement,
): Promise<StoredPlace[]> {
  const { rows } = await db.pool.query<StoreRow>({
    name: "chat-store",
    text: STORE,
    values: storeValues(messages, sentAt, announcement),
  });
  return inOrder(rows);
}

/** The same within a transaction that writes more. */
export async function storeMessagesIn(
  tx: Tx,
  messages: readonly NewMessage[],
  sentAt: Date,
  announcement: Announcement,
): Promise<StoredPlace[]> {
  return inOrder(await tx.$queryRawUnsafe<StoreRow[]>(STORE, ...storeValues(messages, sentAt, announcement)));
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

const MESSAGE = `m.id, m.sender_id AS "senderId", m.recipient_id AS "recipientId", m.text, m.client_key AS "clientKey", m.seq,
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
    const { rows } = await db.pool.query<MessageRow>({
      name: "chat-messages-after",
      text: `SELECT ${MESSAGE} FROM messages m WHERE m.conversation_id = $1 AND m.seq > $2 ORDER BY m.seq LIMIT $3`,
      values: [conversationId, after, limit],
    });
    return rows;
  }
  const { rows } = await db.pool.query<MessageRow>({
    name: "chat-messages-before",
    text: `SELECT ${MESSAGE} FROM messages m WHERE m.conversation_id = $1 AND m.seq < $2
            ORDER BY m.seq DESC LIMIT $3`,
    values: [conversationId, before ?? MAX_SEQ, limit],
  });
  return rows.reverse();
}

const MAX_SEQ = 2_147_483_647;

/** The messages of these ids that are there, in the order of their conversations. */
export async function findMessages(db: Database, ids: readonly string[]): Promise<MessageRow[]> {
  const { rows } = await db.pool.query<MessageRow>({
    name: "chat-messages-by-id",
    text: `SELECT ${MESSAGE} FROM messages m WHERE m.id = ANY($1::uuid[]) ORDER BY m.conversation_id, m.seq`,
    values: [ids],
  });
  return rows;
}
