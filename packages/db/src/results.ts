import type { CivilDate, Weekday } from "@korki/domain";
import { contactIdOf } from "./chat-contacts";
import type { Executor } from "./client";
import { isClosed } from "./hours";
import { DELIVERED_LESSON, PLANNED_LESSON } from "./lesson-status";
import { query, type Sql, sql } from "./sql";
import { bySurname, nameJson } from "./sql-fragments";

type Named = { id: string; name: string; surname: string };
type Period = { from: CivilDate; to: CivilDate };

/** A student with a lesson in a month; the teacher is that of the last one. */
export type RetentionRow = {
  student: Named;
  teacher: Named;
  /** "YYYY-MM" of the student's first lesson. */
  firstMonth: string;
  /** Whether there is one in the month after it. */
  retained: boolean;
};

/** Lists the students with a lesson in a month (`to` exclusive), and whether they have one before `next`. */
export function listRetention(
  on: Executor,
  { from, to, next }: Period & { next: CivilDate },
): Promise<RetentionRow[]> {
  return query<RetentionRow>(
    on,
    sql`WITH latest AS (
          SELECT DISTINCT ON (l.student_id) l.student_id, l.teacher_id FROM lessons l
           WHERE ${DELIVERED_LESSON} AND l.date >= ${from}::date AND l.date < ${to}::date
           ORDER BY l.student_id, l.date DESC, l.block DESC, l.id)
        SELECT ${nameJson(sql`s`)} AS student, ${nameJson(sql`t`)} AS teacher,
               (SELECT to_char(min(l.date), 'YYYY-MM') FROM lessons l
                 WHERE l.student_id = m.student_id AND ${DELIVERED_LESSON}) AS "firstMonth",
               EXISTS (SELECT FROM lessons l WHERE l.student_id = m.student_id AND ${DELIVERED_LESSON}
                          AND l.date >= ${to}::date AND l.date < ${next}::date) AS retained
          FROM latest m JOIN users s ON s.id = m.student_id JOIN users t ON t.id = m.teacher_id
         ORDER BY ${bySurname(sql`s`)}`,
  );
}

/** Blocks of a weekday and hour in a month: offered by teachers, and those in which a lesson was held. */
export type HourCell = { weekday: Weekday; block: number; offered: number; delivered: number };

/** One of them. */
export type HourRow = { teacher: Named; date: CivilDate; lessonId: string | null };

/** The blocks of a month that teachers offer, and those in which a lesson was held outside them, too. */
function usedHours({ from, to }: Period): Sql {
  return sql`
    WITH days AS (
      SELECT d::date AS date, (ARRAY['pon', 'wt', 'sr', 'czw', 'pt', 'sob', 'niedz'])[extract(isodow FROM d)::int] AS weekday
        FROM generate_series(${from}::date, ${to}::date - 1, '1 day') d),
    held AS (
      SELECT l.teacher_id, l.date, l.block, l.id FROM lessons l
       WHERE ${DELIVERED_LESSON} AND l.date >= ${from}::date AND l.date < ${to}::date),
    offered AS (
      SELECT b.teacher_id, b.date, b.block FROM offered_blocks(${from}::date, ${to}::date - 1) b
        JOIN users u ON u.id = b.teacher_id AND u.role = 'Teacher' AND NOT u.is_disabled
       WHERE NOT ${isClosed(sql`b.teacher_id`, sql`b.date`, sql`b.block`)}
       UNION SELECT teacher_id, date, block FROM held),
    hours AS (
      SELECT o.teacher_id, o.date, days.weekday, o.block, held.id AS lesson_id
        FROM offered o JOIN days ON days.date = o.date
        LEFT JOIN held ON held.teacher_id = o.teacher_id AND held.date = o.date AND held.block = o.block)`;
}

export function listHourCells(on: Executor, period: Period): Promise<HourCell[]> {
  return query<HourCell>(
    on,
    sql`${usedHours(period)}
        SELECT weekday, block, count(*)::int AS offered, count(lesson_id)::int AS delivered
          FROM hours GROUP BY weekday, block ORDER BY block, min(extract(isodow FROM date))`,
  );
}

export function listHourRows(
  on: Executor,
  { weekday, block, ...period }: Period & { weekday: Weekday; block: number },
): Promise<HourRow[]> {
  return query<HourRow>(
    on,
    sql`${usedHours(period)}
        SELECT ${nameJson(sql`t`)} AS teacher, h.date, h.lesson_id AS "lessonId"
          FROM hours h JOIN users t ON t.id = h.teacher_id
         WHERE h.weekday = ${weekday} AND h.block = ${block}::int
         ORDER BY h.date, ${bySurname(sql`t`)}`,
  );
}

/** A request for a trial lesson, and how far it led. */
export type TrialPathRow = {
  trialLessonId: string;
  name: string;
  student: Named | null;
  isScheduled: boolean;
  isHeld: boolean;
  /** The student's lessons, at most 4. */
  lessons: number;
};

/** Lists the requests of a month, by day. */
export function listTrialPaths(on: Executor, { from, to }: Period): Promise<TrialPathRow[]> {
  return query<TrialPathRow>(
    on,
    sql`SELECT t.id AS "trialLessonId", t.name, ${nameJson(sql`s`)} AS student,
               t.status IN ('Umowiona', 'Zrealizowana') AS "isScheduled", t.status = 'Zrealizowana' AS "isHeld",
               (SELECT count(*)::int FROM (SELECT FROM lessons l WHERE l.student_id = t.student_id AND ${DELIVERED_LESSON} LIMIT 4) l) AS lessons
          FROM trial_lessons t LEFT JOIN users s ON s.id = t.student_id
         WHERE t.created_at >= ${from}::date::timestamp AT TIME ZONE 'Europe/Warsaw'
           AND t.created_at < ${to}::date::timestamp AT TIME ZONE 'Europe/Warsaw'
         ORDER BY t.created_at, t.id`,
  );
}

/** A student whose lessons have stopped, with the last one. */
export type IdleRow = { student: Named; teacher: Named; contactId: string | null; lastOn: CivilDate };

/** Lists students without a next lesson whose last was between two days (both included), the latest first. */
export function listIdle(
  on: Executor,
  { day, from, to }: { day: CivilDate; from: CivilDate; to: CivilDate },
): Promise<IdleRow[]> {
  return query<IdleRow>(
    on,
    sql`SELECT ${nameJson(sql`s`)} AS student, ${nameJson(sql`t`)} AS teacher, ${contactIdOf(sql`s`)} AS "contactId",
               last.date AS "lastOn"
          FROM (SELECT DISTINCT l.student_id FROM lessons l
                 WHERE ${DELIVERED_LESSON} AND l.date BETWEEN ${from}::date AND ${to}::date) m
          JOIN users s ON s.id = m.student_id AND NOT s.is_disabled AND s.erased_at IS NULL
         CROSS JOIN LATERAL (
           SELECT l.date, l.teacher_id FROM lessons l WHERE l.student_id = m.student_id AND ${DELIVERED_LESSON}
            ORDER BY l.date DESC, l.block DESC LIMIT 1) last
          JOIN users t ON t.id = last.teacher_id
         WHERE last.date <= ${to}::date AND NOT EXISTS (
           SELECT FROM lessons l WHERE l.student_id = m.student_id AND l.date >= ${day}::date AND ${PLANNED_LESSON})
         ORDER BY last.date DESC, ${bySurname(sql`s`)}`,
  );
}
