import {
  type CivilDate,
  civilDate,
  type LessonStatus,
  type Level,
  monthBounds,
  type Subject,
  type TrialStatus,
} from "@korki/domain";
import type { Database, Tx } from "./client";
import { Prisma } from "./generated/client";
import { KEPT_LESSON, type KeptLesson } from "./lessons";
import { nameJson, type PageQuery, pageClause, readRows, whereAll } from "./sql";

type Named = { id: string; name: string; surname: string };

/** A lesson as administrators see it; whole złoty. */
export type AdminLessonRow = KeptLesson & { teacher: Named; student: Named; price: number; rate: number };

const LESSON = Prisma.sql`json_build_object(${Prisma.raw(KEPT_LESSON)},
  'teacher', ${nameJson("t")}, 'student', ${nameJson("s")}, 'price', l.price, 'rate', l.rate)`;

const PEOPLE = Prisma.sql`JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id`;

export type LessonFilter = {
  teacherId?: string | undefined;
  studentId?: string | undefined;
  day?: number | undefined;
  month?: number | undefined;
  year?: number | undefined;
  status?: LessonStatus | undefined;
};

function matching(filter: LessonFilter): Prisma.Sql {
  const { teacherId, studentId, day, month, year, status } = filter;
  return whereAll([
    Prisma.sql`l.deleted_at IS NULL`,
    teacherId !== undefined && Prisma.sql`l.teacher_id = ${teacherId}::uuid`,
    studentId !== undefined && Prisma.sql`l.student_id = ${studentId}::uuid`,
    status !== undefined && Prisma.sql`l.status = ${status}`,
    ...onDays({ day, month, year }),
  ]);
}

/** A whole date and a month of a year are ranges, which the index on date answers; the rest has to be looked at. */
function onDays({ day, month, year }: Pick<LessonFilter, "day" | "month" | "year">): (Prisma.Sql | false)[] {
  const within = ({ from, to }: { from: CivilDate; to: CivilDate }) =>
    Prisma.sql`l.date >= ${from}::date AND l.date < ${to}::date`;
  if (year !== undefined && month !== undefined && day !== undefined) {
    const date = civilDate(year, month, day);
    return [date === null ? Prisma.sql`false` : Prisma.sql`l.date = ${date}::date`];
  }
  if (year !== undefined && month !== undefined) return [within(monthBounds({ year, month }))];
  return [
    year !== undefined && within({ from: `${year}-01-01`, to: `${year + 1}-01-01` }),
    month !== undefined && Prisma.sql`extract(month FROM l.date) = ${month}::int`,
    day !== undefined && Prisma.sql`extract(day FROM l.date) = ${day}::int`,
  ];
}

