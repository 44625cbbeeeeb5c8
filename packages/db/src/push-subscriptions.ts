import { batchOn } from "./batch";
import type { Database } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";

/** What is needed to reach a device. */
export type PushDevice = { id: string; endpoint: string; p256dh: string; auth: string };

/** A device as its owner sees it. */
export type DeviceRow = { id: string; name: string; createdAt: Date; lastShownAt: Date | null };

const ROW = sql`id, name, created_at AS "createdAt", last_shown_at AS "lastShownAt"`;

/**
 * The condition under which a subscription `s` can be used: made with the centre's present key, not refused within a
 * day, and push is not stopped.
 */
export function isReachable(publicKey: string | null): Sql {
  return sql`s.public_key = ${publicKey}::text AND coalesce(s.refused_at < product_now() - interval '1 day', true)
             AND NOT EXISTS (SELECT FROM push_stops stop WHERE stop.until > product_now())`;
}

/** Lists a person's devices of the present key, the newest first. */
export async function listDevices(db: Database, userId: string, publicKey: string): Promise<DeviceRow[]> {
  return query<DeviceRow>(
    db,
    sql`SELECT ${ROW} FROM push_subscriptions WHERE user_id = ${userId}::uuid AND public_key = ${publicKey}
         ORDER BY created_at DESC, id DESC`,
  );
}

/**
 * Saves a subscription for a session that still stands, or renews the one with that endpoint. One of another account
 * goes: a device shows the messages of whoever is signed in on it. Beyond `max`, the device shown longest ago goes.
 * Returns null for a session that has ended meanwhile, "removed" for a renewal in one whose device the person removed,
 * unless the renewed one is still there.
 */
export async function saveSubscription(
  tx: Tx,
  given: Omit<PushDevice, "id"> & {
    id: string;
    userId: string;
    sessionId: string;
    name: string;
    publicKey: string;
    max: number;
    isRenewal: boolean;
  },
): Promise<DeviceRow | "removed" | null> {
  const { id, userId, sessionId, endpoint, p256dh, auth, name, publicKey, max, isRenewal } = given;
  await lockDevices(tx, userId);
  const session = { id: sessionId, userId, pushRemoved: true };
  // A browser has one subscription: while that is there, the person removed another one, such as an outdated one.
  const isThere = isRenewal && (await tx.pushSubscription.count({ where: { endpoint, userId } })) > 0;
  if (isThere || !isRenewal) await tx.session.updateMany({ where: session, data: { pushRemoved: false } });
  else if ((await tx.session.count({ where: session })) > 0) return "removed";
  await execute(
    tx,
    sql`DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} AND user_id <> ${userId}::uuid`,
  );
  const [saved] = await query<DeviceRow>(
    tx,
    sql`INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, name, public_key)
        SELECT ${id}::uuid, s.user_id, s.id, ${endpoint}::text, ${p256dh}::text, ${auth}::text, ${name}::text, ${publicKey}::text
          FROM sessions s
         WHERE s.id = ${sessionId}::uuid AND s.user_id = ${userId}::uuid AND s.ended_at IS NULL FOR SHARE
            ON CONFLICT (endpoint) DO UPDATE SET
               session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
               name = excluded.name, public_key = excluded.public_key, refused_at = NULL
         WHERE push_subscriptions.user_id = excluded.user_id
     RETURNING ${ROW}`,
  );
  if (!saved) return null;
  await execute(
    tx,
    sql`DELETE FROM push_subscriptions WHERE id IN (
          SELECT id FROM push_subscriptions WHERE user_id = ${userId}::uuid AND id <> ${saved.id}::uuid
           ORDER BY coalesce(last_shown_at, created_at) DESC, id DESC OFFSET ${max - 1})`,
  );
  return saved;
}

/** Finds one of a person's devices. */
export async function findDevice(
  db: Database,
  { id, userId, publicKey }: { id: string; userId: string; publicKey: string },
): Promise<PushDevice | null> {
  const [found] = await query<PushDevice>(
    db,
    sql`SELECT id, endpoint, p256dh, auth FROM push_subscriptions
         WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND public_key = ${publicKey}`,
  );
  return found ?? null;
}

/** Deletes one of a person's devices; its session's browser does not bring it back. Returns whether there was one. */
export async function deleteDevice(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  await lockDevices(tx, userId);
  const devices = { some: { id, userId } };
  await tx.session.updateMany({ where: { devices }, data: { pushRemoved: true } });
  const { count } = await tx.pushSubscription.deleteMany({ where: { id, userId } });
  return count === 1;
}

