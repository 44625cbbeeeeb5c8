import type { markReadInput } from "@korki/contracts/chat";
import { readMessages } from "@korki/db";
import type { z } from "zod";
import type { ActorCtx } from "../context";

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
