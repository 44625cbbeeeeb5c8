import type { CivilDate, LessonStatus, Level, Subject } from "@korki/domain";
import type { Database } from "./client";
import { owedLessons } from "./debts";
import { query, type Sql, sql, whereAll } from "./sql";
import { jsonArray } from "./sql-fragments";

/** The moment of asking: the day in Warsaw, and how many of its blocks have started and ended. */
export type AttentionMoment = { today: CivilDate; started: number; ended: number; now: Date };

/** Facts of one line; what a kind does not know is null. */
export type AttentionRow = {
  lessonId: string | null;
  studentId: string | null;
  teacherId: string | null;
  trialLessonId: string | null;
  teacherName: string | null;
  studentName: string | null;
  date: CivilDate | null;
  block: number | null;
  subject: Subject | null;
  level: Level | null;
  meetingLink: string | null;
  status: LessonStatus | null;
  version: number | null;
  proposalId: string | null;
  /** The slot that is proposed instead. */
  toDate: CivilDate | null;
  toBlock: number | null;
  documentId: string | null;
  notificationId: string | null;
  /** Words, lessons or złoty, by kind. */
  words: string | null;
  number: number | null;
};

/** Which lines of a kind. */
export type AttentionRange = { limit: number; offset: number };

/** How many there are, and those of a range. */
export type AttentionRows = { count: number; items: Partial<AttentionRow>[] };

const LESSON = sql`'lessonId', l.id, 'studentId', l.student_id, 'teacherId', l.teacher_id, 'date', l.date,
  'block', l.block, 'subject', l.subject, 'level', l.level, 'meetingLink', l.meeting_link,
  'status', l.status, 'version', l.version,
  'teacherName', rtrim(t.name || ' ' || t.surname), 'studentName', rtrim(s.name || ' ' || s.surname)`;
const PLANNED = sql`l.deleted_at IS NULL AND l.status IN ('Nie potwierdzona', 'Potwierdzona')`;
const STUDENT_NAME = sql`rtrim(u.name || ' ' || u.surname)`;

/** Whose lessons: a teacher's, those of students, or everybody's. */
export type LessonScope = { teacherId?: string; studentIds?: readonly string[] };

function within({ teacherId, studentIds }: LessonScope): (Sql | false)[] {
  return [
    teacherId !== undefined && sql`l.teacher_id = ${teacherId}::uuid`,
    studentIds !== undefined && sql`l.student_id = ANY (${studentIds}::uuid[])`,
  ];
}

function rangeClause({ limit, offset }: AttentionRange): Sql {
  return sql`LIMIT ${limit}::int OFFSET ${offset}::int`;
}

async function one(db: Database, statement: Sql): Promise<AttentionRows> {
  const [row] = await query<AttentionRows>(db, statement);
  return row ?? { count: 0, items: [] };
}

/** Counts lessons and names the first of them, in one statement; the count is of the lessons alone. */
function lessonsWhere(
  db: Database,
  conditions: readonly (Sql | false)[],
  range: AttentionRange,
  { order = sql`l.date, l.block, l.id`, join = sql``, fields = LESSON } = {},
): Promise<AttentionRows> {
  const where = whereAll(conditions);
  return one(
    db,
    sql`SELECT (SELECT count(*)::int FROM lessons l ${join} ${where}) AS count,
               ${jsonArray(sql`SELECT json_build_object(${fields}) FROM lessons l ${join}
                       JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id
                     ${where} ORDER BY ${order} ${rangeClause(range)}`)} AS items`,
  );
}

/** Planned lessons that are not over, until a day (inclusive). */
export function findComing(
  db: Database,
  scope: LessonScope,
  { today, ended }: AttentionMoment,
  until: CivilDate,
  range: AttentionRange,
): Promise<AttentionRows> {
  return lessonsWhere(
    db,
    [
      ...within(scope),
      PLANNED,
      sql`l.date BETWEEN ${today}::date AND ${until}::date`,
      sql`(l.date > ${today}::date OR l.block >= ${ended}::int)`,
    ],
    range,
  );
}

