import type { Database } from "./client";
import { execute, type Sql, sql } from "./sql";

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
  const { notifications, failedNotifications, expired, idempotencyKeys } = keep;
  const id = sql`id`;
  const tasks: Record<string, { table: Sql; key: Sql; outdated: Sql }> = {
    sent_notifications: {
      table: sql`notifications`,
      key: id,
      outdated: sql`status IN ('sent', 'skipped') AND created_at < ${daysAgo(notifications)}`,
    },
    failed_notifications: {
      table: sql`notifications`,
      key: id,
      outdated: sql`status = 'failed' AND created_at < ${daysAgo(failedNotifications)}`,
    },
    telegram_codes: { table: sql`telegram_codes`, key: id, outdated: sql`expires_at < ${daysAgo(expired)}` },
    one_time_links: { table: sql`one_time_links`, key: id, outdated: sql`expires_at < ${daysAgo(expired)}` },
    // A session that was not renewed for 30 days has no token left that works.
    sessions: { table: sql`sessions`, key: id, outdated: sql`last_used_at < ${daysAgo(expired + 30)}` },
    refresh_tokens: { table: sql`refresh_tokens`, key: id, outdated: sql`expires_at < ${daysAgo(expired)}` },
    idempotency_keys: {
      table: sql`idempotency_keys`,
      key: sql`ctid`,
      outdated: sql`created_at < ${daysAgo(idempotencyKeys)}`,
    },
  };
  const deleted: Record<string, number> = {};
  for (const [name, { table, key, outdated }] of Object.entries(tasks)) {
    deleted[name] = 0;
    for (let last = BATCH; last === BATCH; ) {
      last = await execute(
        db,
        sql`DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${outdated} LIMIT ${BATCH})`,
      );
      deleted[name] += last;
    }
  }
  return deleted;
}

function daysAgo(days: number): Sql {
  return sql`now() - make_interval(days => ${days})`;
}
