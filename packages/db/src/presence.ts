import type { Database } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import { transact } from "./transaction";

/** How often a process says that it lives, in milliseconds. */
export const HEARTBEAT_MS = 2_000;

/**
 * Whether a process (a row `a` of api_processes) lives: it has not missed four heartbeats. The database's
 * clock decides, because the processes may run on machines with different clocks.
 */
const LIVES = sql`a.seen_at > now() - interval '8 seconds'`;

/** Whether this user is online in some process that lives; `besides` leaves one process out. */
export function onlineSql(user: Sql, besides?: string): Sql {
  return sql`EXISTS (SELECT 1 FROM online_users o JOIN api_processes a ON a.id = o.process_id
                   WHERE o.user_id = ${user} AND ${LIVES}${besides === undefined ? sql`` : sql` AND a.id <> ${besides}`})`;
}

/** Writes a process and everybody who is connected to it, replacing what was known of it. */
export async function registerProcess(
  db: Database,
  processId: string,
  userIds: readonly string[],
): Promise<void> {
  await execute(
    db,
    sql`WITH process AS (
       INSERT INTO api_processes (id) VALUES (${processId})
           ON CONFLICT (id) DO UPDATE SET seen_at = now()
        RETURNING id)
     INSERT INTO online_users (process_id, user_id) SELECT process.id, u FROM process, unnest(${userIds}::uuid[]) u
         ON CONFLICT DO NOTHING`,
  );
}

/** Records a heartbeat. Returns false for an unknown process, which must register. */
export async function beat(db: Database, processId: string): Promise<boolean> {
  const rowCount = await execute(db, sql`UPDATE api_processes SET seen_at = now() WHERE id = ${processId}`);
  return rowCount === 1;
}

/** Records who connected to a process. Returns those who were not online anywhere before. */
export async function addOnline(
  db: Database,
  processId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await query<{ user_id: string }>(
    db,
    sql`WITH added AS (
             INSERT INTO online_users (process_id, user_id) SELECT ${processId}, u FROM unnest(${userIds}::uuid[]) u
                 ON CONFLICT DO NOTHING RETURNING user_id)
           SELECT user_id FROM added WHERE NOT ${onlineSql(sql`added.user_id`, processId)}`,
  );
  return rows.map((row) => row.user_id);
}

/**
 * Records who left a process. Returns those who are not online anywhere now. One process at a time: two that a person
 * leaves at once would each see the person at the other.
 */
export async function removeOnline(
  db: Database,
  processId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await transact(db, async (tx) => {
    await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('korki.presence', 0))`);
    return query<{ user_id: string }>(
      tx,
      sql`WITH removed AS (
               DELETE FROM online_users WHERE process_id = ${processId} AND user_id = ANY(${userIds}::uuid[]) RETURNING user_id)
             SELECT user_id FROM removed WHERE NOT ${onlineSql(sql`removed.user_id`, processId)}`,
    );
  });
  return rows.map((row) => row.user_id);
}

/** Deletes the processes that died. Returns the users who are not online anywhere now. */
export async function sweepDeadProcesses(db: Database): Promise<string[]> {
  const rows = await query<{ user_id: string }>(
    db,
    sql`WITH gone AS (DELETE FROM api_processes a WHERE NOT (${LIVES}) RETURNING a.id)
     SELECT DISTINCT left_behind.user_id FROM online_users left_behind
      WHERE left_behind.process_id IN (SELECT id FROM gone)
        AND NOT EXISTS (SELECT 1 FROM online_users o JOIN api_processes a ON a.id = o.process_id
                         WHERE o.user_id = left_behind.user_id AND ${LIVES}
                           AND a.id NOT IN (SELECT id FROM gone))`,
  );
  return rows.map((row) => row.user_id);
}

/** Whether this person has the chat open somewhere. */
export async function isOnline(db: Database, userId: string): Promise<boolean> {
  const rows = await query<{ online: boolean }>(db, sql`SELECT ${onlineSql(sql`${userId}::uuid`)} AS online`);
  return rows[0]?.online ?? false;
}

/** Signals every listener of `korki_chat`. */
export async function announceChat(db: Database, signals: readonly string[]): Promise<void> {
  await execute(db, sql`SELECT pg_notify('korki_chat', signal) FROM unnest(${signals}::text[]) AS signal`);
}
