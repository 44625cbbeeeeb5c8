import {
  type CivilDate,
  type LessonPlace,
  type LessonStatus,
  type RoomRole,
  roomPath,
  TEACHER_AWAITED_MINUTES,
  VISIT_GAP_MS,
} from "@korki/domain";
import type { Database, Executor } from "./client";
import { CANCELLED_STATUSES } from "./lesson-status";
import { execute, query, type Sql, sql } from "./sql";
import { isoTime } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A lesson's room as somebody finds it. */
export type RoomRow = {
  lessonId: string;
  teacherId: string;
  studentId: string;
  date: CivilDate;
  block: number;
  status: LessonStatus;
  isDeleted: boolean;
  /** How this person belongs to it; null: not at all. */
  role: RoomRole | null;
  /** An administrator has taken the student from the teacher since the lesson was made, or given to that teacher. */
  isUnassigned: boolean;
  meetingLink: string;
  /** The teacher's own room; "" for none. */
  teacherRoom: string;
  /** Null: as the environment says. */
  place: LessonPlace | null;
  /** How many operations its board's log has, and how many bytes they are. */
  lastSeq: number;
  bytes: number;
};

/**
 * The room of a lesson `l`, with a board `b` where it has one, for a user `u`. The entry of a substitution names the teacher
 * before. Its people are looked up one by one: joined with them, PostgreSQL read all users where the teacher was newer than
 * its statistics.
 */
const ROOM = sql`l.id AS "lessonId", l.teacher_id AS "teacherId", l.student_id AS "studentId", l.date, l.block, l.status,
  l.deleted_at IS NOT NULL AS "isDeleted", l.meeting_link AS "meetingLink",
  (SELECT t.meeting_room FROM users t WHERE t.id = l.teacher_id) AS "teacherRoom",
  (SELECT lesson_place FROM centre_settings) AS place,
  coalesce(b.last_seq, 0) AS "lastSeq", coalesce(b.bytes, 0) AS bytes,
  NOT EXISTS (SELECT FROM teaching_relations r WHERE r.teacher_id = l.teacher_id AND r.student_id = l.student_id)
  AND EXISTS (SELECT FROM history_entries h WHERE h.entity = 'relation' AND h.action = 'unrelate'
                 AND h.entity_id = l.teacher_id || '/' || l.student_id AND h.at >= l.created_at
                 AND NOT EXISTS (SELECT FROM history_entries g WHERE g.entity = 'lesson' AND g.action = 'substitute'
                                    AND g.entity_id = l.id::text AND g.id > h.id AND g.teacher_id <> l.teacher_id))
  AS "isUnassigned",
  CASE WHEN u.is_disabled THEN NULL
       WHEN u.id = l.teacher_id THEN 'teacher' WHEN u.id = l.student_id THEN 'student'
       WHEN u.role = 'Admin' THEN 'admin'
       WHEN EXISTS (SELECT FROM current_guardianships g WHERE g.parent_id = u.id AND g.student_id = l.student_id)
       THEN CASE WHEN EXISTS (SELECT FROM users s WHERE s.id = l.student_id AND s.email IS NULL AND NOT s.is_disabled)
                 THEN 'student' ELSE 'parent' END END AS role`;

const BOARD = sql`LEFT JOIN lesson_boards b ON b.lesson_id = l.id`;

/** The lesson of the second hour, where a lesson `l` is the first of a double one; also after their outcomes (rules §34). */
const LATER = sql`(SELECT p.id FROM lessons p
   WHERE p.pair_id = l.pair_id AND p.teacher_id = l.teacher_id AND p.date = l.date AND p.block = l.block + 1
     AND p.deleted_at IS NULL AND p.status NOT IN ${CANCELLED_STATUSES} LIMIT 1) AS "laterId"`;

/** Returns the room of a lesson for a user, or for nobody in particular; null: there is no such lesson. */
export async function findRoom(
  on: Executor,
  { lessonId, userId }: { lessonId: string; userId: string | null },
): Promise<(RoomRow & { laterId: string | null }) | null> {
  const [row] = await query<RoomRow & { laterId: string | null }>(
    on,
    sql`SELECT ${ROOM}, ${LATER} FROM lessons l ${BOARD} LEFT JOIN users u ON u.id = ${userId}::uuid
         WHERE l.id = ${lessonId}::uuid AND l.deleted_at IS NULL`,
  );
  return row ?? null;
}

/** Returns the rooms in which these windows are, as their people find them now. */
export function findRoomsOf(
  db: Database,
  windows: readonly string[],
): Promise<(RoomRow & { window: string })[]> {
  return query(
    db,
    sql`SELECT v.id AS window, ${ROOM} FROM lesson_visits v JOIN lessons l ON l.id = v.lesson_id ${BOARD}
          JOIN users u ON u.id = v.user_id
         WHERE v.id = ANY(${windows}::uuid[])`,
  );
}

