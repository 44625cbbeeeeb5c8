import type { CivilDate, Level, Subject, Weekday } from "@korki/domain";
import { bookingStopped } from "./bills";
import { isBusyOutside } from "./busy-blocks";
import type { Executor } from "./client";
import { isClosed, isTaken } from "./hours";
import { newId } from "./ids";
import { execute, query, type Sql, sql } from "./sql";
import { isoTime } from "./sql-fragments";
import type { Tx } from "./transaction";

export type WatchRecord = {
  id: string;
  studentId: string;
  creatorId: string;
  teacherId: string;
  teacherName: string;
  studentName: string;
  subject: Subject;
  level: Level;
  weekdays: Weekday[];
  fromBlock: number;
  toBlock: number;
  until: CivilDate;
  /** 1: the first of those students who wait for some of the same blocks, without those assigned no more or disabled. */
  place: number;
  /** `until`: ISO 8601 */
  held: { date: CivilDate; block: number; until: string } | null;
};

/** Whether the student of a watch is enabled and still the teacher's. */
function isInLine(watch: Sql): Sql {
  return sql`EXISTS (SELECT FROM teaching_relations r JOIN users u ON u.id = r.student_id AND NOT u.is_disabled
                      WHERE r.student_id = ${watch}.student_id AND r.teacher_id = ${watch}.teacher_id)`;
}

const HELD = sql`CASE WHEN w.hold_id IS NOT NULL THEN json_build_object(
  'date', w.held_date, 'block', w.held_block, 'until', ${isoTime(sql`w.held_until`)}) END`;

const WATCH = sql`w.id, w.student_id AS "studentId", w.creator_id AS "creatorId", w.teacher_id AS "teacherId",
  rtrim(t.name || ' ' || t.surname) AS "teacherName", rtrim(s.name || ' ' || s.surname) AS "studentName",
  w.subject, w.level, w.weekdays, w.from_block AS "fromBlock", w.to_block AS "toBlock", w.until::text AS until,
  1 + (SELECT count(DISTINCT o.student_id)::int FROM watches o
        WHERE o.teacher_id = w.teacher_id AND o.student_id <> w.student_id
          AND (o.created_at, o.id) < (w.created_at, w.id) AND o.until >= warsaw_today()
          AND o.weekdays && w.weekdays AND o.from_block <= w.to_block AND o.to_block >= w.from_block
          AND ${isInLine(sql`o`)}) AS place,
  ${HELD} AS held`;

const PEOPLE = sql`JOIN users t ON t.id = w.teacher_id JOIN users s ON s.id = w.student_id`;

/** The student of a watch `w`, where it has a login, and the parents who may book for it today. */
const DECIDERS = sql`SELECT s.id FROM users s WHERE s.id = w.student_id AND s.email IS NOT NULL AND NOT s.is_disabled
  UNION ALL
  SELECT p.id FROM current_guardianships g JOIN users p ON p.id = g.parent_id
   WHERE g.student_id = w.student_id AND g.can_book AND NOT p.is_disabled`;

/** Returns the watches of a student, in the order in which they began; those that are over do not count. */
export function listWatches(on: Executor, studentId: string, day: CivilDate): Promise<WatchRecord[]> {
  return query<WatchRecord>(
    on,
    sql`SELECT ${WATCH} FROM watches w ${PEOPLE}
         WHERE w.student_id = ${studentId}::uuid AND w.until >= ${day}::date ORDER BY w.created_at, w.id`,
  );
}

export async function findWatch(on: Executor, id: string): Promise<WatchRecord | null> {
  const [row] = await query<WatchRecord>(
    on,
    sql`SELECT ${WATCH} FROM watches w ${PEOPLE} WHERE w.id = ${id}::uuid`,
  );
  return row ?? null;
}

