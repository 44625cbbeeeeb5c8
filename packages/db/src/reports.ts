import type { CivilDate, LessonStatus, Level, Subject } from "@korki/domain";
import { fromDbDate, toDbDate } from "./civil-date";
import type { Database, Executor } from "./client";
import { HELD_LESSON } from "./lesson-status";
import { execute, query, type Sql, sql, whereAll } from "./sql";
import { isoTime, jsonArray, type PageQuery, pageClause } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A report with its lesson, the private note among it: who may see it is the caller's to say. */
export type ReportRow = {
  id: string;
  lessonId: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  teacherId: string;
  teacherName: string;
  studentId: string;
  studentName: string;
  summary: string;
  homework: string | null;
  homeworkDue: CivilDate | null;
  homeworkDone: boolean;
  understanding: number | null;
  updatedAt: string;
  privateNote: string | null;
};

const REPORT = sql`json_build_object(
  'id', r.id, 'lessonId', l.id, 'date', l.date, 'block', l.block, 'subject', l.subject, 'level', l.level,
  'teacherId', l.teacher_id, 'teacherName', rtrim(t.name || ' ' || t.surname),
  'studentId', l.student_id, 'studentName', rtrim(s.name || ' ' || s.surname),
  'summary', r.summary, 'homework', r.homework, 'homeworkDue', r.homework_due,
  'homeworkDone', r.homework_done_at IS NOT NULL, 'understanding', r.understanding,
  'updatedAt', ${isoTime(sql`r.updated_at`)}, 'privateNote', r.private_note)`;

const FROM = sql`FROM lesson_reports r JOIN lessons l ON l.id = r.lesson_id
  JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id`;

/** The report of a lesson that was held. */
export async function findReport(on: Executor, lessonId: string): Promise<ReportRow | null> {
  const rows = await query<{ report: ReportRow }>(
    on,
    sql`SELECT ${REPORT} AS report ${FROM} WHERE r.lesson_id = ${lessonId}::uuid AND ${HELD_LESSON}`,
  );
  return rows[0]?.report ?? null;
}

/** What the history compares and the form writes. */
export type ReportWords = {
  summary: string;
  homework: string | null;
  homeworkDue: CivilDate | null;
  privateNote: string | null;
  understanding: number | null;
};

/** The words of a lesson's report, locked until the transaction ends; null while there is none. */
export async function lockReport(tx: Tx, lessonId: string): Promise<ReportWords | null> {
  // The lesson, too: two first reports would lock nothing.
  await execute(tx, sql`SELECT FROM lessons WHERE id = ${lessonId}::uuid FOR NO KEY UPDATE`);
  await execute(tx, sql`SELECT FROM lesson_reports WHERE lesson_id = ${lessonId}::uuid FOR UPDATE`);
  const found = await tx.lessonReport.findUnique({ where: { lessonId } });
  if (!found) return null;
  const { summary, homework, homeworkDue, privateNote, understanding } = found;
  return {
    summary,
    homework,
    homeworkDue: homeworkDue && fromDbDate(homeworkDue),
    privateNote,
    understanding,
  };
}

/** Writes a lesson's report over what is there; homework that changed is open again. */
export async function saveReport(
  tx: Tx,
  {
    id,
    lessonId,
    homeworkDue,
    now,
    isNewHomework,
    ...words
  }: ReportWords & {
    id: string;
    lessonId: string;
    now: Date;
    isNewHomework: boolean;
  },
): Promise<void> {
  const due = homeworkDue === null ? null : toDbDate(homeworkDue);
  await tx.lessonReport.upsert({
    where: { lessonId },
    create: { id, lessonId, ...words, homeworkDue: due, createdAt: now, updatedAt: now },
    update: {
      ...words,
      homeworkDue: due,
      updatedAt: now,
      ...(isNewHomework ? { homeworkDoneAt: null } : {}),
    },
    select: { id: true },
  });
}

/** Ticks homework or takes the tick back; false where that changes nothing. */
export async function tickHomework(tx: Tx, lessonId: string, doneAt: Date | null): Promise<boolean> {
  const { count } = await tx.lessonReport.updateMany({
    where: {
      lessonId,
      homework: { not: null },
      homeworkDoneAt: doneAt === null ? { not: null } : null,
    },
    data: { homeworkDoneAt: doneAt },
  });
  return count === 1;
}

/** Which reports; a teacher sees those of own lessons. */
export type ReportQuery = {
  studentId: string;
  teacherId?: string | undefined;
  subject?: Subject | undefined;
  /** Days, `to` exclusive. */
  from?: CivilDate | undefined;
  to?: CivilDate | undefined;
  openHomework?: boolean | undefined;
  /** Of lessons before this one. */
  before?: { date: CivilDate; block: number } | undefined;
};

function matching(wanted: ReportQuery): Sql {
  const { studentId, teacherId, subject, from, to, openHomework, before } = wanted;
  return whereAll([
    sql`l.student_id = ${studentId}::uuid`,
    HELD_LESSON,
    teacherId !== undefined && sql`l.teacher_id = ${teacherId}::uuid`,
    subject !== undefined && sql`l.subject = ${subject}`,
    from !== undefined && sql`l.date >= ${from}::date`,
    to !== undefined && sql`l.date < ${to}::date`,
    openHomework === true && sql`r.homework IS NOT NULL AND r.homework_done_at IS NULL`,
    before !== undefined && sql`(l.date, l.block) < (${before.date}::date, ${before.block}::smallint)`,
  ]);
}

