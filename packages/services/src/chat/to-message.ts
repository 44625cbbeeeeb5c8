import type { Message } from "@korki/contracts/chat";
import type { MessageRow } from "@korki/db";

/** A stored message as people get it. */
export function toMessage(row: MessageRow): Message {
  return { ...row, createdAt: row.createdAt.toISOString(), readAt: row.readAt?.toISOString() ?? null };
}
