import type { CivilDate, Level, Subject, TrialStatus } from "@korki/domain";
import { toDbDate } from "./civil-date";
import type { Database, Executor } from "./client";
import { isTaken } from "./hours";
import { query, sql, whereAll } from "./sql";
import {
  bySurname,
  containsAll,
  foldedText,
  isoTime,
  jsonArray,
  nameJson,
  type PageQuery,
  pageClause,
} from "./sql-fragments";
import type { Tx } from "./transaction";

/** A trial lesson; teacher, date and block are null until it is scheduled. Timestamps are ISO 8601 in UTC. */
export type TrialLessonRow = {
  id: string;
  teacher: { id: string; name: string; surname: string } | null;
  date: CivilDate | null;
  block: number | null;
  subject: Subject;
  level: Level;
  name: string;
  studentPhone: string;
  parentPhone: string;
  email: string;
  description: string;
  status: TrialStatus;
  meetingLink: string;
  source: string;
  lostReason: string;
  studentId: string | null;
  /** The half hour that the visitor chose; null: a call decides. */
  wished: {
    teacher: { id: string; name: string; surname: string } | null;
    date: CivilDate;
    block: number;
  } | null;
  version: number;
  createdAt: string;
};

const TRIAL = sql`json_build_object(
  'id', l.id, 'teacher', ${nameJson(sql`t`)}, 'date', l.date, 'block', l.block, 'subject', l.subject,
  'level', l.level, 'name', l.name, 'studentPhone', l.student_phone, 'parentPhone', l.parent_phone,
  'email', l.email, 'description', l.description, 'status', l.status, 'meetingLink', l.meeting_link,
  'source', l.source, 'lostReason', l.lost_reason, 'studentId', l.student_id,
  'wished', CASE WHEN l.wished_date IS NOT NULL THEN json_build_object('date', l.wished_date,
    'block', l.wished_block, 'teacher', (SELECT ${nameJson(sql`w`)} FROM users w WHERE w.id = l.wished_teacher_id)) END,
  'version', l.version, 'createdAt', ${isoTime(sql`l.created_at`)})`;

const FROM = sql`FROM trial_lessons l LEFT JOIN users t ON t.id = l.teacher_id`;

export type TrialQuery = PageQuery & {
  status?: TrialStatus | undefined;
  teacherId?: string | undefined;
  search: string;
  /** Of the office; undefined: any or none. */
  tag?: string | undefined;
};

