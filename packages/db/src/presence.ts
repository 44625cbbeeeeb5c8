import type { Database } from "./client";

/** How often a process says that it lives, in milliseconds. */
export const HEARTBEAT_MS = 2_000;

/**
 * Whether a process (a row `a` of api_processes) lives: it has not missed four heartbeats. The database's
 * clock decides, because the processes may stand on machines that disagree about the time.
 */
export const LIVES = "a.seen_at > now() - interval '8 seconds'";

/** Whether this user is online in some process that lives; `besides` leaves one process out. */
export function onlineSql(user: string, besides?: string): string {
  return `EXISTS (SELECT 1 FROM online_users o JOIN api_processes a ON a.id = o.process_id
                   WHERE o.user_id = ${user} AND ${LIVES}${besides ? ` AND a.id <> ${besides}` : ""})`;
}

/** Writes a process and everybody who is connected to it, replacing what was known of it. */
export async function registerProcess(
  db: Database,
  { id, address }: { id: string; address: string },
  userIds: readonly string[],
): Promise<void> {
  await db.pool.query(
    `WITH process AS (
       INSERT INTO api_processes (id, address) VALUES ($1, $2)
           ON CONFLICT (id) DO UPDATE SET address = excluded.address, seen_at = now()
        RETURNING id)
     INSERT INTO online_users (process_id, user_id) SELECT process.id, u FROM process, unnest($3::uuid[]) u
         ON CONFLICT DO NOTHING`,
    [id, address, userIds],
  );
}

/** Says that the process lives. Answers false where nobody knows it (any more): it has to register. */
export async function beat(db: Database, processId: string): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: "presence-beat",
    text: "UPDATE api_processes SET seen_at = now() WHERE id = $1",
    values: [processId],
  });
  return rowCount === 1;
}

/** Where the process of this name is reached, `host:port`; null where none of that name lives. */
export async function findProcessAddress(db: Database, processId: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ address: string }>({
    name: "presence-address",
    text: `SELECT a.address FROM api_processes a WHERE a.id = $1 AND ${LIVES}`,
    values: [processId],
  });
  return rows[0]?.address ?? null;
}

/** Notes who is connected to a process now. Answers those who were not online anywhere before. */
export async function addOnline(
  db: Database,
  processId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.pool.query<{ user_id: string }>({
    name: "presence-add",
    text: `WITH added AS (
             INSERT INTO online_users (process_id, user_id) SELECT $1, u FROM unnest($2::uuid[]) u
                 ON CONFLICT DO NOTHING RETURNING user_id)
           SELECT user_id FROM added WHERE NOT ${onlineSql("added.user_id", "$1")}`,
    values: [processId, userIds],
  });
  return rows.map((row) => row.user_id);
}

/** Notes who is connected to a process no longer. Answers those who are not online anywhere now. */
export async function removeOnline(
  db: Database,
  processId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.pool.query<{ user_id: string }>({
    name: "presence-remove",
    text: `WITH removed AS (
             DELETE FROM online_users WHERE process_id = $1 AND user_id = ANY($2::uuid[]) RETURNING user_id)
           SELECT user_id FROM removed WHERE NOT ${onlineSql("removed.user_id", "$1")}`,
    values: [processId, userIds],
  });
  return rows.map((row) => row.user_id);
}

/** Forgets a process that ends. Answers those who are not online anywhere now. */
export async function removeProcess(db: Database, processId: string): Promise<string[]> {
  return forget(db, "a.id = $1", [processId]);
}

/** Forgets the processes that died. Answers those who are not online anywhere now. */
export async function sweepDeadProcesses(db: Database): Promise<string[]> {
  return forget(db, `NOT (${LIVES})`, []);
}

async function forget(db: Database, which: string, values: unknown[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ user_id: string }>(
    `WITH gone AS (DELETE FROM api_processes a WHERE ${which} RETURNING a.id)
     SELECT DISTINCT left_behind.user_id FROM online_users left_behind
      WHERE left_behind.process_id IN (SELECT id FROM gone)
        AND NOT EXISTS (SELECT 1 FROM online_users o JOIN api_processes a ON a.id = o.process_id
                         WHERE o.user_id = left_behind.user_id AND ${LIVES}
                           AND a.id NOT IN (SELECT id FROM gone))`,
    values,
  );
  return rows.map((row) => row.user_id);
}

/** Whether this person has the chat open somewhere. */
export async function isOnline(db: Database, userId: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ online: boolean }>({
    name: "presence-is-online",
    text: `SELECT ${onlineSql("$1::uuid")} AS online`,
    values: [userId],
  });
  return rows[0]?.online ?? false;
}

/** Tells every process's listener of `korki_chat`. */
export async function announceChat(db: Database, signals: readonly string[]): Promise<void> {
  await db.pool.query({
    name: "chat-announce",
    text: "SELECT pg_notify('korki_chat', signal) FROM unnest($1::text[]) AS signal",
    values: [signals],
  });
}