/** The next planned lesson of each of these students that is not over. */
export function findNextLessons(
  db: Database,
  studentIds: readonly string[],
  { today, ended }: AttentionMoment,
  range: AttentionRange,
): Promise<AttentionRows> {
  return lessonsWhere(
    db,
    [
      sql`l.id IN (
        SELECT next.id FROM unnest(${studentIds}::uuid[]) student CROSS JOIN LATERAL (
          SELECT l.id FROM lessons l
           WHERE l.student_id = student AND ${PLANNED} AND l.date >= ${today}::date
             AND (l.date > ${today}::date OR l.block >= ${ended}::int)
           ORDER BY l.date, l.block LIMIT 1) next)`,
    ],
    range,
  );
}

/** Lessons that wait for a confirmation and have not started; until an instant, where one is given. */
export function findUnconfirmed(
  db: Database,
  scope: LessonScope,
  { today, started, now }: AttentionMoment,
  range: AttentionRange,
  hours: number | null,
): Promise<AttentionRows> {
  return lessonsWhere(
    db,
    [
      ...within(scope),
      sql`l.deleted_at IS NULL AND l.status = 'Nie potwierdzona'`,
      sql`l.date >= ${today}::date AND (l.date > ${today}::date OR l.block >= ${started}::int)`,
      hours !== null &&
        sql`l.date <= ${today}::date + 2
            AND (l.date + time '07:00' + l.block * interval '65 minutes') AT TIME ZONE 'Europe/Warsaw'
                <= ${now}::timestamptz + make_interval(hours => ${hours}::int)`,
    ],
    range,
  );
}

/** Lessons that are over and still planned. */
export function findWithoutOutcome(
  db: Database,
  scope: LessonScope,
  { today, ended }: AttentionMoment,
  range: AttentionRange,
): Promise<AttentionRows> {
  return lessonsWhere(
    db,
    [
      ...within(scope),
      PLANNED,
      sql`l.date <= ${today}::date AND (l.date < ${today}::date OR l.block < ${ended}::int)`,
    ],
    range,
  );
}

/** Lessons that were held since a day and have no report. */
export function findWithoutReport(
  db: Database,
  scope: LessonScope,
  from: CivilDate,
  range: AttentionRange,
): Promise<AttentionRows> {
  return lessonsWhere(
    db,
    [
      ...within(scope),
      sql`l.deleted_at IS NULL AND l.status = 'Zrealizowana' AND l.date >= ${from}::date`,
      sql`NOT EXISTS (SELECT FROM lesson_reports r WHERE r.lesson_id = l.id)`,
    ],
    range,
  );
}

/** Days in which homework of a lesson may be done and is still news. */
const DONE_DAYS = 30;
const HOMEWORK_DAYS = 90;

/** Homework of a teacher's students that was ticked and not followed by a lesson of the two yet. */
export function findDoneHomework(
  db: Database,
  teacherId: string,
  { today, started, now }: AttentionMoment,
  range: AttentionRange,
): Promise<AttentionRows> {
  return one(
    db,
    sql`WITH done AS MATERIALIZED (
          SELECT l.id, l.date, l.block, r.homework
            FROM lessons l JOIN lesson_reports r ON r.lesson_id = l.id
           WHERE l.teacher_id = ${teacherId}::uuid AND l.deleted_at IS NULL
             AND l.date BETWEEN ${today}::date - ${HOMEWORK_DAYS}::int AND ${today}::date
             AND r.homework_done_at > ${now}::timestamptz - make_interval(days => ${DONE_DAYS}::int)
             AND NOT EXISTS (
               SELECT FROM lessons next
                WHERE next.teacher_id = l.teacher_id AND next.student_id = l.student_id AND next.deleted_at IS NULL
                  AND next.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
                  AND next.date > l.date AND next.date >= (r.homework_done_at AT TIME ZONE 'Europe/Warsaw')::date
                  AND (next.date < ${today}::date OR (next.date = ${today}::date AND next.block < ${started}::int))))
        SELECT (SELECT count(*)::int FROM done) AS count,
               ${jsonArray(sql`SELECT json_build_object(${LESSON}, 'words', d.homework)
                       FROM (SELECT * FROM done ORDER BY date, block, id ${rangeClause(range)}) d
                       JOIN lessons l ON l.id = d.id
                       JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id
                      ORDER BY d.date, d.block, d.id`)} AS items`,
  );
}

