import { HISTORY_PAGE_MAX } from "@korki/contracts/chat";
import * as field from "@korki/contracts/fields";
import { commonTexts } from "@korki/contracts/texts/common";
import { wirePeopleQuery } from "@korki/contracts/wire/admin-person";
import { contactToWire, messageToWire, wireContact, wireMessage } from "@korki/contracts/wire/message";
import { pageQuery } from "@korki/contracts/wire/query";
import { z } from "zod";
import { type RestRoute, route } from "./route";

/** A whole number in an address. */
const number = z
  .string()
  .regex(/^\d{1,9}$/, commonTexts.invalidInput)
  .transform(Number);

/** Contacts and messages (rules §25); sending is the socket's. */
export const CHAT_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/user/contacts",
    procedure: "chat.contactPage",
    summary:
      "Whom the caller may write with or has written with; who wrote last comes first; a thousand per `page`, narrowed by `search`",
    query: wirePeopleQuery,
    answer: wireContact.array(),
    paged: true,
    toAnswer: ({ items }) => items.map(contactToWire),
  }),
  route({
    method: "GET",
    path: "/user/unread_messages",
    procedure: "chat.unread",
    summary: "Ids of those whose messages the caller has not read",
    answer: field.id.array(),
    toAnswer: (unread) => unread.map(({ senderId }) => senderId),
  }),
  route({
    method: "GET",
    path: "/user/messages/{id}",
    procedure: "chat.history",
    summary: `The conversation with this person, the oldest message first: its newest ${HISTORY_PAGE_MAX} messages, which count as read from then on, older ones by \`page\`, or those before the number \`before\``,
    params: z.object({ id: field.id }),
    query: pageQuery({ before: number.optional(), limit: number.optional() }),
    answer: wireMessage.array(),
    toInput: ({ params, query, isHead }) => ({
      userId: params.id,
      before: query.before,
      page: query.page,
      // The specification has no other call by which a client says that a conversation was opened.
      reads: !isHead && query.before === undefined && (query.page ?? 1) === 1,
      limit: Math.min(Math.max(query.limit ?? HISTORY_PAGE_MAX, 1), HISTORY_PAGE_MAX),
    }),
    toAnswer: ({ messages }) => messages.map(messageToWire),
    // Messages are numbered without a gap, so the newest one's number is how many there are.
    toPosition: ({ messages, lastSeq }, { before, page }) => {
      const [oldest] = messages;
      if (!oldest || oldest.seq === 1) return { total: lastSeq, next: null };
      const isByNumber = before !== undefined && page === undefined;
      const next: Record<string, string> = isByNumber
        ? { before: String(oldest.seq) }
        : { page: String((page ?? 1) + 1) };
      return { total: lastSeq, next };
    },
  }),
];
