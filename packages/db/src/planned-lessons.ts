import type { CivilDate, Level, Subject } from "@korki/domain";
import type { Executor } from "./client";
import { PLANNED_LESSON } from "./lesson-status";
import type { HeldAddress } from "./person-erasure";
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

/** A planned trial lesson, with the names of its teacher and its visitor. */
export type PlannedTrial = {
  id: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  teacherId: string;
  teacherName: string;
  visitorName: string;
};

/**
 * Lists the planned trial lessons from a day on, in order: those of these teachers, and those of visitors who became these
 * students. In a transaction they are locked.
 */
export async function listPlannedTrialsFrom(
  on: Executor,
  userIds: readonly string[],
  from: CivilDate,
): Promise<PlannedTrial[]> {
  const isTheirs = sql`(l.teacher_id = ANY(${userIds}::uuid[]) OR l.student_id = ANY(${userIds}::uuid[]))
    AND l.status = 'Umowiona' AND l.date >= ${from}::date AND l.block IS NOT NULL`;
  if (!("pool" in on)) {
    await execute(on, sql`SELECT FROM trial_lessons l WHERE ${isTheirs} ORDER BY l.id FOR NO KEY UPDATE`);
  }
  const rows = await query<{ trials: PlannedTrial[] }>(
    on,
    sql`SELECT coalesce(json_agg(json_build_object(
              'id', l.id, 'date', l.date, 'block', l.block, 'subject', l.subject, 'level', l.level,
              'teacherId', l.teacher_id, 'teacherName', rtrim(t.name || ' ' || t.surname), 'visitorName', l.name
              ) ORDER BY l.date, l.block, l.id), '[]') AS trials
       FROM trial_lessons l JOIN users t ON t.id = l.teacher_id
      WHERE ${isTheirs}`,
  );
  return rows[0]?.trials ?? [];
}

/** The open trial requests that became a person's account, or that the person's addresses asked for while they were. */
export async function listOpenTrialIds(
  tx: Tx,
  of: { userId: string; addresses: readonly HeldAddress[] },
): Promise<{ id: string }[]> {
  return query(
    tx,
    sql`
    SELECT t.id FROM trial_lessons t
     WHERE t.status IN ('Nowa', 'Umowiona')
       AND (t.student_id = ${of.userId}::uuid
            OR EXISTS (SELECT FROM unnest(${of.addresses.map(({ address }) => address)}::text[],
                                          ${of.addresses.map(({ until }) => until)}::timestamptz[]) AS held (address, until)
                        WHERE held.address = t.email AND (held.until IS NULL OR t.created_at <= held.until)))
     ORDER BY t.id`,
  );
}