/** Requests that wait come first, then the newest. */
export async function listTrialLessons(
  db: Database,
  filter: TrialQuery,
): Promise<{ items: TrialLessonRow[]; total: number }> {
  const searched = foldedText([sql`l.name`, sql`l.email`, sql`l.student_phone`, sql`l.parent_phone`]);
  const where = whereAll([
    filter.status !== undefined && sql`l.status = ${filter.status}`,
    filter.teacherId !== undefined && sql`l.teacher_id = ${filter.teacherId}::uuid`,
    filter.tag !== undefined &&
      sql`EXISTS (SELECT FROM office_tags g WHERE g.tag = ${filter.tag} AND g.trial_id = l.id)`,
    containsAll(searched, filter.search),
  ]);
  const rows = await query<{ total: number; items: TrialLessonRow[] }>(
    db,
    sql`
      SELECT (SELECT count(*)::int FROM trial_lessons l ${where}) AS total,
             ${jsonArray(sql`SELECT ${TRIAL} ${FROM} ${where}
                    ORDER BY (l.status = 'Nowa') DESC, l.created_at DESC, l.id DESC ${pageClause(filter)}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

export async function findTrialLesson(on: Executor, id: string): Promise<TrialLessonRow | null> {
  const rows = await query<{ trial: TrialLessonRow }>(
    on,
    sql`
    SELECT ${TRIAL} AS trial ${FROM} WHERE l.id = ${id}::uuid`,
  );
  return rows[0]?.trial ?? null;
}

export type NewTrialLesson = Omit<
  TrialLessonRow,
  "teacher" | "version" | "createdAt" | "source" | "lostReason" | "studentId" | "wished"
> & {
  wished?: { teacherId: string; date: CivilDate; block: number };
  teacherId: string | null;
  createdAt: Date;
  closureOverridden?: boolean;
};

/**
 * Rejects with a violation of `occupied_slots_teacher_key` where the teacher's block is taken, of
 * `trial_lessons_wished_key` where an open request has the wished half hour.
 */
export async function insertTrialLesson(tx: Tx, { date, wished, ...trial }: NewTrialLesson): Promise<void> {
  const wish = wished && {
    wishedTeacherId: wished.teacherId,
    wishedDate: toDbDate(wished.date),
    wishedBlock: wished.block,
  };
  await tx.trialLesson.create({
    data: { ...trial, ...wish, date: date === null ? null : toDbDate(date) },
    select: { id: true },
  });
}

export type TrialChanges = Partial<
  Omit<NewTrialLesson, "id" | "subject" | "level" | "createdAt" | "date" | "wished"> & {
    date: CivilDate;
    source: string;
    lostReason: string;
  }
>;

/**
 * Writes the changes over the version that was seen; false where another was faster. Rejects with a violation
 * of `occupied_slots_teacher_key` where the teacher's block is taken.
 */
export async function updateTrialLesson(
  tx: Tx,
  seen: { id: string; version: number },
  { date, ...changes }: TrialChanges,
): Promise<boolean> {
  const { count } = await tx.trialLesson.updateMany({
    where: { id: seen.id, version: seen.version },
    data: {
      ...changes,
      ...(date === undefined ? {} : { date: toDbDate(date) }),
      version: { increment: 1 },
    },
  });
  return count === 1;
}

/**
 * Notes which account was made of a request; false where one was made already. A half hour that waits with the request is
 * free for others again.
 */
export async function linkTrialToStudent(tx: Tx, id: string, studentId: string): Promise<boolean> {
  const { count } = await tx.trialLesson.updateMany({
    where: { id, studentId: null },
    data: { studentId, version: { increment: 1 } },
  });
  await tx.trialLesson.updateMany({
    where: { id, studentId, status: "Nowa" },
    data: { wishedTeacherId: null, wishedDate: null, wishedBlock: null },
  });
  return count === 1;
}

export type TrialTeacherRow = {
  id: string;
  name: string;
  surname: string;
  isWantMoreStudents: boolean;
  isFree: boolean;
  isAvailable: boolean;
};

/** Enabled teachers of a subject and level; those who want more students first, then by surname. */
export async function listTrialTeachers(
  db: Database,
  wanted: {
    subject: Subject;
    level: Level;
    date: CivilDate | null;
    block: number | null;
  },
): Promise<TrialTeacherRow[]> {
  const { subject, level, date, block } = wanted;
  return query(
    db,
    sql`
      SELECT u.id, u.name, u.surname, u.is_want_more_students AS "isWantMoreStudents",
             ${date}::date IS NULL OR ${block}::smallint IS NULL OR NOT
               ${isTaken(sql`u.id`, sql`${date}::date`, sql`${block}::smallint`)} AS "isFree",
             ${date}::date IS NULL OR ${block}::smallint IS NULL OR EXISTS (
               SELECT FROM offered_blocks(${date}::date, ${date}::date) b
                WHERE b.teacher_id = u.id AND b.block = ${block}::smallint) AS "isAvailable"
        FROM users u JOIN teacher_subjects ts ON ts.teacher_id = u.id
       WHERE u.role = 'Teacher' AND NOT u.is_disabled AND ts.subject = ${subject} AND ts.level = ${level}
       ORDER BY u.is_want_more_students DESC, ${bySurname(sql`u`)}`,
  );
}

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
