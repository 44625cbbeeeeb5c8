import type { CivilDate, Level, Subject, TrialStatus } from "@korki/domain";
import type { Database } from "./client";
import { query, sql } from "./sql";

/** A trial lesson that has its place in a teacher's schedule. */
export type ScheduledTrialRecord = {
  id: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  name: string;
  description: string;
  status: TrialStatus;
  meetingLink: string;
  version: number;
};

/** A teacher's trial lessons between two days (`to` exclusive), cancelled ones too, in order. */
export async function listTrialsBetween(
  db: Database,
  teacherId: string,
  from: CivilDate,
  to: CivilDate,
): Promise<ScheduledTrialRecord[]> {
  const rows = await query<{ trials: ScheduledTrialRecord[] }>(
    db,
    sql`SELECT coalesce(json_agg(json_build_object(
                    'id', id, 'date', date, 'block', block, 'subject', subject, 'level', level, 'name', name,
                    'description', description, 'status', status, 'meetingLink', meeting_link,
                    'version', version) ORDER BY date, block, id), '[]') AS trials
             FROM trial_lessons
            WHERE teacher_id = ${teacherId} AND date >= ${from} AND date < ${to} AND block IS NOT NULL`,
  );
  return rows[0]?.trials ?? [];
}