export async function insertWatch(
  tx: Tx,
  watch: Omit<WatchRecord, "id" | "teacherName" | "studentName" | "place" | "held">,
  at: Date,
): Promise<string> {
  const id = newId();
  await execute(
    tx,
    sql`INSERT INTO watches (id, student_id, creator_id, teacher_id, subject, level, weekdays, from_block, to_block,
                             until, created_at)
        VALUES (${id}::uuid, ${watch.studentId}::uuid, ${watch.creatorId}::uuid, ${watch.teacherId}::uuid,
                ${watch.subject}, ${watch.level}, ${watch.weekdays}::text[], ${watch.fromBlock}::smallint,
                ${watch.toBlock}::smallint, ${watch.until}::date, ${at})`,
  );
  return id;
}

/** Ends a watch with what is held for it, and returns whether it was there. */
export async function deleteWatch(tx: Tx, id: string): Promise<boolean> {
  return (await execute(tx, sql`DELETE FROM watches WHERE id = ${id}::uuid`)) === 1;
}

/** Counts the students who wait for a teacher; those who are disabled or assigned no more do not count. */
export async function countWaiting(on: Executor, teacherId: string, day: CivilDate): Promise<number> {
  const [row] = await query<{ count: number }>(
    on,
    sql`SELECT count(DISTINCT w.student_id)::int AS count FROM watches w
         WHERE w.teacher_id = ${teacherId}::uuid AND w.until >= ${day}::date AND ${isInLine(sql`w`)}`,
  );
  return row?.count ?? 0;
}

/** Returns the teachers for whom somebody waits. */
export async function listWatchedTeachers(on: Executor): Promise<string[]> {
  const rows = await query<{ id: string }>(on, sql`SELECT DISTINCT teacher_id AS id FROM watches ORDER BY 1`);
  return rows.map(({ id }) => id);
}

/**
 * Returns watched teachers with a hold whose time is up, or with an act that could be taken back since then and cannot now.
 */