/** Locks a lesson's room until the transaction ends: people enter one after another. */
export async function lockRoom(tx: Tx, lessonId: string): Promise<void> {
  await query(tx, sql`SELECT FROM lessons WHERE id = ${lessonId}::uuid FOR NO KEY UPDATE`);
}

/** Whether a visit `v` lasts. */
const HEARD = (now: Date): Sql =>
  sql`v.left_at IS NULL AND v.closes_at > ${now}::timestamptz
      AND v.seen_at > ${new Date(now.getTime() - VISIT_GAP_MS)}::timestamptz`;

/** Five minutes after the start of a lesson `l`. */
const AWAITED_FROM = sql`((l.date + time '07:00' + l.block * interval '65 minutes'
  + make_interval(mins => ${TEACHER_AWAITED_MINUTES}::int)) AT TIME ZONE 'Europe/Warsaw')`;
/** Whether a visit `v` lasted until five minutes after the start or longer. Passing on to an address outside is none. */
const STAYED = (now: Date): Sql => sql`(${HEARD(now)} OR (
  coalesce(v.left_at, v.seen_at) >= ${AWAITED_FROM} AND v.left_at IS DISTINCT FROM v.entered_at))`;

/** The settings by which it is known where lessons take place. */
export type PlaceSettings = { publicUrl: string; lessonPlace: LessonPlace };

/** Whether a lesson `l` takes place in the product's own room, by the same rule as `placeOf` of the services. */
function isInOwnRoom({ publicUrl, lessonPlace }: PlaceSettings): Sql {
  return sql`(l.meeting_link = '' OR l.meeting_link = replace(${publicUrl + roomPath("{id}")}, '{id}', l.id::text))
    AND coalesce((SELECT lesson_place FROM centre_settings), ${lessonPlace}) = 'own'
    AND NOT EXISTS (SELECT FROM users u WHERE u.id = l.teacher_id AND u.meeting_room <> '')`;
}

/**
 * Whether the student or a parent waits, or has waited, in the own room of a lesson `l` without the teacher, five minutes
 * after its start or later (rules §30). `still`: they wait at this moment.
 */
export function isTeacherAwaited(
  now: Date,
  { still, settings }: { still: boolean; settings: PlaceSettings },
): Sql {
  return sql`${AWAITED_FROM} <= ${now}::timestamptz AND ${isInOwnRoom(settings)}
    AND EXISTS (SELECT FROM lesson_visits v WHERE v.lesson_id = l.id AND v.role IN ('student', 'parent')
                   AND ${still ? HEARD(now) : STAYED(now)})
    AND NOT EXISTS (SELECT FROM lesson_visits v WHERE v.lesson_id = l.id AND v.user_id = l.teacher_id AND ${STAYED(now)})`;
}

/** Somebody in a room, by window. */
export type PresentRow = {
  lessonId: string;
  window: string;
  userId: string;
  name: string;
  surname: string;
  role: RoomRole;
  since: string;
  generation: number;
};

/** Returns who is in these rooms, in the order of their coming. The parent of a child without a login has its name. */
export function listPresent(
  on: Executor,
  lessonIds: readonly string[],
  { now, childsParent }: { now: Date; childsParent: string },
): Promise<PresentRow[]> {
  const isChilds = sql`v.role = 'student' AND v.user_id <> l.student_id`;
  const [first = null, ...others] = lessonIds;
  // PostgreSQL keeps its plan for one room. For each list it makes another, which takes longer than looking.
  const inRooms = others.length === 0 ? sql`= ${first}::uuid` : sql`= ANY(${lessonIds}::uuid[])`;
  return query<PresentRow>(
    on,
    sql`SELECT v.lesson_id AS "lessonId", v.id AS window, v.user_id AS "userId", v.role, v.generation,
               CASE WHEN ${isChilds} THEN s.name ELSE u.name END AS name,
               CASE WHEN ${isChilds} THEN ${childsParent} ELSE u.surname END AS surname,
               ${isoTime(sql`v.entered_at`)} AS since
          FROM lesson_visits v JOIN lessons l ON l.id = v.lesson_id
          JOIN users u ON u.id = v.user_id JOIN users s ON s.id = l.student_id
         WHERE v.lesson_id ${inRooms} AND ${HEARD(now)}
         ORDER BY v.entered_at, v.generation`,
  );
}

/** A visit that begins. `isPassing`: it only leads to an address outside, and is over at once. */
type NewVisit = {
  id: string;
  lessonId: string;
  userId: string;
  role: RoomRole;
  now: Date;
  /** When the room closes: no visit outlasts it. */
  closesAt: Date;
  isPassing?: boolean;
};

