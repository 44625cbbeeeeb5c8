import type { CivilDate, Level, Subject, TrialStatus } from "@korki/domain";
import type { Database } from "./client";

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
  const { rows } = await db.pool.query<{ trials: ScheduledTrialRecord[] }>({
    name: "trials-between",
    text: `SELECT coalesce(json_agg(json_build_object(
                    'id', id, 'date', date, 'block', block, 'subject', subject, 'level', level, 'name', name,
                    'description', description, 'status', status, 'meetingLink', meeting_link,
                    'version', version) ORDER BY date, block, id), '[]') AS trials
             FROM trial_lessons
            WHERE teacher_id = $1 AND date >= $2 AND date < $3 AND block IS NOT NULL`,
    values: [teacherId, from, to],
  });
  return rows[0]?.trials ?? [];
}

/** Whether any trial lesson was written at or after an instant. */
export async function trialsChangedSince(db: Database, since: Date): Promise<boolean> {
  const { rows } = await db.pool.query<{ changed: boolean }>({
    name: "trials-changed-since",
    text: "SELECT EXISTS (SELECT FROM trial_lessons WHERE updated_at >= $1) AS changed",
    values: [since],
  });
  return rows[0]?.changed ?? false;
}