export async function listTeachersDue(
  on: Executor,
  { since, now }: { since: Date; now: Date },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT w.teacher_id AS id FROM watches w
         WHERE w.teacher_id IN (
           SELECT o.teacher_id FROM watches o WHERE o.hold_id IS NOT NULL AND o.held_until <= ${now}::timestamptz
            UNION ALL
           SELECT gone.teacher_id FROM undo_steps u CROSS JOIN LATERAL (
             SELECT (u.before ->> 'teacher_id')::uuid AS teacher_id WHERE u.lesson_id IS NOT NULL
              UNION ALL
             SELECT p.person_id FROM jsonb_populate_recordset(NULL::person_slots, u.before #> '{move,slots}') p) gone
            WHERE u.until >= ${since}::timestamptz AND u.until < ${now}::timestamptz)
         GROUP BY w.teacher_id`,
  );
  return rows.map(({ id }) => id);
}

/** Whether somebody waits for a teacher. */
export function watched(teacher: Sql): Sql {
  return sql`EXISTS (SELECT FROM watches WHERE teacher_id = ${teacher})`;
}

/** Returns `watched` of one teacher. */
export async function isWatched(on: Executor, teacherId: string): Promise<boolean> {
  const [row] = await query<{ watched: boolean }>(
    on,
    sql`SELECT ${watched(sql`${teacherId}::uuid`)} AS watched`,
  );
  return row?.watched ?? false;
}

/** Keeps the watches of a teacher from everybody else until the transaction ends. */
export async function lockWatches(tx: Tx, teacherId: string): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('korki.watches' || ${teacherId}, 0))`);
  await execute(tx, sql`SELECT FROM watches WHERE teacher_id = ${teacherId}::uuid ORDER BY id FOR UPDATE`);
}

/** Excludes what is held for a watch from what takes a teacher's slots `p`. */
export const NO_WATCH_HOLD = sql`NOT EXISTS (SELECT FROM watches o WHERE o.hold_id = p.hold_id)`;

/**
 * Selects the slots that acts which can still be taken back would give back to a teacher's lessons and waiting moves (rules
 * §41).
 */
function slotsGivenBack(teacher: Sql, at: Date): Sql {
  return sql`
    SELECT l.date, l.block FROM undo_steps u CROSS JOIN LATERAL jsonb_populate_record(NULL::lessons, u.before) l
     WHERE u.until >= ${at}::timestamptz AND u.lesson_id IS NOT NULL AND l.teacher_id = ${teacher} AND lesson_holds_slot(l)
     UNION
    SELECT p.date, p.block
      FROM undo_steps u CROSS JOIN LATERAL jsonb_populate_recordset(NULL::person_slots, u.before #> '{move,slots}') p
     WHERE u.until >= ${at}::timestamptz AND p.person_id = ${teacher}`;
}

/** Days ahead that are looked at: as far as a watch may reach. */
const DAYS = sql`warsaw_today() + 60`;

/**
 * Notes which blocks of a teacher are free or held now, and since when. A block that is not noted yet has become free at
 * `at`; one that an act has freed that can be taken back is noted when that is over.
 */
export async function noteOpenBlocks(tx: Tx, teacherId: string, at: Date): Promise<void> {
  const teacher = sql`${teacherId}::uuid`;
  await execute(
    tx,
    sql`WITH undoable AS MATERIALIZED (${slotsGivenBack(teacher, at)}),
        open AS (
          SELECT b.date, b.block FROM offered_blocks(warsaw_today(), ${DAYS}) b
            JOIN users t ON t.id = b.teacher_id AND NOT t.is_disabled
           WHERE b.teacher_id = ${teacher} AND NOT ${isClosed(teacher, sql`b.date`, sql`b.block`)}
             AND NOT ${isBusyOutside(teacher, sql`b.date`, sql`b.block`)}
             AND NOT ${isTaken(teacher, sql`b.date`, sql`b.block`, NO_WATCH_HOLD)}
             AND NOT EXISTS (SELECT FROM undoable u WHERE u.date = b.date AND u.block = b.block)),
        gone AS (
          DELETE FROM watched_blocks k
           WHERE k.teacher_id = ${teacher}
             AND NOT EXISTS (SELECT FROM open WHERE open.date = k.date AND open.block = k.block))
        INSERT INTO watched_blocks (teacher_id, date, block, free_since)
        SELECT ${teacher}, open.date, open.block, ${at}::timestamptz FROM open
        ON CONFLICT DO NOTHING`,
  );
}

export type WatchState = WatchRecord & {
  /** ISO 8601 */
  createdAt: string;
  holdId: string | null;
  canBook: boolean;
  /** Who may book for the student now; without anybody `canBook` is false. */
  deciders: string[];
  /** Slots of the student, and those that the student was offered since they are free, by any watch, as `slotKey`s. */
  busy: string[];
  offered: string[];
};

export type LineState = {
  watches: WatchState[];
  /** Free or held; `freeSince` is ISO 8601. */
  blocks: { date: CivilDate; block: number; freeSince: string }[];
};

/**
 * Returns who waits for a teacher, in the order of the line, and the blocks as `noteOpenBlocks` noted them. A student can
 * book who is enabled and assigned to the enabled teacher of that subject, whose bookings are not stopped, who has a lesson
 * paid for where that is required, and for whom somebody may book.
 */
export async function loadLine(
  on: Executor,
  teacherId: string,
  requiresPrepaid: boolean,
): Promise<LineState> {
  const prepaid: Sql = requiresPrepaid
    ? sql`AND EXISTS (SELECT FROM ledger_accounts a WHERE a.student_id = w.student_id AND a.subject = w.subject
                         AND a.level = w.level AND a.balance > 0)`
    : sql``;
  const watches = await query<WatchState>(
    on,
    sql`SELECT ${WATCH}, ${isoTime(sql`w.created_at`)} AS "createdAt", w.hold_id AS "holdId",
               ARRAY(SELECT d.id::text FROM (${DECIDERS}) d) AS deciders,
               ${isInLine(sql`w`)} AND NOT t.is_disabled AND EXISTS (${DECIDERS})
                 AND EXISTS (SELECT FROM teacher_subjects ts WHERE ts.teacher_id = w.teacher_id
                                AND ts.subject = w.subject AND ts.level = w.level)
                 AND NOT ${bookingStopped(sql`w.student_id`)} ${prepaid} AS "canBook",
               ARRAY(SELECT p.date || '#' || p.block FROM person_slots p
                      WHERE p.person_id = w.student_id AND p.date BETWEEN warsaw_today() AND ${DAYS}) AS busy,
               ARRAY(SELECT o.date || '#' || o.block FROM watches v JOIN watch_offers o ON o.watch_id = v.id
                       JOIN watched_blocks k
                         ON k.teacher_id = v.teacher_id AND k.date = o.date AND k.block = o.block
                      WHERE v.student_id = w.student_id AND v.teacher_id = w.teacher_id
                        AND o.offered_at >= k.free_since) AS offered
          FROM watches w ${PEOPLE} WHERE w.teacher_id = ${teacherId}::uuid ORDER BY w.created_at, w.id`,
  );
  const blocks = await query<LineState["blocks"][number]>(
    on,
    sql`SELECT k.date::text AS date, k.block, ${isoTime(sql`k.free_since`)} AS "freeSince" FROM watched_blocks k
         WHERE k.teacher_id = ${teacherId}::uuid ORDER BY k.date, k.block`,
  );
  return { watches, blocks };
}

/** Frees what is held under this id; the watch goes on. */
export async function endHold(tx: Tx, holdId: string): Promise<void> {
  await execute(tx, sql`DELETE FROM slot_holds WHERE id = ${holdId}::uuid`);
}

/** Whether a block is held under this id for a student for whom this person may book. */
export async function isHeldFor(
  on: Executor,
  { holdId, personId }: { holdId: string; personId: string },
): Promise<boolean> {
  const found = await query(
    on,
    sql`SELECT FROM watches w WHERE w.hold_id = ${holdId}::uuid AND ${personId}::uuid IN (${DECIDERS})`,
  );
  return found.length > 0;
}

/** Holds a block for a watch. Returns null if somebody else has it by now; waits for a concurrent writer of the slot. */
export async function beginHold(
  tx: Tx,
  hold: { watchId: string; teacherId: string; date: CivilDate; block: number; until: Date; at: Date },
): Promise<string | null> {
  const id = newId();
  const { watchId, teacherId, date, block, until, at } = hold;
  await execute(tx, sql`INSERT INTO slot_holds (id, created_at) VALUES (${id}::uuid, ${at})`);
  const taken = await execute(
    tx,
    sql`INSERT INTO person_slots (person_id, date, block, hold_id)
        VALUES (${teacherId}::uuid, ${date}::date, ${block}::smallint, ${id}::uuid) ON CONFLICT DO NOTHING`,
  );
  if (taken === 0) {
    await endHold(tx, id);
    return null;
  }
  await execute(
    tx,
    sql`UPDATE watches SET hold_id = ${id}::uuid, held_date = ${date}::date, held_block = ${block}::smallint,
                           held_until = ${until}
         WHERE id = ${watchId}::uuid`,
  );
  await execute(
    tx,
    sql`INSERT INTO watch_offers (watch_id, date, block, offered_at)
        VALUES (${watchId}::uuid, ${date}::date, ${block}::smallint, ${at})
        ON CONFLICT (watch_id, date, block) DO UPDATE SET offered_at = excluded.offered_at`,
  );
  return id;
}

/** Excludes from what takes slots `p` what is held for this student at that time. */
export function notHeldFor(student: Sql, at: Sql): Sql {
  return sql`NOT EXISTS (SELECT FROM watches w
                          WHERE w.hold_id = p.hold_id AND w.student_id = ${student} AND w.held_until > ${at})`;
}

/** Lets this transaction take blocks that are held for somebody who waits: an administrator's choice (rules §34). */
export async function takeHolds(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT set_config('korki.takes_holds', 'on', true)`);
}

/** Returns the teachers of whom blocks are noted although nobody waits for them any more. */
export async function listUnwatchedTeachers(on: Executor): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT DISTINCT k.teacher_id AS id FROM watched_blocks k
         WHERE NOT EXISTS (SELECT FROM watches w WHERE w.teacher_id = k.teacher_id) ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

/** Forgets what was noted of a teacher, unless somebody waits by now. The line must be locked: who joins it notes first. */
export async function forgetUnwatched(tx: Tx, teacherId: string): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM watched_blocks k WHERE k.teacher_id = ${teacherId}::uuid
           AND NOT EXISTS (SELECT FROM watches w WHERE w.teacher_id = k.teacher_id)`,
  );
}
