import {
  type CivilDate,
  civilDate,
  type LessonStatus,
  type Level,
  monthBounds,
  type SlotClosure,
  STATUSES_OF,
  type StatusGroup,
  type Subject,
} from "@korki/domain";
import type { Database, Executor } from "./client";
import { closureOf } from "./closures";
import { mayTake } from "./consents";
import { isTaken } from "./hours";
import { IS_PARTNER, KEPT_LESSON, type KeptLesson } from "./lessons";
import { execute, query, type Sql, sql, whereAll } from "./sql";
import { isoTime, jsonArray, nameJson, type PageQuery, pageClause } from "./sql-fragments";
import type { Tx } from "./transaction";
import { NO_WATCH_HOLD } from "./watches";

type Named = { id: string; name: string; surname: string };

/** A lesson as administrators see it; whole złoty. */
export type AdminLessonRow = KeptLesson & { teacher: Named; student: Named; price: number; rate: number };

const LESSON = sql`json_build_object(${KEPT_LESSON},
  'teacher', ${nameJson(sql`t`)}, 'student', ${nameJson(sql`s`)}, 'price', l.price, 'rate', l.rate)`;

/** Joins the people of lessons `l`: teachers `t` and students `s`. */
export const LESSON_PEOPLE = sql`JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id`;

export type LessonFilter = {
  teacherId?: string | undefined;
  studentId?: string | undefined;
  day?: number | undefined;
  month?: number | undefined;
  year?: number | undefined;
  status?: LessonStatus | undefined;
  group?: StatusGroup | undefined;
  subject?: Subject | undefined;
  level?: Level | undefined;
  /** first and last day */
  from?: CivilDate | undefined;
  to?: CivilDate | undefined;
};

/** Returns the WHERE of lessons `l` that are not deleted and that a filter asks for. */
export function lessonsMatching(filter: LessonFilter): Sql {
  const { teacherId, studentId, day, month, year, status, group, subject, level, from, to } = filter;
  return whereAll([
    sql`l.deleted_at IS NULL`,
    teacherId !== undefined && sql`l.teacher_id = ${teacherId}::uuid`,
    studentId !== undefined && sql`l.student_id = ${studentId}::uuid`,
    status !== undefined && sql`l.status = ${status}`,
    group !== undefined && sql`l.status = ANY(${[...STATUSES_OF[group]]}::text[])`,
    subject !== undefined && sql`l.subject = ${subject}`,
    level !== undefined && sql`l.level = ${level}`,
    from !== undefined && sql`l.date >= ${from}::date`,
    to !== undefined && sql`l.date <= ${to}::date`,
    ...onDays({ day, month, year }),
  ]);
}

/** A whole date and a month of a year are ranges, for which the index on date serves; other filters scan. */
function onDays({ day, month, year }: Pick<LessonFilter, "day" | "month" | "year">): (Sql | false)[] {
  const within = ({ from, to }: { from: CivilDate; to: CivilDate }) =>
    sql`l.date >= ${from}::date AND l.date < ${to}::date`;
  if (year !== undefined && month !== undefined && day !== undefined) {
    const date = civilDate(year, month, day);
    return [date === null ? sql`false` : sql`l.date = ${date}::date`];
  }
  if (year !== undefined && month !== undefined) return [within(monthBounds({ year, month }))];
  return [
    year !== undefined && within({ from: `${year}-01-01`, to: `${year + 1}-01-01` }),
    month !== undefined && sql`extract(month FROM l.date) = ${month}::int`,
    day !== undefined && sql`extract(day FROM l.date) = ${day}::int`,
  ];
}

/** A page of all lessons, ordered by date and block; whole rows are read for the page alone. */
export async function listAllLessons(
  db: Database,
  filter: LessonFilter & PageQuery & { direction: "asc" | "desc" },
): Promise<AdminLessonRow[]> {
  const order = orderOf(filter.direction);
  const rows = await query<{ items: AdminLessonRow[] }>(
    db,
    sql`
      SELECT ${jsonArray(sql`SELECT ${LESSON}
                     FROM (SELECT l.id FROM lessons l ${lessonsMatching(filter)} ORDER BY ${order} ${pageClause(filter)}) page
                     JOIN lessons l ON l.id = page.id ${LESSON_PEOPLE}
                    ORDER BY ${order}`)} AS items`,
  );
  return rows[0]?.items ?? [];
}

/** How many lessons a filter lets through. */
export async function countAllLessons(db: Database, filter: LessonFilter): Promise<number> {
  const rows = await query<{ total: number }>(
    db,
    sql`SELECT count(*)::int AS total FROM lessons l ${lessonsMatching(filter)}`,
  );
  return rows[0]?.total ?? 0;
}

/** Lessons without counting them, the latest first, `limit` at most from `offset` on. */
export async function listLatestLessons(
  db: Database,
  filter: LessonFilter & { limit: number; offset: number },
): Promise<AdminLessonRow[]> {
  const order = orderOf("desc");
  const rows = await query<{ lesson: AdminLessonRow }>(
    db,
    sql`
      SELECT ${LESSON} AS lesson
        FROM (SELECT * FROM lessons l ${lessonsMatching(filter)} ORDER BY ${order}
               LIMIT ${filter.limit}::int OFFSET ${filter.offset}::int) l ${LESSON_PEOPLE}
       ORDER BY ${order}`,
  );
  return rows.map(({ lesson }) => lesson);
}