/** Lets one device of a person more, or less, happen at a time. */
async function lockDevices(tx: Tx, userId: string): Promise<void> {
  await execute(tx, sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
}

/** Deletes subscriptions that their push service no longer knows, unless they were renewed meanwhile. */
export async function deleteDeadDevices(db: Database, devices: readonly PushDevice[]): Promise<void> {
  await execute(
    db,
    sql`DELETE FROM push_subscriptions s USING unnest(${devices.map(({ id }) => id)}::uuid[], ${devices.map(
      ({ p256dh }) => p256dh,
    )}::text[]) AS dead (id, p256dh) WHERE s.id = dead.id AND s.p256dh = dead.p256dh`,
  );
}

/** Stops push for so many seconds, because a push service refused the centre's keys for this device. */
export async function stopPush(
  db: Database,
  { deviceId, reason, seconds }: { deviceId: string; reason: string; seconds: number },
): Promise<void> {
  await execute(
    db,
    sql`WITH refused AS (UPDATE push_subscriptions SET refused_at = product_now() WHERE id = ${deviceId}::uuid
                            AND coalesce(refused_at < product_now() - interval '1 day', true) RETURNING id)
        INSERT INTO push_stops (id, reason, until)
        SELECT 1, ${reason}::text, product_now() + make_interval(secs => ${seconds}) FROM refused
            ON CONFLICT (id) DO UPDATE SET reason = excluded.reason, until = excluded.until`,
  );
}

/** Ends a stop whose time is over, after a push service took a message again. */
export async function resumePush(db: Database): Promise<void> {
  await execute(db, sql`DELETE FROM push_stops WHERE until <= product_now()`);
}

/** A message that a device showed at `at`, and that it was sent at `sentAt`; no notification: one to try the device. */
type ShownMessage = { deviceId: string; notificationId: string | null; sentAt: Date; at: Date };

/**
 * Notes that a device showed a message: once, for a device notes one message only once, and none that is older than the
 * last one. A notification that waited for it is sent; one that another channel is just sending keeps that channel.
 */
export const noteShown = batchOn(noteAllShown, { inTurn: true });

/** Locks rows in the order of their ids, as whoever writes several of them. */
async function noteAllShown(db: Database, messages: readonly ShownMessage[]): Promise<undefined[]> {
  await execute(
    db,
    sql`WITH given AS (
          SELECT * FROM unnest(
            ${messages.map(({ deviceId }) => deviceId)}::uuid[],
            ${messages.map(({ notificationId }) => notificationId)}::uuid[],
            ${messages.map(({ sentAt }) => sentAt)}::timestamptz[],
            ${messages.map(({ at }) => at)}::timestamptz[]) AS given (device_id, notification_id, sent_at, shown_at)),
        devices AS MATERIALIZED (
          SELECT id, user_id FROM push_subscriptions WHERE id IN (SELECT device_id FROM given)
           ORDER BY id FOR NO KEY UPDATE),
        noted AS (
          UPDATE push_subscriptions s SET last_shown_at = latest.shown_at
            FROM (SELECT devices.id, max(sent_at) AS sent_at, max(shown_at) AS shown_at
                    FROM given JOIN devices ON devices.id = given.device_id GROUP BY devices.id) latest
           WHERE s.id = latest.id AND coalesce(s.last_shown_at < latest.sent_at, true)),
        shown AS MATERIALIZED (
          SELECT n.id FROM given
            JOIN devices ON devices.id = given.device_id
            JOIN notifications n ON n.id = given.notification_id AND n.recipient_id = devices.user_id
           WHERE n.shown_at IS NULL ORDER BY n.id FOR NO KEY UPDATE OF n)
        UPDATE notifications n
           SET shown_at = product_now(),
               status = CASE WHEN ${WAITS} THEN 'sent' ELSE n.status END,
               channel = CASE WHEN ${WAITS} THEN 'push' ELSE n.channel END,
               finished_at = CASE WHEN ${WAITS} THEN product_now() ELSE n.finished_at END,
               last_error = CASE WHEN ${WAITS} THEN NULL ELSE n.last_error END
          FROM shown WHERE n.id = shown.id`,
  );
  return [];
}

/** Whether no other channel is just sending the notification `n`. */
const WAITS = sql`(n.push_until IS NOT NULL AND (n.status = 'pending'
                   OR n.status = 'queued' AND coalesce(n.claimed_till < product_now(), true)))`;
