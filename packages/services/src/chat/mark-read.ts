import type { markReadInput } from "@korki/contracts/chat";
import { readMessages } from "@korki/db";
import type { z } from "zod";
import type { ActorCtx } from "../context";

/**
 * Notes that the caller has read what somebody wrote to them, up to a number; both sides' sockets hear of
 * it. Nothing happens where there is no such conversation: only what was written to the caller can be read.
 */
export async function markRead(
  { db, actor, now }: ActorCtx,
  { userId, upTo }: z.output<typeof markReadInput>,
): Promise<void> {
  await readMessages(db, { readerId: actor.id, senderId: userId, upTo, readAt: now() });
}