/** A page of reports, the newest lesson first, and how many there are. */
export async function listReports(
  db: Database,
  wanted: ReportQuery & PageQuery,
): Promise<{ items: ReportRow[]; total: number }> {
  const where = matching(wanted);
  const rows = await query<{ total: number; items: ReportRow[] }>(
    db,
    sql`
      SELECT (SELECT count(*)::int FROM lesson_reports r JOIN lessons l ON l.id = r.lesson_id ${where}) AS total,
             ${jsonArray(sql`SELECT ${REPORT} ${FROM} ${where}
                    ORDER BY l.date DESC, l.block DESC, l.id DESC ${pageClause(wanted)}`)} AS items`,
  );
  return rows[0] ?? { items: [], total: 0 };
}

/** A student's lessons of a month that are not deleted. */
export type SummaryLesson = {
  id: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  teacherName: string;
  status: LessonStatus;
};

/**
 * Loads a student's month: the name, the lessons in order, and their reports; of one teacher, where one is given. Null
 * where there is no such student.
 */
export async function loadMonthlySummary(
  db: Database,
  studentId: string,
  period: { from: CivilDate; to: CivilDate },
  teacherId?: string,
): Promise<{ studentName: string; lessons: SummaryLesson[]; reports: ReportRow[] } | null> {
  const own = teacherId === undefined ? sql`` : sql`AND l.teacher_id = ${teacherId}::uuid`;
  const within = sql`l.student_id = u.id AND l.deleted_at IS NULL AND l.date >= ${period.from}::date
    AND l.date < ${period.to}::date ${own}`;
  const rows = await query<{ studentName: string; lessons: SummaryLesson[]; reports: ReportRow[] }>(
    db,
    sql`
      SELECT rtrim(u.name || ' ' || u.surname) AS "studentName",
             (SELECT coalesce(json_agg(json_build_object(
                       'id', l.id, 'date', l.date, 'block', l.block, 'subject', l.subject, 'level', l.level,
                       'teacherName', rtrim(t.name || ' ' || t.surname), 'status', l.status)
                       ORDER BY l.date, l.block), '[]')
                FROM lessons l JOIN users t ON t.id = l.teacher_id WHERE ${within}) AS lessons,
             (SELECT coalesce(json_agg(${REPORT} ORDER BY l.date, l.block), '[]') ${FROM}
               WHERE ${within} AND ${HELD_LESSON}) AS reports
        FROM users u WHERE u.id = ${studentId}::uuid AND u.role = 'Student'`,
  );
  return rows[0] ?? null;
}

/** Whether a student is a teacher's own: assigned, or with a lesson of both. */
export async function isOwnStudent(db: Database, teacherId: string, studentId: string): Promise<boolean> {
  const rows = await query<{ own: boolean }>(
    db,
    sql`
      SELECT EXISTS (SELECT FROM teaching_relations WHERE teacher_id = ${teacherId}::uuid AND student_id = ${studentId}::uuid)
          OR EXISTS (SELECT FROM lessons WHERE teacher_id = ${teacherId}::uuid AND student_id = ${studentId}::uuid
                        AND deleted_at IS NULL) AS own`,
  );
  return rows[0]?.own ?? false;
}

/**
 * Finds students who had lessons within a period and whose summary of it was not written down yet, by id. The key of a
 * summary is `prefix` and the student's id.
 */
export async function findStudentsToSummarize(
  db: Database,
  period: { from: CivilDate; to: CivilDate },
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`SELECT u.id FROM users u JOIN student_payers p ON p.student_id = u.id
         WHERE u.role = 'Student' AND (NOT u.is_disabled OR p.payer_id <> u.id) AND u.erased_at IS NULL
           AND u.id > ${after}::uuid
           AND EXISTS (SELECT FROM lessons l WHERE l.student_id = u.id AND l.deleted_at IS NULL
                          AND l.date >= ${period.from}::date AND l.date < ${period.to}::date)
           AND NOT EXISTS (SELECT FROM notifications n WHERE n.dedupe_key = ${prefix}::text || u.id)
         ORDER BY u.id LIMIT ${limit}::int`,
  );
  return rows.map(({ id }) => id);
}

/** The last homework that a lesson's teacher set its student before it. */
export type HomeworkBefore = { lessonId: string; homework: string; isDone: boolean };

/** Finds the homework that is looked at in each of these lessons; lessons without any are left out. */
export async function findHomeworkBefore(
  db: Database,
  lessonIds: readonly string[],
): Promise<HomeworkBefore[]> {
  return query<HomeworkBefore>(
    db,
    sql`SELECT n.id AS "lessonId", last.homework, last.homework_done_at IS NOT NULL AS "isDone"
          FROM lessons n CROSS JOIN LATERAL (
            SELECT r.homework, r.homework_done_at
              FROM lessons l JOIN lesson_reports r ON r.lesson_id = l.id
             WHERE l.teacher_id = n.teacher_id AND l.student_id = n.student_id AND ${HELD_LESSON}
               AND (l.date, l.block) < (n.date, n.block) AND r.homework IS NOT NULL
             ORDER BY l.date DESC, l.block DESC LIMIT 1) last
         WHERE n.id = ANY (${lessonIds}::uuid[])`,
  );
}
