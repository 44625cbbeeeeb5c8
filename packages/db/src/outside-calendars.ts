import type { CivilDate } from "@korki/domain";
import type { Database, Executor } from "./client";
import { execute, query, sql } from "./sql";
import type { Tx } from "./transaction";

/** A calendar as its teacher sees it. */
export type OutsideCalendarRow = {
  id: string;
  host: string;
  label: string;
  fetchedAt: Date | null;
  failingSince: Date | null;
  /** Why the last try failed, as a code; null: it did not. */
  problem: string | null;
  events: number;
};

/** What reading a calendar needs. */
export type CalendarToRead = OutsideCalendarRow & {
  teacherId: string;
  sealedUrl: string;
  etag: string | null;
  readOn: CivilDate | null;
  failures: number;
  createdAt: Date;
};

const ROW = sql`id, host, label, fetched_at AS "fetchedAt", failing_since AS "failingSince", problem, events`;
const TO_READ = sql`${ROW}, teacher_id AS "teacherId", sealed_url AS "sealedUrl", etag, read_on AS "readOn", failures,
  created_at AS "createdAt"`;

/** Lists a teacher's calendars, the oldest first. */
export async function listOutsideCalendars(on: Executor, teacherId: string): Promise<CalendarToRead[]> {
  return query<CalendarToRead>(
    on,
    sql`SELECT ${TO_READ} FROM outside_calendars WHERE teacher_id = ${teacherId}::uuid ORDER BY created_at, id`,
  );
}

/** Locks the teacher's calendars until the transaction ends: one is added at a time. */
export async function lockOutsideCalendars(tx: Tx, teacherId: string): Promise<CalendarToRead[]> {
  await execute(tx, sql`SELECT FROM users WHERE id = ${teacherId}::uuid FOR NO KEY UPDATE`);
  return listOutsideCalendars(tx, teacherId);
}

export async function insertOutsideCalendar(
  tx: Tx,
  {
    id,
    teacherId,
    sealedUrl,
    host,
    label,
  }: Pick<CalendarToRead, "id" | "teacherId" | "sealedUrl" | "host" | "label">,
): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO outside_calendars (id, teacher_id, sealed_url, host, label, next_at)
        VALUES (${id}::uuid, ${teacherId}::uuid, ${sealedUrl}, ${host}, ${label}, product_now())`,
  );
}

/** Returns how a calendar is called and since when it cannot be read; null: there is none. */
export async function findOutsideCalendar(
  db: Database,
  id: string,
): Promise<Pick<OutsideCalendarRow, "label" | "host" | "failingSince"> | null> {
  return db.prisma.outsideCalendar.findUnique({
    where: { id },
    select: { label: true, host: true, failingSince: true },
  });
}

/** Deletes one of a teacher's calendars with its busy times. Returns whether there was one. */
export async function deleteOutsideCalendar(
  db: Database,
  { id, teacherId }: { id: string; teacherId: string },
): Promise<boolean> {
  const { count } = await db.prisma.outsideCalendar.deleteMany({ where: { id, teacherId } });
  return count === 1;
}

/** Takes calendars of enabled teachers that are due, the ones that wait longest; nobody else takes them until then. */
export async function claimDueCalendars(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<CalendarToRead[]> {
  return query<CalendarToRead>(
    db,
    sql`UPDATE outside_calendars SET next_at = ${until}
         WHERE id IN (SELECT c.id FROM outside_calendars c JOIN users u ON u.id = c.teacher_id
                       WHERE c.next_at <= ${now} AND NOT u.is_disabled
                       ORDER BY c.next_at LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED)
     RETURNING ${TO_READ}`,
  );
}

/** Records that a calendar was read or is as it was. Returns null for one that is gone. */
export async function recordCalendarRead(
  tx: Tx,
  id: string,
  read: { label?: string; at: Date; nextAt: Date } & (
    | { isUnchanged: true }
    | { isUnchanged: false; etag: string | null; readOn: CivilDate; events: number }
  ),
): Promise<OutsideCalendarRow | null> {
  const fresh = read.isUnchanged
    ? sql`etag = etag`
    : sql`etag = ${read.etag}, read_on = ${read.readOn}::date, events = ${read.events}::int`;
  const [row] = await query<OutsideCalendarRow>(
    tx,
    sql`UPDATE outside_calendars
           SET ${fresh}, label = coalesce(${read.label ?? null}, label), fetched_at = ${read.at},
               failing_since = NULL, problem = NULL, failures = 0, next_at = ${read.nextAt}
         WHERE id = ${id}::uuid RETURNING ${ROW}`,
  );
  return row ?? null;
}

/** Records that a calendar could not be read; what was read before stays. Returns null for one that is gone. */
export async function recordCalendarFailure(
  tx: Tx,
  id: string,
  { problem, at, nextAt }: { problem: string; at: Date; nextAt: Date },
): Promise<OutsideCalendarRow | null> {
  const [row] = await query<OutsideCalendarRow>(
    tx,
    sql`UPDATE outside_calendars
           SET problem = ${problem}, failing_since = coalesce(failing_since, ${at}), failures = failures + 1,
               next_at = ${nextAt}
         WHERE id = ${id}::uuid RETURNING ${ROW}`,
  );
  return row ?? null;
}

/** Replaces the busy times of a calendar; those that stay keep what was agreed about them. */
export async function replaceBusyBlocks(
  tx: Tx,
  { calendarId, teacherId }: { calendarId: string; teacherId: string },
  slots: readonly { date: CivilDate; block: number }[],
): Promise<void> {
  const wanted = sql`unnest(${slots.map(({ date }) => date)}::date[], ${slots.map(({ block }) => block)}::smallint[])
    AS w (date, block)`;
  await execute(
    tx,
    sql`DELETE FROM busy_blocks b WHERE b.calendar_id = ${calendarId}::uuid
           AND NOT EXISTS (SELECT FROM ${wanted} WHERE w.date = b.date AND w.block = b.block)`,
  );
  await execute(
    tx,
    sql`INSERT INTO busy_blocks (calendar_id, teacher_id, date, block)
        SELECT ${calendarId}::uuid, ${teacherId}::uuid, w.date, w.block FROM ${wanted}
            ON CONFLICT DO NOTHING`,
  );
}
