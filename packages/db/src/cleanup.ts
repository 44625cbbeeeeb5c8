import type { Database } from "./client";

/** How many days what is done with is kept, by table. */
export type Retention = {
  /** Notifications that were sent or skipped. */
  notifications: number;
  /** Notifications that failed. */
  failedNotifications: number;
  /** Codes, links and tokens, after they expired. */
  expired: number;
  /** Answers kept for repeated requests. */
  idempotencyKeys: number;
};

/** Rows that one statement deletes at most, so that none of them holds others up. */
const BATCH = 5000;

/** Deletes what has served its time; answers with the number of rows by table. */
export async function deleteOutdated(db: Database, keep: Retention): Promise<Record<string, number>> {
  const tasks = {
    sent_notifications: [
      "notifications",
      "id",
      "status IN ('sent', 'skipped') AND created_at < now() - make_interval(days => $1)",
      keep.notifications,
    ],
    failed_notifications: [
      "notifications",
      "id",
      "status = 'failed' AND created_at < now() - make_interval(days => $1)",
      keep.failedNotifications,
    ],
    telegram_codes: ["telegram_codes", "id", "expires_at < now() - make_interval(days => $1)", keep.expired],
    one_time_links: ["one_time_links", "id", "expires_at < now() - make_interval(days => $1)", keep.expired],
    // A session that was not renewed for 30 days has no token left that works.
    sessions: ["sessions", "id", "last_used_at < now() - make_interval(days => $1 + 30)", keep.expired],
    refresh_tokens: ["refresh_tokens", "id", "expires_at < now() - make_interval(days => $1)", keep.expired],
    idempotency_keys: [
      "idempotency_keys",
      "ctid",
      "created_at < now() - make_interval(days => $1)",
      keep.idempotencyKeys,
    ],
  } as const;
  const deleted: Record<string, number> = {};
  for (const [name, [table, key, outdated, days]] of Object.entries(tasks)) {
    deleted[name] = 0;
    for (let last = BATCH; last === BATCH; ) {
      const { rowCount } = await db.pool.query(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${outdated} LIMIT ${BATCH})`,
        [days],
      );
      last = rowCount ?? 0;
      deleted[name] += last;
    }
  }
  return deleted;
}
