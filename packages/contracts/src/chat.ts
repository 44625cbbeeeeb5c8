import { CONTACT_IDS_MAX, MESSAGE_MAX } from "@korki/domain";
import { z } from "zod";
import * as field from "./fields";
import { PAGE_SIZE_MAX, pageOf, paging, searchText } from "./paging";
import { chatTexts } from "./texts/chat";
import { commonTexts } from "./texts/common";

/** Messages of one page of a conversation. */
const HISTORY_PAGE = 50;
export const HISTORY_PAGE_MAX = 1_000;
/** Longest key that a client gives its message. */
const CLIENT_KEY_MAX = 100;

/** What is written: something, and at most 4,000 characters of it (a pair of surrogates is one character). */
export const messageText = field
  .plainText(2 * MESSAGE_MAX, chatTexts.tooLong)
  .refine((text) => text.length <= MESSAGE_MAX || [...text].length <= MESSAGE_MAX, chatTexts.tooLong)
  .refine((text) => text.trim() !== "", chatTexts.empty);

/** Chosen by the client: a message sent twice with the same key is stored once. */
export const clientKey = field.singleLine(CLIENT_KEY_MAX);

/** A message; `seq` counts 1, 2, 3 … within the conversation without a gap. */
const message = z.object({
  id: field.id,
  seq: z.int(),
  senderId: field.id,
  recipientId: field.id,
  text: z.string(),
  /** The sender's own; by it a sender recognises what is still on its way. */
  clientKey: z.string(),
  createdAt: field.timestamp,
  /** Null: the recipient has not read it. */
  readAt: field.timestamp.nullable(),
});
export type Message = z.infer<typeof message>;

/** A person to write with (rules §7). */
export const contact = z.object({
  id: field.id,
  name: z.string(),
  surname: z.string(),
  role: field.role,
  online: z.boolean(),
  /** How many of their messages one has not read; counting ends at UNREAD_MAX. */
  unread: z.int(),
  /** Whether one may write to them now; a conversation that exists stays readable. */
  canSend: z.boolean(),
  /** `seq` of the conversation's newest message; 0 where there is none. */
  lastSeq: z.int(),
  /** Up to which `seq` oneself, and the other, has read. */
  ownReadSeq: z.int(),
  otherReadSeq: z.int(),
  lastMessage: z.object({ text: z.string(), senderId: field.id, createdAt: field.timestamp }).nullable(),
});
export type Contact = z.infer<typeof contact>;

/** Which contacts: those whose names hold the words searched for, or with these ids; left out: the first page. */
export const contactsInput = z
  .object({
    search: searchText.default(""),
    ids: z.array(field.id).max(CONTACT_IDS_MAX, commonTexts.invalidInput).optional(),
    ...paging,
    pageSize: paging.pageSize.default(PAGE_SIZE_MAX),
  })
  .prefault({});
export type ContactsInput = z.infer<typeof contactsInput>;

export const contactPage = pageOf(contact);

/** Beyond this many, unread messages are not counted. */
export const UNREAD_MAX = 100;

export const unreadCount = z.object({ senderId: field.id, count: z.int() });
export type UnreadCount = z.infer<typeof unreadCount>;

const seq = z
  .number({ error: commonTexts.invalidInput })
  .int(commonTexts.invalidInput)
  .min(0, commonTexts.invalidInput)
  .max(2_147_483_647, commonTexts.invalidInput);

/** A part of a conversation: its newest messages, those before a number, or those after one. */
export const messageHistoryInput = z.object({
  userId: field.id,
  before: seq.optional(),
  after: seq.optional(),
  limit: z
    .number({ error: commonTexts.invalidInput })
    .int(commonTexts.invalidInput)
    .min(1, commonTexts.invalidInput)
    .max(HISTORY_PAGE_MAX, commonTexts.invalidInput)
    .default(HISTORY_PAGE),
  /** Which `limit` messages, counted back from the newest one or from `before`; left out: the first. */
  page: paging.page.unwrap().optional(),
  /** What is answered counts as read. */
  reads: z.boolean().default(false),
});
export type MessageHistoryInput = z.input<typeof messageHistoryInput>;

/** The messages in their order, and how far each side has read. */
export const history = z.object({
  messages: z.array(message),
  /** `seq` of the conversation's newest message at that moment. */
  lastSeq: z.int(),
  ownReadSeq: z.int(),
  otherReadSeq: z.int(),
  canSend: z.boolean(),
});
export type History = z.infer<typeof history>;

export const sendMessageInput = z.object({ recipientId: field.id, text: messageText, clientKey });

/** Where a sent message stands. */
export const sentMessage = message.pick({ id: true, seq: true, createdAt: true });
export type SentMessage = z.infer<typeof sentMessage>;

/** Everything that `userId` wrote to the caller, up to a number, has been read. */
export const markReadInput = z.object({ userId: field.id, upTo: seq });
