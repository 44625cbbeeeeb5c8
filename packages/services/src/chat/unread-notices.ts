import { countUnread, isOnline, type PairFacts } from "@korki/db";
import { UNREAD_NOTICE_MINUTES } from "@korki/domain";
import type { NotificationRequest } from "@korki/notifications";
import type { Services } from "../context";

type NoticeFacts = Pick<PairFacts, "senderId" | "senderName" | "recipientId" | "recipientReadSeq"> & {
  conversationId: string;
};

/**
 * The notice for messages that stay unread by a person who is offline: one per conversation until its reader has read
 * on, however many messages arrive (rules §8).
 */
export function unreadNotice(facts: NoticeFacts, now: Date): NotificationRequest & { dedupeKey: string } {
  const { senderId, senderName, recipientId, conversationId, recipientReadSeq } = facts;
  return {
    kind: "unread-messages",
    to: { userId: recipientId },
    facts: { senderId, senderName, conversationId },
    dedupeKey: `unread:${conversationId}:${recipientId}:${recipientReadSeq}`,
    dueAt: new Date(now.getTime() + UNREAD_NOTICE_MINUTES * 60_000),
  };
}

/** Beyond this many, the unread messages of a conversation are not counted for a notice. */
const COUNT_MOST = 100;

/**
 * Returns how many messages a notice covers at the moment of sending. Returns 0 if it is obsolete: everything is
 * read, or the recipient has the chat open (if they leave without reading, the notice returns).
 */
export async function countForNotice(
  { db }: Services,
  { conversationId, recipientId }: { conversationId: string; recipientId: string },
): Promise<number> {
  if (await isOnline(db, recipientId)) return 0;
  return countUnread(db, { conversationId, readerId: recipientId }, COUNT_MOST);
}