/** Notes that a person entered, as the next generation of the lesson's windows, which is returned. */
export async function insertVisit(tx: Tx, visit: NewVisit): Promise<number> {
  const { id, lessonId, userId, role, now, closesAt, isPassing = false } = visit;
  const [row] = await query<{ generation: number }>(
    tx,
    sql`INSERT INTO lesson_visits (id, lesson_id, user_id, role, generation, entered_at, seen_at, closes_at, left_at)
        SELECT ${id}::uuid, ${lessonId}::uuid, ${userId}::uuid, ${role}, coalesce(max(generation), 0) + 1,
               ${now}::timestamptz, ${now}::timestamptz, ${closesAt}::timestamptz, ${isPassing ? now : null}::timestamptz
          FROM lesson_visits WHERE lesson_id = ${lessonId}::uuid
        RETURNING generation`,
  );
  if (!row) throw new Error("an inserted visit was not returned");
  return row.generation;
}

/** Goes on with the one of these windows that was heard lately. Returns it with its generation; null: they are gone. */
export async function resumeVisit(
  on: Executor,
  visit: { ids: readonly string[]; lessonId: string; userId: string; now: Date },
): Promise<{ id: string; generation: number } | null> {
  const { ids, lessonId, userId, now } = visit;
  const [row] = await query<{ id: string; generation: number }>(
    on,
    sql`UPDATE lesson_visits v SET seen_at = ${now}::timestamptz
         WHERE v.id = ANY(${ids}::uuid[]) AND v.lesson_id = ${lessonId}::uuid AND v.user_id = ${userId}::uuid
           AND ${HEARD(now)}
        RETURNING v.id, v.generation`,
  );
  return row ?? null;
}

/** Whether there is or was such a window. */
export async function isVisit(tx: Tx, window: string): Promise<boolean> {
  return (await query(tx, sql`SELECT FROM lesson_visits WHERE id = ${window}::uuid`)).length > 0;
}

/** Ends a person's windows in a room, lost ones when they were heard last. Returns those that were there. */
export async function endVisitsOf(
  tx: Tx,
  { lessonId, userId, now }: { lessonId: string; userId: string; now: Date },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    sql`UPDATE lesson_visits v SET left_at = least(v.closes_at, CASE WHEN ${HEARD(now)} THEN ${now}::timestamptz ELSE v.seen_at END)
         WHERE v.lesson_id = ${lessonId}::uuid AND v.user_id = ${userId}::uuid AND v.left_at IS NULL
        RETURNING v.id`,
  );
  return rows.map(({ id }) => id);
}

/** Ends a window now. */
export async function endVisit(on: Executor, window: string, now: Date): Promise<void> {
  await execute(
    on,
    sql`UPDATE lesson_visits SET left_at = least(closes_at, ${now}::timestamptz)
         WHERE id = ${window}::uuid AND left_at IS NULL`,
  );
}

/** Notes when windows were heard last. Returns those that were not ended meanwhile. */
export async function keepVisits(
  db: Database,
  heard: readonly { window: string; heardAt: Date }[],
): Promise<string[]> {
  const windows = heard.map(({ window }) => window);
  const times = heard.map(({ heardAt }) => heardAt.toISOString());
  const rows = await query<{ id: string }>(
    db,
    sql`UPDATE lesson_visits v SET seen_at = greatest(v.seen_at, heard.at)
          FROM unnest(${windows}::uuid[], ${times}::timestamptz[]) AS heard (id, at)
         WHERE v.id = heard.id AND v.left_at IS NULL RETURNING v.id`,
  );
  return rows.map(({ id }) => id);
}

type VisitRow = {
  lessonId: string;
  userId: string;
  role: RoomRole;
  enteredAt: Date;
  leftAt: Date | null;
};

/** Returns everybody's visits to rooms, by time; a window that is not heard any more left when it was heard last. */
export function listVisits(on: Executor, lessonIds: readonly string[], now: Date): Promise<VisitRow[]> {
  return query(
    on,
    sql`SELECT v.lesson_id AS "lessonId", v.user_id AS "userId", v.role, v.entered_at AS "enteredAt",
               CASE WHEN ${HEARD(now)} THEN NULL
                    ELSE coalesce(v.left_at, least(v.closes_at, v.seen_at)) END AS "leftAt"
          FROM lesson_visits v WHERE v.lesson_id = ANY(${lessonIds}::uuid[]) ORDER BY v.entered_at, v.generation`,
  );
}

/** Tells every process about rooms. Texts are split, because a signal holds less than 8,000 bytes. */
export async function signalRooms(db: Database, payloads: readonly string[]): Promise<void> {
  await execute(
    db,
    sql`SELECT pg_notify('korki_rooms', payload)
          FROM unnest(${payloads}::text[]) WITH ORDINALITY AS p (payload, at) ORDER BY at`,
  );
}
