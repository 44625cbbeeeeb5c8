import { z } from "zod";
import { type Contact, clientKey, type Message, messageText, type SentMessage } from "../chat";
import * as field from "../fields";

/** A message on REST and on the chat socket (rules §1). */
export const wireMessage = z.object({
  _id: field.id,
  sender: field.id,
  recipient: field.id,
  text: z.string(),
  createdAt: field.timestamp,
  /** Null means unread. */
  readAt: field.timestamp.nullable(),
  /** The place in the conversation, 1, 2, 3 …. A gap means that a message is missing. */
  seq: z.int(),
  /** The sender's own: what `send_message` gave as `clientKey` or `_id`. */
  clientKey: z.string(),
});
export type WireMessage = z.infer<typeof wireMessage>;

export function messageToWire(message: Message): WireMessage {
  const { id, senderId, recipientId, text, createdAt, readAt, seq, clientKey: key } = message;
  return { _id: id, sender: senderId, recipient: recipientId, text, createdAt, readAt, seq, clientKey: key };
}

/** A key is whatever short line the client chose; anything else is no key. */
const optionalKey = clientKey.min(1).optional().catch(undefined);

/**
 * What `send_message` carries. `sender`, `_id` and `createdAt` are the server's, never the client's
 * (rules §7); the client's own `_id` serves as its key where it gives no `clientKey`.
 */
export const wireDraft = z
  .object({ recipient: field.id, text: messageText, clientKey: optionalKey, _id: optionalKey })
  .transform(({ recipient, text, clientKey: key, _id }) => ({
    recipientId: recipient,
    text,
    clientKey: key ?? _id,
  }));
export type WireDraft = z.input<typeof wireDraft>;

/** What `send_message` is acknowledged with: where the stored message stands, or why it is not stored. */
export type WireAcknowledgement =
  | { ok: true; _id: string; createdAt: string; seq: number }
  | { error: string; code: string; retryAfterSeconds?: number };

export function sentToWire({ id, createdAt, seq }: SentMessage): WireAcknowledgement {
  return { ok: true, _id: id, createdAt, seq };
}

/** What `messages_read` carries to the server: whose messages were read, all or up to a number. */
export const wireReading = z.union([
  z.object({ sender: field.id, seq: z.int().min(0).max(2_147_483_647).optional() }),
  field.id.transform((sender) => ({ sender, seq: undefined })),
]);

/** The payload of `messages_read`, sent to both sides: `reader` has read what `sender` wrote, up to `seq`. */
const wireRead = z.object({
  reader: field.id,
  sender: field.id,
  seq: z.int(),
  readAt: field.timestamp,
});
export type WireRead = z.infer<typeof wireRead>;

/** The payload of `presence`, for one contact. */
const wirePresence = z.object({ _id: field.id, online: z.boolean() });
export type WirePresence = z.infer<typeof wirePresence>;

/** The payload of `typing` to the server: the contact to whom the person is typing. */
export const wireTyping = z.object({ recipient: field.id });
/** The payload of `typing` to the recipient: who is typing. */
const wireTypist = z.object({ sender: field.id });
export type WireTypist = z.infer<typeof wireTypist>;

/** A contact (rules §1); which one is selected is the client's own. */
export const wireContact = z.object({
  _id: field.id,
  name: z.string(),
  surname: z.string(),
  userType: field.role,
  online: z.boolean(),
  toRead: z.boolean(),
});

export function contactToWire(contact: Contact): z.infer<typeof wireContact> {
  const { id, name, surname, role, online, unread } = contact;
  return { _id: id, name, surname, userType: role, online, toRead: unread > 0 };
}
