import type { CivilDate, LessonStatus, Level, Subject } from "@korki/domain";
import type { Database } from "./client";
import { query, sql } from "./sql";

/** Lessons that are alike, counted: one row of a GROUP BY. Whole złoty. */
export type LessonGroup = {
  teacherId: string;
  subject: Subject;
  level: Level;
  status: LessonStatus;
  price: number;
  rate: number;
  count: number;
};

/** The lessons of one teacher, deleted ones apart; between two days (`to` exclusive) where they are given. */
export async function groupTeacherLessons(
  db: Database,
  teacherId: string,
  period?: { from: CivilDate; to: CivilDate },
): Promise<LessonGroup[]> {
  const rows = await query<LessonGroup>(
    db,
    sql`SELECT teacher_id AS "teacherId", subject, level, status, price, rate, count(*)::int AS count
             FROM lessons
            WHERE teacher_id = ${teacherId} AND deleted_at IS NULL AND date >= ${period?.from ?? "-infinity"} AND date < ${period?.to ?? "infinity"}
            GROUP BY teacher_id, subject, level, status, price, rate`,
  );
  return rows;
}

/** The lessons of all teachers between two days (`to` exclusive). */
export async function groupCompanyLessons(
  db: Database,
  period: { from: CivilDate; to: CivilDate },
): Promise<LessonGroup[]> {
  const rows = await query<LessonGroup>(
    db,
    sql`SELECT teacher_id AS "teacherId", subject, level, status, price, rate, count(*)::int AS count
             FROM lessons WHERE deleted_at IS NULL AND date >= ${period.from} AND date < ${period.to}
            GROUP BY teacher_id, subject, level, status, price, rate`,
  );
  return rows;
}

/** The same by month, whoever taught; `month` is 1–12. */
export type MonthGroup = LessonGroup & { year: number; month: number };

export async function groupLessonsByMonth(
  db: Database,
  period: { from: CivilDate; to: CivilDate },
): Promise<MonthGroup[]> {
  const rows = await query<MonthGroup>(
    db,
    sql`SELECT extract(year FROM date)::int AS year, extract(month FROM date)::int AS month,
                  '' AS "teacherId", subject, level, status, price, rate, count(*)::int AS count
             FROM lessons WHERE deleted_at IS NULL AND date >= ${period.from} AND date < ${period.to}
            GROUP BY 1, 2, subject, level, status, price, rate`,
  );
  return rows;
}

/** What was paid out to a teacher and is not voided, whole złoty. */
export async function sumPayouts(db: Database, teacherId: string): Promise<number> {
  const rows = await query<{ total: string }>(
    db,
    sql`SELECT coalesce(sum(money_amount), 0)::text AS total
             FROM payouts WHERE teacher_id = ${teacherId} AND deleted_at IS NULL`,
  );
  return Number(rows[0]?.total ?? 0);
}

export type StudentGroups = {
  lessons: { subject: Subject; level: Level; status: LessonStatus; count: number }[];
  payments: { subject: Subject; level: Level; lessonAmount: number; moneyAmount: number }[];
};

/** A student's lessons and payments, counted and added up; deleted and voided ones apart. */
export async function groupStudent(db: Database, studentId: string): Promise<StudentGroups> {
  const [lessons, payments] = await Promise.all([
    query<StudentGroups["lessons"][number]>(
      db,
      sql`SELECT subject, level, status, count(*)::int AS count FROM lessons
              WHERE student_id = ${studentId} AND deleted_at IS NULL GROUP BY subject, level, status`,
    ),
    query<{ subject: Subject; level: Level; lessonAmount: string; moneyAmount: string }>(
      db,
      sql`SELECT subject, level, sum(lesson_amount)::text AS "lessonAmount",
                    sum(money_amount)::text AS "moneyAmount"
               FROM payments WHERE student_id = ${studentId} AND deleted_at IS NULL GROUP BY subject, level`,
    ),
  ]);
  return {
    lessons,
    payments: payments.map(({ lessonAmount, moneyAmount, ...pair }) => ({
      ...pair,
      lessonAmount: Number(lessonAmount),
      moneyAmount: Number(moneyAmount),
    })),
  };
}

/** Names of people, for figures that carry ids. */
export async function findNames(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string; surname: string }[]> {
  if (ids.length === 0) return [];
  const rows = await query<{ id: string; name: string; surname: string }>(
    db,
    sql`SELECT id, name, surname FROM users WHERE id = ANY(${ids}::uuid[])`,
  );
  return rows;
}
