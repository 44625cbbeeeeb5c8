import type { Message } from "@korki/contracts/chat";
import type { MessageRow } from "@korki/db";

/** A stored message as people get it. */
export function toMessage({ createdAt, readAt, ...row }: MessageRow): Message {
  return { ...row, createdAt: createdAt.toISOString(), readAt: readAt?.toISOString() ?? null };
}
