import type { Message } from "@korki/contracts/chat";
import {
  type Announcement,
  findMessages,
  isTransient,
  type NewMessage,
  openConversations,
  type PairFacts,
  type SenderAndRecipient,
  type StoredPlace,
  storeMessages,
  throughRestart,
  transact,
  violates,
} from "@korki/db";
import type { NotificationRequest } from "@korki/notifications";
import type { Services } from "../context";
import { notify } from "../outbox";
import { storedSignals } from "./signals";
import { toMessage } from "./to-message";
import { unreadNotice } from "./unread-notices";

/** A message to be sent; its text and key are valid (contracts). */
export type Draft = SenderAndRecipient & { text: string; clientKey: string };

/** A draft that may be sent, with the id that it will have. */
export type Accepted = { id: string; draft: Draft; facts: PairFacts };

/** A message in the database; `isNew` where this sending stored it, and not one before. */
export type Stored = { message: Message; isNew: boolean };

/** The process that serves the sender's sockets itself. */
export type SendingProcess = {
  id: string;
  /** Keys of notices that this process knows to be written. */
  noticed: Set<string>;
};

const ATTEMPTS = 4;
/** The number of notice keys that a process keeps before it clears them. */
const NOTICED_MOST = 50_000;

/**
 * Stores what was accepted, with the notices to recipients who are not online, in one transaction.
 *
 * @returns the stored messages by sender and key; of a known key, the message that was stored before
 */
export async function storeBatch(
  services: Services,
  accepted: readonly Accepted[],
  process: SendingProcess | null,
): Promise<Map<string, Stored>> {
  if (accepted.length === 0) return new Map();
  const now = services.now();
  const conversations = await conversationsOf(services, accepted, now);
  const messages = accepted.map(({ id, draft }, at) => ({
    ...draft,
    id,
    conversationId: conversations[at] ?? "",
  }));
  const notices = noticesOf(accepted, messages, process, now);
  const announcement = {
    processId: process?.id ?? null,
    signals: storedSignals(
      process?.id ?? null,
      messages.map(({ id, senderId, recipientId }) => [id, senderId, recipientId] as const),
    ),
  };
  const places = await store(services, messages, notices, announcement, now);
  for (const { dedupeKey } of notices) if (dedupeKey) process?.noticed.add(dedupeKey);
  return storedMessages(services, messages, places);
}

/** The conversation of each accepted draft; those that are missing are opened. */
async function conversationsOf(
  { db }: Services,
  accepted: readonly Accepted[],
  now: Date,
): Promise<string[]> {
  const missing = accepted.filter(({ facts }) => facts.conversationId === null).map(({ facts }) => facts);
  const opened = missing.length > 0 ? await openConversations(db, missing, now) : [];
  const byPair = new Map(opened.map(({ id, lowUserId, highUserId }) => [lowUserId + highUserId, id]));
  return accepted.map(({ facts: { conversationId, senderId, recipientId } }) => {
    const pair = senderId < recipientId ? senderId + recipientId : recipientId + senderId;
    return conversationId ?? byPair.get(pair) ?? "";
  });
}

/** One notice for each conversation whose recipient is away, unless it is known to be written. */
function noticesOf(
  accepted: readonly Accepted[],
  messages: readonly NewMessage[],
  process: SendingProcess | null,
  now: Date,
): NotificationRequest[] {
  if (process && process.noticed.size > NOTICED_MOST) process.noticed.clear();
  const notices = new Map<string, NotificationRequest>();
  for (const [at, { facts }] of accepted.entries()) {
    if (facts.recipientOnline) continue;
    const notice = unreadNotice({ ...facts, conversationId: messages[at]?.conversationId ?? "" }, now);
    if (!process?.noticed.has(notice.dedupeKey)) notices.set(notice.dedupeKey, notice);
  }
  return [...notices.values()];
}

/**
 * A deadlock, the same key on its way in two processes at once, and a connection that broke are settled by trying again:
 * by its key each message is stored once.
 */
async function store(
  services: Services,
  messages: readonly NewMessage[],
  notices: readonly NotificationRequest[],
  announcement: Announcement,
  now: Date,
): Promise<StoredPlace[]> {
  const { db } = services;
  const once = () =>
    notices.length === 0
      ? storeMessages(db, messages, now, announcement)
      : transact(db, async (tx) => {
          await notify(tx, services, ...notices);
          return storeMessages(tx, messages, now, announcement);
        });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await throughRestart(once);
    } catch (error) {
      const again = isTransient(error) || violates(error, "messages_sender_id_client_key_key");
      if (!again || attempt >= ATTEMPTS) throw error;
    }
  }
}

async function storedMessages(
  { db }: Services,
  messages: readonly NewMessage[],
  places: readonly StoredPlace[],
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  const known: string[] = [];
  for (const [at, { id, senderId, recipientId, text, clientKey }] of messages.entries()) {
    const place = places[at];
    if (!place) continue;
    const { seq, createdAt } = place;
    if (place.id !== id) known.push(place.id);
    else {
      const at = createdAt.toISOString();
      const message = { id, seq, senderId, recipientId, text, clientKey, createdAt: at, readAt: null };
      stored.set(senderId + clientKey, { message, isNew: true });
    }
  }
  if (known.length > 0) {
    const rows = new Map((await findMessages(db, known)).map((row) => [row.id, row]));
    for (const [at, { senderId, clientKey }] of messages.entries()) {
      const row = rows.get(places[at]?.id ?? "");
      if (row) stored.set(senderId + clientKey, { message: toMessage(row), isNew: false });
    }
  }
  return stored;
}
