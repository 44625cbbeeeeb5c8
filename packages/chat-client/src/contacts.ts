import type { Contact, Message } from "@korki/contracts/chat";
import type { Conversation } from "./conversation";

/**
 * Merges the server's contacts with the events that arrived during the call: an event may have overtaken the
 * answer.
 */
export function refreshed(before: readonly Contact[], told: readonly Contact[]): Contact[] {
  const known = new Map(before.map((contact) => [contact.id, contact]));
  const contacts = told.map((contact) => {
    const here = known.get(contact.id);
    if (!here) return contact;
    const isBehind = contact.lastSeq < here.lastSeq;
    const { lastSeq, lastMessage, unread } = isBehind ? here : contact;
    const ownReadSeq = Math.max(contact.ownReadSeq, here.ownReadSeq);
    return {
      ...contact,
      lastSeq,
      lastMessage,
      unread: ownReadSeq >= lastSeq ? 0 : unread,
      ownReadSeq,
      otherReadSeq: Math.max(contact.otherReadSeq, here.otherReadSeq),
    };
  });
  return contacts.some((contact, at) => contact.lastSeq !== told[at]?.lastSeq)
    ? [...contacts].sort(byNewest)
    : contacts;
}

/** Returns the contact after a message. A known message changes nothing. */
export function withMessage(contact: Contact, message: Message, ownId: string): Contact {
  if (message.seq <= contact.lastSeq) return contact;
  const isForMe = message.senderId !== ownId && message.seq > contact.ownReadSeq;
  const { text, senderId, createdAt } = message;
  return {
    ...contact,
    lastSeq: message.seq,
    lastMessage: { text, senderId, createdAt },
    unread: contact.unread + (isForMe ? 1 : 0),
  };
}

/**
 * Returns the contact after the user has read up to a number; null if the loaded messages do not determine the unread
 * count.
 */
export function withOwnReading(
  contact: Contact,
  seq: number,
  conversation: Conversation,
): { contact: Contact; isCertain: boolean } {
  if (seq <= contact.ownReadSeq) return { contact, isCertain: true };
  const read = { ...contact, ownReadSeq: seq };
  if (seq >= contact.lastSeq) return { contact: { ...read, unread: 0 }, isCertain: true };
  const { messages } = conversation;
  const isCertain = (messages[0]?.seq ?? Number.POSITIVE_INFINITY) <= seq + 1;
  const unread = messages.filter((message) => message.seq > seq && message.senderId === contact.id).length;
  return { contact: isCertain ? { ...read, unread } : read, isCertain };
}

export function byNewest(a: Contact, b: Contact): number {
  const [left, right] = [a.lastMessage?.createdAt ?? "", b.lastMessage?.createdAt ?? ""];
  return left === right ? 0 : left < right ? 1 : -1;
}