/** Homework that students have not ticked, what is due first. */
export function findOpenHomework(
  db: Database,
  studentIds: readonly string[],
  range: AttentionRange,
): Promise<AttentionRows> {
  return lessonsWhere(
    db,
    [
      ...within({ studentIds }),
      sql`l.deleted_at IS NULL AND r.homework IS NOT NULL AND r.homework_done_at IS NULL`,
    ],
    range,
    {
      join: sql`JOIN lesson_reports r ON r.lesson_id = l.id`,
      fields: sql`'lessonId', l.id, 'studentId', l.student_id, 'date', r.homework_due, 'subject', l.subject,
                  'level', l.level, 'words', r.homework, 'studentName', rtrim(s.name || ' ' || s.surname)`,
      order: sql`r.homework_due NULLS LAST, l.date, l.block`,
    },
  );
}

/**
 * What students, and parents for them, are asked: mandatory documents that these people have not accepted, then proposals
 * of another time that wait for these students' answers.
 */
export function findAsked(
  db: Database,
  { personIds, studentIds }: { personIds: readonly string[]; studentIds: readonly string[] },
  { today, started, now }: AttentionMoment,
  range: AttentionRange,
): Promise<AttentionRows> {
  const proposals = whereAll([
    ...within({ studentIds }),
    PLANNED,
    sql`p.status = 'open' AND p.proposer_role = 'Teacher'`,
    sql`(l.date > ${today}::date OR (l.date = ${today}::date AND l.block >= ${started}::int))`,
  ]);
  return one(
    db,
    sql`WITH asked AS MATERIALIZED (
          SELECT d.kind || u.id AS document, NULL::date AS date, NULL::smallint AS block, d.id,
                 json_build_object('documentId', d.id, 'words', d.title,
                                   'studentId', CASE WHEN u.role = 'Student' THEN u.id END,
                                   'studentName', CASE WHEN u.email IS NULL THEN ${STUDENT_NAME} END) AS item
            FROM users u CROSS JOIN LATERAL unnest(missing_consents(u.id, u.role, ${now}::timestamptz)) missing
            JOIN documents d ON d.id = missing
           WHERE u.id = ANY (${personIds}::uuid[])
           UNION ALL
          SELECT NULL, l.date, l.block, l.id,
                 json_build_object(${LESSON}, 'proposalId', p.id, 'toDate', p.date, 'toBlock', p.block)
            FROM lessons l JOIN reschedule_proposals p ON p.lesson_id = l.id
            JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id ${proposals})
        SELECT (SELECT count(*)::int FROM asked) AS count,
               ${jsonArray(sql`SELECT item FROM asked ORDER BY document, date, block, id ${rangeClause(range)}`)} AS items`,
  );
}

/** Subjects of which students have few lessons left, or owe some. */
export function findLowBalances(
  db: Database,
  studentIds: readonly string[],
  range: AttentionRange,
): Promise<AttentionRows> {
  const low = sql`
    FROM ledger_accounts a, centre_settings c
   WHERE a.student_id = ANY (${studentIds}::uuid[])
     AND (a.balance < 0 OR (c.low_balance_threshold > 0 AND a.balance <= c.low_balance_threshold))
     AND a.active > 0`;
  return one(
    db,
    sql`SELECT (SELECT count(*)::int ${low}) AS count,
               ${jsonArray(sql`SELECT json_build_object('studentId', a.student_id, 'subject', a.subject, 'level', a.level,
                                              'number', a.balance, 'studentName',
                                              (SELECT ${STUDENT_NAME} FROM users u WHERE u.id = a.student_id)) ${low}
                      ORDER BY a.balance, a.subject, a.level, a.student_id ${rangeClause(range)}`)} AS items`,
  );
}

/** Trial requests that nobody has scheduled for a while, the oldest first. */
export function findWaitingTrials(db: Database, before: Date, range: AttentionRange): Promise<AttentionRows> {
  const waiting = sql`FROM trial_lessons l WHERE l.status = 'Nowa' AND l.created_at < ${before}::timestamptz`;
  return one(
    db,
    sql`SELECT (SELECT count(*)::int ${waiting}) AS count,
               ${jsonArray(sql`SELECT json_build_object('trialLessonId', l.id, 'subject', l.subject, 'level', l.level,
                                              'studentName', l.name) ${waiting}
                      ORDER BY l.created_at, l.id ${rangeClause(range)}`)} AS items`,
  );
}

