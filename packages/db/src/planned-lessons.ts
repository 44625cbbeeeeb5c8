import type { CivilDate, Level, Subject } from "@korki/domain";
import type { Executor } from "./client";
import { PLANNED_LESSON } from "./lesson-status";
import { execute, query, sql } from "./sql";
import type { Tx } from "./transaction";

/** A person's planned lesson, with both its people. */
export type PlannedLesson = {
  id: string;
  version: number;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  status: "Nie potwierdzona" | "Potwierdzona";
  teacherId: string;
  studentId: string;
  teacherName: string;
  studentName: string;
};

/**
 * Lists the planned lessons of these people from a day on, in order; the caller leaves out those of that day that have
 * begun. In a transaction they are locked.
 */
export async function listPlannedLessonsFrom(
  on: Executor,
  userIds: readonly string[],
  from: CivilDate,
): Promise<PlannedLesson[]> {
  const planned = sql`l.date >= ${from}::date AND ${PLANNED_LESSON}`;
  const isTheirs = sql`(l.teacher_id = ANY(${userIds}::uuid[]) OR l.student_id = ANY(${userIds}::uuid[]))`;
  if (!("pool" in on)) {
    await execute(
      on,
      sql`SELECT FROM lessons l WHERE ${isTheirs} AND ${planned} ORDER BY l.id FOR NO KEY UPDATE`,
    );
  }
  const rows = await query<{ lessons: PlannedLesson[] }>(
    on,
    sql`SELECT coalesce(json_agg(json_build_object(
              'id', l.id, 'version', l.version, 'date', l.date, 'block', l.block, 'subject', l.subject,
              'level', l.level, 'status', l.status, 'teacherId', l.teacher_id, 'studentId', l.student_id,
              'teacherName', rtrim(t.name || ' ' || t.surname), 'studentName', rtrim(s.name || ' ' || s.surname)
              ) ORDER BY l.date, l.block, l.id), '[]') AS lessons
       FROM lessons l JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id
      WHERE ${isTheirs} AND ${planned}`,
  );
  return rows[0]?.lessons ?? [];
}

/** The trial lessons that a teacher has agreed on from a day on, and those that an address asked for. */
export async function listOpenTrialIds(
  tx: Tx,
  of: { teacherId: string; from: CivilDate; email: string | null },
): Promise<{ id: string; date: CivilDate | null; block: number | null; isTeachers: boolean }[]> {
  return query(
    tx,
    sql`
    SELECT id, date::text AS date, block, teacher_id IS NOT DISTINCT FROM ${of.teacherId}::uuid AS "isTeachers"
      FROM trial_lessons
     WHERE (teacher_id = ${of.teacherId}::uuid AND status = 'Umowiona' AND date >= ${of.from}::date)
        OR (email = ${of.email}::text AND status IN ('Nowa', 'Umowiona'))`,
  );
}