/** A page of all lessons, ordered by date and block, and how many there are. */
export async function listAllLessons(
  db: Database,
  query: LessonFilter & PageQuery & { direction: "asc" | "desc" },
): Promise<{ items: AdminLessonRow[]; total: number }> {
  const where = matching(query);
  const order = orderOf(query.direction);
  const rows = await readRows<{ total: number; items: AdminLessonRow[] }>(
    db,
    Prisma.sql`
      SELECT (SELECT count(*)::int FROM lessons l ${where}) AS total,
             ARRAY(SELECT ${LESSON}
                     FROM (SELECT * FROM lessons l ${where} ORDER BY ${order} ${pageClause(query)}) l ${PEOPLE}
                    ORDER BY ${order}) AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

/** Lessons without counting them, the latest first, `limit` at most from `offset` on. */
export async function listLatestLessons(
  db: Database,
  query: LessonFilter & { limit: number; offset: number },
): Promise<AdminLessonRow[]> {
  const order = orderOf("desc");
  const rows = await readRows<{ lesson: AdminLessonRow }>(
    db,
    Prisma.sql`
      SELECT ${LESSON} AS lesson
        FROM (SELECT * FROM lessons l ${matching(query)} ORDER BY ${order}
               LIMIT ${query.limit}::int OFFSET ${query.offset}::int) l ${PEOPLE}
       ORDER BY ${order}`,
  );
  return rows.map(({ lesson }) => lesson);
}

function orderOf(direction: "asc" | "desc"): Prisma.Sql {
  return Prisma.raw(["l.date", "l.block", "l.id"].map((column) => `${column} ${direction}`).join(", "));
}

/** A lesson that is not deleted. */
export async function findAdminLesson(tx: Tx, id: string): Promise<AdminLessonRow | null> {
  const rows = await tx.$queryRaw<{ lesson: AdminLessonRow }[]>`
    SELECT ${LESSON} AS lesson FROM lessons l ${PEOPLE} WHERE l.id = ${id}::uuid AND l.deleted_at IS NULL`;
  return rows[0]?.lesson ?? null;
}

/** What stands in the calendar at a block. */
export type CalendarRow =
  | {
      kind: "lesson";
      id: string;
      teacher: Named;
      student: Named;
      date: CivilDate;
      block: number;
      subject: Subject;
      level: Level;
      status: LessonStatus;
    }
  | {
      kind: "trial";
      id: string;
      teacher: Named;
      name: string;
      date: CivilDate;
      block: number;
      subject: Subject;
      level: Level;
      status: TrialStatus;
    };

/** Lessons and scheduled trial lessons between two days, both included, in order; `limit` at most. */
export async function listCalendar(
  db: Database,
  query: { from: CivilDate; to: CivilDate; teacherId?: string | undefined; limit: number },
): Promise<CalendarRow[]> {
  const where = whereAll([
    Prisma.sql`l.date >= ${query.from}::date AND l.date <= ${query.to}::date`,
    query.teacherId !== undefined && Prisma.sql`l.teacher_id = ${query.teacherId}::uuid`,
  ]);
  const entry = Prisma.sql`'id', l.id, 'teacher', ${nameJson("t")}, 'date', l.date, 'block', l.block,
    'subject', l.subject, 'level', l.level, 'status', l.status`;
  const rows = await readRows<{ entry: CalendarRow }>(
    db,
    Prisma.sql`
      SELECT entry FROM (
        SELECT l.date, l.block, l.id, json_build_object('kind', 'lesson', 'student', ${nameJson("s")}, ${entry}) AS entry
          FROM lessons l ${PEOPLE} ${where} AND l.deleted_at IS NULL
        UNION ALL
        SELECT l.date, l.block, l.id, json_build_object('kind', 'trial', 'name', l.name, ${entry}) AS entry
          FROM trial_lessons l JOIN users t ON t.id = l.teacher_id ${where} AND l.block IS NOT NULL
      ) entries ORDER BY date, block, id LIMIT ${query.limit}::int`,
  );
  return rows.map(({ entry: found }) => found);
}

/** Blocks of a day that are taken, apart from those of the lesson that is being edited. */
export async function findBusyBlocks(
  db: Database,
  query: {
    date: CivilDate;
    teacherId: string;
    studentId: string | null;
    exceptLessonId: string | null;
    exceptTrialLessonId: string | null;
  },
): Promise<{ teacher: number[]; student: number[] }> {
  const { date, teacherId, studentId, exceptLessonId, exceptTrialLessonId } = query;
  const rows = await readRows<{ block: number; teacher: boolean; student: boolean }>(
    db,
    Prisma.sql`
      SELECT block, teacher_id = ${teacherId}::uuid AS teacher,
             coalesce(student_id = ${studentId}::uuid, false) AS student
        FROM occupied_slots
       WHERE date = ${date}::date AND (teacher_id = ${teacherId}::uuid OR student_id = ${studentId}::uuid)
         AND lesson_id IS DISTINCT FROM coalesce(${exceptLessonId}::uuid, '00000000-0000-0000-0000-000000000000')
         AND trial_lesson_id IS DISTINCT FROM
             coalesce(${exceptTrialLessonId}::uuid, '00000000-0000-0000-0000-000000000000')`,
  );
  return {
    teacher: rows.filter(({ teacher }) => teacher).map(({ block }) => block),
    student: rows.filter(({ student }) => student).map(({ block }) => block),
  };
}