/** Students who owe lessons, the largest sum first. */
export function findOwing(db: Database, range: AttentionRange): Promise<AttentionRows> {
  return one(
    db,
    sql`WITH debts AS MATERIALIZED (
          SELECT o.student_id, sum(o.amount)::int AS amount FROM (${owedLessons(sql`true`)}) o
           GROUP BY o.student_id HAVING sum(o.amount) > 0)
        SELECT (SELECT count(*)::int FROM debts) AS count,
               ${jsonArray(sql`SELECT json_build_object('studentId', u.id, 'studentName', ${STUDENT_NAME}, 'number', d.amount)
                       FROM debts d JOIN users u ON u.id = d.student_id
                      ORDER BY d.amount DESC, u.id ${rangeClause(range)}`)} AS items`,
  );
}

/** Lessons left that expire until a day, by student, subject and level. */
export function findEndingPackages(
  db: Database,
  { today }: AttentionMoment,
  until: CivilDate,
  range: AttentionRange,
): Promise<AttentionRows> {
  const ending = sql`
    SELECT o.student_id, o.subject, o.level, min(o.expires_on) AS expires_on, sum(o.remaining)::int AS lessons
      FROM ledger_lots o
     WHERE o.remaining > 0 AND o.expires_on BETWEEN ${today}::date AND ${until}::date AND NOT o.expired
     GROUP BY o.student_id, o.subject, o.level`;
  return one(
    db,
    sql`WITH ending AS MATERIALIZED (${ending})
        SELECT (SELECT count(*)::int FROM ending) AS count,
               ${jsonArray(sql`SELECT json_build_object('studentId', u.id, 'studentName', ${STUDENT_NAME}, 'subject', e.subject,
                                              'level', e.level, 'number', e.lessons, 'date', e.expires_on)
                       FROM ending e JOIN users u ON u.id = e.student_id
                      ORDER BY e.expires_on, u.id ${rangeClause(range)}`)} AS items`,
  );
}

/** Enabled students with a teacher and without a planned lesson that has not started. */
export function findWithoutNextLesson(
  db: Database,
  { today, started }: AttentionMoment,
  range: AttentionRange,
): Promise<AttentionRows> {
  const without = sql`
    FROM users u
   WHERE u.role = 'Student' AND NOT u.is_disabled
     AND EXISTS (SELECT FROM teaching_relations r WHERE r.student_id = u.id)
     AND NOT EXISTS (SELECT FROM lessons l WHERE l.student_id = u.id AND ${PLANNED} AND l.date >= ${today}::date
                        AND (l.date > ${today}::date OR l.block >= ${started}::int))`;
  return one(
    db,
    sql`SELECT (SELECT count(*)::int ${without}) AS count,
               ${jsonArray(sql`SELECT json_build_object('studentId', u.id, 'studentName', ${STUDENT_NAME}, 'teacherId',
                                              (SELECT r.teacher_id FROM teaching_relations r
                                                WHERE r.student_id = u.id ORDER BY r.teacher_id LIMIT 1)) ${without}
                      ORDER BY u.surname COLLATE "pl-x-icu", u.name COLLATE "pl-x-icu", u.id
                      ${rangeClause(range)}`)} AS items`,
  );
}

/** Notifications that failed for good, the newest first; their words are their kind. */
export function findFailedNotifications(db: Database, range: AttentionRange): Promise<AttentionRows> {
  return one(
    db,
    sql`SELECT (SELECT count(*)::int FROM notifications WHERE status = 'failed') AS count,
               ${jsonArray(sql`SELECT json_build_object('notificationId', n.id, 'words', n.kind, 'studentName',
                              coalesce(nullif(rtrim(u.name || ' ' || u.surname), ''), n.email))
                       FROM (SELECT * FROM notifications WHERE status = 'failed'
                              ORDER BY created_at DESC, id ${rangeClause(range)}) n
                       LEFT JOIN users u ON u.id = n.recipient_id
                      ORDER BY n.created_at DESC, n.id`)} AS items`,
  );
}