function orderOf(direction: "asc" | "desc"): Sql {
  return direction === "asc" ? sql`l.date, l.block, l.id` : sql`l.date DESC, l.block DESC, l.id DESC`;
}

/** A lesson that is not deleted. */
export async function findAdminLesson(on: Executor, id: string): Promise<AdminLessonRow | null> {
  const rows = await query<{ lesson: AdminLessonRow }>(
    on,
    sql`
    SELECT ${LESSON} AS lesson FROM lessons l ${LESSON_PEOPLE} WHERE l.id = ${id}::uuid AND l.deleted_at IS NULL`,
  );
  return rows[0]?.lesson ?? null;
}

/** Locks lessons that are not deleted, in the order of their ids, and returns them. */
export async function lockAdminLessons(tx: Tx, ids: readonly string[]): Promise<AdminLessonRow[]> {
  await execute(
    tx,
    sql`SELECT FROM lessons l WHERE l.id = ANY(${ids}::uuid[]) AND l.deleted_at IS NULL
         ORDER BY l.id FOR NO KEY UPDATE`,
  );
  const rows = await query<{ lesson: AdminLessonRow }>(
    tx,
    sql`SELECT ${LESSON} AS lesson FROM lessons l ${LESSON_PEOPLE}
         WHERE l.id = ANY(${ids}::uuid[]) AND l.deleted_at IS NULL`,
  );
  return rows.map(({ lesson }) => lesson);
}

/** What prevents a lesson from taking its slot again. */
export type SlotObstacles = {
  id: string;
  teacherBusy: boolean;
  studentBusy: boolean;
  closure: SlotClosure | null;
  /** One of its people was erased. */
  isErased: boolean;
  teacherDisabled: boolean;
  studentDisabled: boolean;
  /** The student would be new to a teacher who lacks a required check. */
  isUnvetted: boolean;
};

/**
 * Returns what prevents an administrator from giving lessons that do not occupy their slots these back, as of this
 * statement; what is held for who waits does not (rules §34). Their people are held as they are until the transaction ends.
 */
export async function findSlotObstacles(tx: Tx, ids: readonly string[]): Promise<SlotObstacles[]> {
  const isBusy = (person: Sql) => isTaken(person, sql`l.date`, sql`l.block`, NO_WATCH_HOLD);
  return query<SlotObstacles>(
    tx,
    sql`SELECT l.id, ${isBusy(sql`l.teacher_id`)} AS "teacherBusy", ${isBusy(sql`l.student_id`)} AS "studentBusy",
               CASE WHEN NOT l.closure_overridden THEN ${closureOf(sql`l.teacher_id`, sql`l.date`, sql`l.block`)} END AS closure,
               coalesce(t.erased_at, s.erased_at) IS NOT NULL AS "isErased",
               t.is_disabled AS "teacherDisabled", s.is_disabled AS "studentDisabled",
               NOT ${mayTake(sql`l.teacher_id`, sql`l.student_id`)} AS "isUnvetted"
          FROM lessons l JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id
         WHERE l.id = ANY(${ids}::uuid[]) ORDER BY l.id FOR SHARE OF t, s`,
  );
}

/** Blocks of a day that are taken, apart from those of the lesson that is being edited, or of both of a double one. */
export async function findBusyBlocks(
  db: Database,
  filter: {
    date: CivilDate;
    teacherId: string;
    studentId: string | null;
    exceptLessonId: string | null;
    exceptTrialLessonId: string | null;
    pair: "one" | "both";
  },
): Promise<{ teacher: number[]; student: number[]; held: { block: number; name: string; until: string }[] }> {
  const { date, teacherId, studentId, exceptLessonId, exceptTrialLessonId, pair } = filter;
  const rows = await query<{
    block: number;
    teacher: boolean;
    student: boolean;
    held: { name: string; until: string } | null;
  }>(
    db,
    sql`
      SELECT block, person_id = ${teacherId}::uuid AS teacher,
             coalesce(person_id = ${studentId}::uuid, false) AS student,
             (SELECT json_build_object('name', rtrim(s.name || ' ' || s.surname), 'until', ${isoTime(sql`w.held_until`)})
                FROM watches w JOIN users s ON s.id = w.student_id WHERE w.hold_id = person_slots.hold_id) AS held
        FROM person_slots
       WHERE date = ${date}::date AND person_id IN (${teacherId}::uuid, ${studentId}::uuid)
         AND lesson_id IS DISTINCT FROM coalesce(${exceptLessonId}::uuid, '00000000-0000-0000-0000-000000000000')
         AND NOT EXISTS (
           SELECT FROM lessons l JOIN lessons p ON ${IS_PARTNER}
            WHERE ${pair === "both"}::boolean AND l.id = ${exceptLessonId}::uuid AND p.id = person_slots.lesson_id)
         AND trial_lesson_id IS DISTINCT FROM
             coalesce(${exceptTrialLessonId}::uuid, '00000000-0000-0000-0000-000000000000')`,
  );
  return {
    teacher: rows.filter(({ teacher, held }) => teacher && !held).map(({ block }) => block),
    held: rows.flatMap(({ block, teacher, held }) => (teacher && held ? [{ block, ...held }] : [])),
    student: rows.filter(({ student }) => student).map(({ block }) => block),
  };
}
