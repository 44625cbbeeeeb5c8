import { UNREAD_MAX, type UnreadCount } from "@korki/contracts/chat";
import { listUnread as findUnread } from "@korki/db";
import type { ActorCtx } from "../context";

/** Whose messages the caller has not read, and how many of each. */
export async function listUnread({ db, actor }: ActorCtx): Promise<UnreadCount[]> {
  return findUnread(db, actor.id, UNREAD_MAX);
}
