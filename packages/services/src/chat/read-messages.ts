import type { History, markReadInput, messageHistoryInput } from "@korki/contracts/chat";
import { findPairFacts, listMessages, readMessages } from "@korki/db";
import { chatAccess } from "@korki/domain";
import type { z } from "zod";
import type { ActorCtx } from "../context";
import { unknownRecipient } from "./judge-drafts";
import { toMessage } from "./to-message";

/**
 * Returns a part of the caller's conversation with one person, the oldest message first. Marks it as read if `reads`
 * is set; screens use `markRead` instead. Throws `not_found` for a person who is no contact.
 */
export async function readHistory(
  { db, actor, now }: ActorCtx,
  { userId, before, after, limit, page = 1, reads }: z.output<typeof messageHistoryInput>,
): Promise<History> {
  const [facts] = await findPairFacts(db, [{ senderId: actor.id, recipientId: userId }]);
  if (!facts) throw unknownRecipient();
  const { read, send } = chatAccess({
    me: actor,
    other: { id: userId, role: facts.recipientRole },
    related: facts.related,
    hasConversation: facts.lastSeq > 0,
    otherDisabled: facts.recipientDisabled,
    otherHasLogin: facts.recipientHasLogin,
  });
  if (!read) throw unknownRecipient();
  const { conversationId, lastSeq, senderReadSeq, recipientReadSeq } = facts;
  // Messages are numbered without a gap.
  const older = page === 1 ? before : (before ?? lastSeq + 1) - (page - 1) * limit;
  const rows = conversationId ? await listMessages(db, conversationId, { before: older, after }, limit) : [];
  const upTo = rows.at(-1)?.seq;
  if (reads && upTo && upTo > senderReadSeq)
    await readMessages(db, { readerId: actor.id, senderId: userId, upTo, readAt: now() });
  return {
    messages: rows.map(toMessage),
    lastSeq,
    ownReadSeq: senderReadSeq,
    otherReadSeq: recipientReadSeq,
    canSend: send,
  };
}

/**
 * Marks messages to the caller from one person as read, up to a number. Signals both sides' sockets. Does nothing
 * without such a conversation: only messages to the caller can be read.
 */
export async function markRead(
  { db, actor, now }: ActorCtx,
  { userId, upTo }: z.output<typeof markReadInput>,
): Promise<void> {
  await readMessages(db, { readerId: actor.id, senderId: userId, upTo, readAt: now() });
}
