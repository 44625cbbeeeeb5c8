import { type Contact, type ContactsInput, UNREAD_MAX, type UnreadCount } from "@korki/contracts/chat";
import type { Page } from "@korki/contracts/paging";
import { listContacts as findContacts, listUnread as findUnread } from "@korki/db";
import { chatAccess } from "@korki/domain";
import type { ActorCtx } from "../context";

/** Lists the people whom the caller may write with or has written with, the most recent first (rules §7). */
export async function listContacts(ctx: ActorCtx, part: ContactsInput): Promise<Contact[]> {
  return (await listContactPage(ctx, part)).items;
}

/** Returns a page of them, and how many there are in all. */
export async function listContactPage({ db, actor }: ActorCtx, part: ContactsInput): Promise<Page<Contact>> {
  const { page, pageSize } = part;
  const { items: rows, total } = await findContacts(db, actor, UNREAD_MAX, part);
  const items = rows.map(({ related, lastText, lastSenderId, lastAt, isDisabled, hasLogin, ...contact }) => ({
    ...contact,
    canSend: chatAccess({
      me: actor,
      other: contact,
      related,
      hasConversation: contact.lastSeq > 0,
      otherDisabled: isDisabled,
      otherHasLogin: hasLogin,
    }).send,
    lastMessage:
      lastText !== null && lastSenderId && lastAt
        ? { text: lastText, senderId: lastSenderId, createdAt: lastAt.toISOString() }
        : null,
  }));
  return { items, total, page, pageSize };
}

/** Whose messages the caller has not read, and how many of each. */
export async function listUnread({ db, actor }: ActorCtx): Promise<UnreadCount[]> {
  return findUnread(db, actor.id, UNREAD_MAX);
}
