import { findUnreadOfReaders, releaseSkipped, transact } from "@korki/db";
import type { Services } from "../context";
import { notify } from "../outbox";
import { unreadNotice } from "./unread-notices";

/**
 * Schedules a notice, due in five minutes, for each conversation that these people left unread when they went
 * offline, unless one was sent already. A notice that was skipped because they were online at the time does not count
 * as sent.
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
