import type { CivilDate, Level, Subject } from "@korki/domain";
import type { Executor } from "./client";
import { query, sql } from "./sql";
import { isoTime } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A planned lesson of somebody, with both its people. */
export type PlannedLesson = {
  id: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  status: "Nie potwierdzona" | "Potwierdzona";
  teacherId: string;
  studentId: string;
  teacherName: string;
  studentName: string;
  createdAt: string;
};

/** Somebody's planned lessons from a day on, in order; the caller leaves out those of that day that have begun. */
export async function listPlannedLessonsFrom(
  on: Executor,
  userId: string,
  from: CivilDate,
): Promise<PlannedLesson[]> {
  const rows = await query<{ lessons: PlannedLesson[] }>(
    on,
    sql`SELECT coalesce(json_agg(json_build_object(
              'id', l.id, 'date', l.date, 'block', l.block, 'subject', l.subject, 'level', l.level,
              'status', l.status, 'teacherId', l.teacher_id, 'studentId', l.student_id,
              'teacherName', rtrim(t.name || ' ' || t.surname), 'studentName', rtrim(s.name || ' ' || s.surname),
              'createdAt', ${isoTime(sql`l.created_at`)}) ORDER BY l.date, l.block, l.id), '[]') AS lessons
       FROM (SELECT * FROM lessons WHERE teacher_id = ${userId}::uuid AND date >= ${from}::date
             UNION ALL
             SELECT * FROM lessons WHERE student_id = ${userId}::uuid AND date >= ${from}::date) l
       JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id
      WHERE l.deleted_at IS NULL AND l.status IN ('Nie potwierdzona', 'Potwierdzona')`,
  );
  return rows[0]?.lessons ?? [];
}

/** Calls planned lessons off on the centre's behalf; returns the ids of those that were still planned. */
export async function cancelPlannedLessons(
  tx: Tx,
  ids: readonly string[],
  reason: string,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    sql`
    UPDATE lessons SET status = 'Odwolana przez nauczyciela', cancel_message = ${reason},
                       version = version + 1, updated_at = clock_timestamp()
     WHERE id = ANY (${ids}::uuid[]) AND deleted_at IS NULL
       AND status IN ('Nie potwierdzona', 'Potwierdzona')
    RETURNING id`,
  );
  return rows.map(({ id }) => id);
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
