import type { CivilDate, LessonStatus, Level, Subject, TrialStatus } from "@korki/domain";
import type { Database } from "./client";
import { query, type Sql, sql } from "./sql";
import { isoTime } from "./sql-fragments";
import type { Tx } from "./transaction";

/** The secret part of a person's calendar address; null while there is none. */
export async function findCalendarKey(db: Database, userId: string): Promise<string | null> {
  const row = await db.prisma.user.findUnique({ where: { id: userId }, select: { calendarKey: true } });
  return row?.calendarKey ?? null;
}

/** Sets the key if there is none. Returns the current key. */
export async function keepCalendarKey(tx: Tx, userId: string, fresh: string): Promise<string> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, calendarKey: null },
    data: { calendarKey: fresh },
  });
  if (count === 1) return fresh;
  const { calendarKey } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { calendarKey: true },
  });
  return calendarKey ?? fresh;
}

export async function forgetCalendarKey(tx: Tx, userId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { calendarKey: null } });
}

/** Whose calendar it is; a parent's has the lessons of the children of today. */
type CalendarOwner = { id: string; role: "Student" | "Teacher" | "Parent" };

/** Whose calendar a key opens, and a mark that changes whenever anything that the calendar shows changes. */
export type CalendarState = CalendarOwner & { mark: string };

/** The days of a calendar, and how many lessons it shows. */
export type CalendarWindow = { from: CivilDate; today: CivilDate; limit: number };

/**
 * The lessons of a person from a day on, with the names that the calendar shows. Of more than `limit` the nearest to today:
 * those ahead, then as many past ones as there is room for.
 */
function shownLessons(role: CalendarOwner["role"], id: Sql, { from, today, limit }: CalendarWindow): Sql {
  const own = {
    Teacher: sql`teacher_id = ${id}`,
    Student: sql`student_id = ${id}`,
    Parent: sql`student_id IN (SELECT g.student_id FROM current_guardianships g WHERE g.parent_id = ${id})`,
  }[role];
  const other = role === "Teacher" ? sql`student_id` : sql`teacher_id`;
  const child = role === "Parent" ? sql`(SELECT c.name FROM users c WHERE c.id = l.student_id)` : sql`NULL`;
  return sql`
      FROM (SELECT * FROM lessons WHERE ${own} AND deleted_at IS NULL AND date >= ${from}
             ORDER BY date < ${today}, abs(date - ${today}::date), block, id LIMIT ${limit}) l
      JOIN LATERAL (SELECT rtrim(o.name || ' ' || o.surname) AS "withName", ${child} AS child
                      FROM users o WHERE o.id = l.${other}) p ON true`;
}

/**
 * The state of the calendar that a key opens, in one statement; null for an unknown key, a disabled account and a role
 * without lessons. The window chooses the lessons as in `listCalendarLessons`.
 */
export async function findCalendarState(
  db: Database,
  key: string,
  window: CalendarWindow,
): Promise<CalendarState | null> {
  const lessons = (role: CalendarOwner["role"]) => sql`
    SELECT string_agg(concat_ws(' ', l.id, l.version, l.updated_at, p."withName", p.child), ',' ORDER BY l.id)
      ${shownLessons(role, sql`u.id`, window)}`;
  const rows = await query<CalendarState>(
    db,
    sql`
      SELECT u.id, u.role, md5(concat_ws('|', (SELECT brand_version FROM centre_settings),
             CASE u.role WHEN 'Teacher' THEN (${lessons("Teacher")}) WHEN 'Parent' THEN (${lessons("Parent")})
                         ELSE (${lessons("Student")}) END,
             CASE u.role WHEN 'Teacher' THEN (
               SELECT string_agg(concat_ws(' ', t.id, t.version, t.updated_at), ',' ORDER BY t.id)
                 FROM trial_lessons t WHERE t.teacher_id = u.id AND t.date >= ${window.from} AND t.block IS NOT NULL) END)) AS mark
        FROM users u
       WHERE u.calendar_key = ${key} AND NOT u.is_disabled AND u.role IN ('Student', 'Teacher', 'Parent')`,
  );
  return rows[0] ?? null;
}

/** What a calendar program shows of a lesson or a trial lesson; timestamps are ISO 8601 in UTC. */
export type FeedLesson = {
  id: string;
  teacherId: string;
  /** The other side's name. */
  withName: string;
  /** The first name of the child whose lesson it is, in a parent's calendar alone. */
  child: string | null;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  description: string;
  status: LessonStatus;
  cancelMessage: string | null;
  meetingLink: string;
  /** Of a double lesson, the same in both. */
  pairId: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
};

/** Lists a person's lessons from a day on, cancelled ones too, in order; at most `limit`, the nearest to today. */
export async function listCalendarLessons(
  db: Database,
  { id, role }: CalendarOwner,
  window: CalendarWindow,
): Promise<FeedLesson[]> {
  const rows = await query<{ lessons: FeedLesson[] }>(
    db,
    sql`SELECT coalesce(json_agg(json_build_object(
                    'id', l.id, 'teacherId', l.teacher_id, 'withName', p."withName", 'child', p.child, 'date', l.date, 'block', l.block,
                    'subject', l.subject, 'level', l.level, 'description', l.description, 'status', l.status,
                    'cancelMessage', l.cancel_message, 'pairId', l.pair_id, 'meetingLink', l.meeting_link, 'version', l.version,
                    'createdAt', ${isoTime(sql`l.created_at`)}, 'updatedAt', ${isoTime(sql`l.updated_at`)})
                    ORDER BY l.date, l.block, l.id), '[]') AS lessons
             ${shownLessons(role, sql`${id}::uuid`, window)}`,
  );
  return rows[0]?.lessons ?? [];
}

export type FeedTrial = Omit<
  FeedLesson,
  "teacherId" | "withName" | "child" | "status" | "cancelMessage" | "pairId"
> & {
  /** The visitor's name; may be empty. */
  name: string;
  status: TrialStatus;
};

/** A teacher's trial lessons from a day on, cancelled ones too. */
export async function listCalendarTrials(
  db: Database,
  teacherId: string,
  from: CivilDate,
): Promise<FeedTrial[]> {
  const rows = await query<{ trials: FeedTrial[] }>(
    db,
    sql`SELECT coalesce(json_agg(json_build_object(
                    'id', id, 'name', name, 'date', date, 'block', block, 'subject', subject, 'level', level,
                    'description', description, 'status', status, 'meetingLink', meeting_link, 'version', version,
                    'createdAt', ${isoTime(sql`created_at`)}, 'updatedAt', ${isoTime(sql`updated_at`)})
                    ORDER BY date, block, id), '[]') AS trials
             FROM trial_lessons WHERE teacher_id = ${teacherId} AND date >= ${from} AND block IS NOT NULL`,
  );
  return rows[0]?.trials ?? [];
}
