import { findUnreadOfReaders, releaseSkipped, transact } from "@korki/db";
import type { Services } from "../context";
import { notify } from "../outbox";
import { unreadNotice } from "./unread-notices";

/**
 * These people have gone offline: of each conversation that they leave unread a notice is due in five minutes,
 * unless they have been told already. One that was dropped, because they were online at its time, told nobody.
 */
export async function noteUnreadOfAbsent(services: Services, userIds: readonly string[]): Promise<void> {
  const { db, now } = services;
  const unread = await findUnreadOfReaders(db, userIds);
  if (unread.length === 0) return;
  const notices = unread.map((facts) => unreadNotice(facts, now()));
  await transact(db, async (tx) => {
    await releaseSkipped(
      tx,
      notices.map(({ dedupeKey }) => dedupeKey),
    );
    await notify(tx, services, ...notices);
  });
}
