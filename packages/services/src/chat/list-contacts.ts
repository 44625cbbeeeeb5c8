import { type Contact, type ContactsInput, UNREAD_MAX } from "@korki/contracts/chat";
import { listContacts as findContacts } from "@korki/db";
import { chatAccess } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Lists the people whom the caller may write with or has written with, the most recent first (rules §7). */
export async function listContacts({ db, actor }: ActorCtx, part: ContactsInput): Promise<Contact[]> {
  const rows = await findContacts(db, actor, UNREAD_MAX, part);
  return rows.map(({ related, lastText, lastSenderId, lastAt, isDisabled, ...contact }) => ({
    ...contact,
    canSend: chatAccess({
      me: actor,
      other: contact,
      related,
      hasConversation: contact.lastSeq > 0,
      otherDisabled: isDisabled,
    }).send,
    lastMessage:
      lastText !== null && lastSenderId && lastAt
        ? { text: lastText, senderId: lastSenderId, createdAt: lastAt.toISOString() }
        : null,
  }));
}
