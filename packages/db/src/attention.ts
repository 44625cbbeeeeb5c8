import type { CivilDate, LessonStatus, Level, Subject } from "@korki/domain";
import type { Database } from "./client";
import { owedLessons } from "./debts";
import { SUSPECT_NOTIFICATION, type SuspectOutcome } from "./orders";
import { joinSql, query, rawSql, type Sql, sql, whereAll } from "./sql";
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
  /** Of a payment provider's notification. */
  outcome: SuspectOutcome | null;
  /** Words, lessons or złoty, by kind. */
  words: string | null;
  number: number | null;
};

/** Which lines of a kind. */
export type AttentionRange = { limit: number; offset: number };

/** How many there are, and those of a range. */
export type AttentionRows = { count: number; items: Partial<AttentionRow>[] };

/** A statement that returns one `AttentionRows`. */
export type AttentionQuery = Sql;

const PLANNED = sql`l.deleted_at IS NULL AND l.status IN ('Nie potwierdzona', 'Potwierdzona')`;
const NAME = sql`rtrim(u.name || ' ' || u.surname)`;

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

/** The name of the student of a row `l`. */
const STUDENT = sql`'studentName', (SELECT ${NAME} FROM users u WHERE u.id = l.student_id)`;
/** The columns of a lesson `l` that a line needs. */
const COLUMNS = sql`l.id, l.student_id, l.teacher_id, l.date, l.block, l.subject, l.level, l.meeting_link, l.status,
  l.version`;
const LESSON = sql`'lessonId', l.id, 'studentId', l.student_id, 'teacherId', l.teacher_id, 'date', l.date,
  'block', l.block, 'subject', l.subject, 'level', l.level, 'meetingLink', l.meeting_link,
  'status', l.status, 'version', l.version,
  ${STUDENT}`;
const WITH_TEACHER = sql`${LESSON}, 'teacherName', (SELECT ${NAME} FROM users u WHERE u.id = l.teacher_id)`;
const BY_SLOT = sql`l.date, l.block, l.id`;

/** The lines of a teacher do not name the teacher. */
function fieldsFor({ teacherId }: LessonScope): Sql {
  return teacherId === undefined ? WITH_TEACHER : LESSON;
}

/** Counts rows and builds the lines of a range of them; `l` is the row. The rows are found once. */
function counted(
  rows: Sql,
  range: AttentionRange,
  { fields, order }: { fields: Sql; order: Sql },
): AttentionQuery {
  return sql`
    WITH found AS MATERIALIZED (${rows})
    SELECT (SELECT count(*)::int FROM found) AS count,
           ${jsonArray(sql`SELECT json_build_object(${fields}) FROM (
                             SELECT * FROM found l ORDER BY ${order} ${rangeClause(range)}) l
                            ORDER BY ${order}`)} AS items`;
}

function lessonsWhere(
  scope: LessonScope,
  conditions: readonly (Sql | false)[],
  range: AttentionRange,
): AttentionQuery {
  return counted(
    sql`SELECT ${COLUMNS} FROM lessons l ${whereAll([...within(scope), ...conditions])}`,
    range,
    { fields: fieldsFor(scope), order: BY_SLOT },
  );
}

/**
 * Reads several kinds in one statement. The ranges of dates have two ends, so that PostgreSQL reuses the plan: it plans
 * a range with one end again at each call, which takes longer than the reading.
 */
export async function readAttention(
  db: Database,
  queries: readonly AttentionQuery[],
): Promise<AttentionRows[]> {
  const [row] = await query<Record<string, AttentionRows>>(
    db,
    sql`SELECT ${joinSql(queries.map((each, at) => sql`(SELECT row_to_json(kind) FROM (${each}) kind) AS ${rawSql(`kind_${at}`)}`))}`,
  );
  return queries.map((_, at) => row?.[`kind_${at}`] ?? { count: 0, items: [] });
}

/** The latest date that a range may end with. */
const FOREVER = "infinity";

/** Planned lessons that are not over, until a day (inclusive). */
export function comingLessons(
  scope: LessonScope,
  { today, ended }: AttentionMoment,
  until: CivilDate,
  range: AttentionRange,
): AttentionQuery {
  return lessonsWhere(
    scope,
    [
      PLANNED,
      sql`l.date BETWEEN ${today}::date AND ${until}::date`,
      sql`(l.date > ${today}::date OR l.block >= ${ended}::int)`,
    ],
    range,
  );
}

/** The next planned lesson of each of these students that is not over. */
export function nextLessons(
  studentIds: readonly string[],
  { today, ended }: AttentionMoment,
  range: AttentionRange,
): AttentionQuery {
  return counted(
    sql`SELECT next.* FROM unnest(${studentIds}::uuid[]) student CROSS JOIN LATERAL (
          SELECT ${COLUMNS} FROM lessons l
           WHERE l.student_id = student AND ${PLANNED} AND l.date >= ${today}::date
             AND (l.date > ${today}::date OR l.block >= ${ended}::int)
           ORDER BY l.date, l.block LIMIT 1) next`,
    range,
    { fields: WITH_TEACHER, order: BY_SLOT },
  );
}

/** Lessons that wait for a confirmation and have not started; until an instant, where one is given. */
export function unconfirmedLessons(
  scope: LessonScope,
  { today, started, now }: AttentionMoment,
  range: AttentionRange,
  hours: number | null,
): AttentionQuery {
  return lessonsWhere(
    scope,
    [
      sql`l.deleted_at IS NULL AND l.status = 'Nie potwierdzona'`,
      sql`l.date BETWEEN ${today}::date AND ${FOREVER}::date`,
      sql`(l.date > ${today}::date OR l.block >= ${started}::int)`,
      hours !== null &&
        sql`l.date <= ${today}::date + 2
            AND (l.date + time '07:00' + l.block * interval '65 minutes') AT TIME ZONE 'Europe/Warsaw'
                <= ${now}::timestamptz + make_interval(hours => ${hours}::int)`,
    ],
    range,
  );
}

/** Lessons that are over and still planned. */
export function lessonsWithoutOutcome(
  scope: LessonScope,
  { today, ended }: AttentionMoment,
  range: AttentionRange,
): AttentionQuery {
  return lessonsWhere(
    scope,
    [PLANNED, sql`l.date <= ${today}::date AND (l.date < ${today}::date OR l.block < ${ended}::int)`],
    range,
  );
}

/** Lessons that were held since a day and have no report. */
export function lessonsWithoutReport(
  scope: LessonScope,
  from: CivilDate,
  range: AttentionRange,
): AttentionQuery {
  return lessonsWhere(
    scope,
    [
      sql`l.deleted_at IS NULL AND l.status = 'Zrealizowana'`,
      sql`l.date BETWEEN ${from}::date AND ${FOREVER}::date`,
      sql`NOT EXISTS (SELECT FROM lesson_reports r WHERE r.lesson_id = l.id)`,
    ],
    range,
  );
}

/** Days in which homework of a lesson may be done and is still news. */
const DONE_DAYS = 30;
const HOMEWORK_DAYS = 90;

/** Homework of a teacher's students that was ticked and not followed by a lesson of the two yet. */
export function doneHomework(
  teacherId: string,
  { today, started, now }: AttentionMoment,
  range: AttentionRange,
): AttentionQuery {
  return counted(
    sql`SELECT ${COLUMNS}, r.homework
          FROM lessons l JOIN lesson_reports r ON r.lesson_id = l.id
         WHERE l.teacher_id = ${teacherId}::uuid AND l.deleted_at IS NULL
           AND l.date BETWEEN ${today}::date - ${HOMEWORK_DAYS}::int AND ${today}::date
           AND r.homework_done_at > ${now}::timestamptz - make_interval(days => ${DONE_DAYS}::int)
           AND NOT EXISTS (
             SELECT FROM lessons next
              WHERE next.teacher_id = l.teacher_id AND next.student_id = l.student_id AND next.deleted_at IS NULL
                AND next.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
                AND next.date > l.date AND next.date >= (r.homework_done_at AT TIME ZONE 'Europe/Warsaw')::date
                AND (next.date < ${today}::date OR (next.date = ${today}::date AND next.block < ${started}::int)))`,
    range,
    { fields: sql`${LESSON}, 'words', l.homework`, order: BY_SLOT },
  );
}

/** Homework that students have not ticked, what is due first. */
export function openHomework(studentIds: readonly string[], range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT l.id, l.student_id, l.date, l.block, l.subject, l.level, r.homework, r.homework_due
          FROM lessons l JOIN lesson_reports r ON r.lesson_id = l.id
         WHERE l.student_id = ANY (${studentIds}::uuid[])
           AND l.deleted_at IS NULL AND r.homework IS NOT NULL AND r.homework_done_at IS NULL`,
    range,
    {
      fields: sql`'lessonId', l.id, 'studentId', l.student_id, 'date', l.homework_due, 'subject', l.subject,
                  'level', l.level, 'words', l.homework, ${STUDENT}`,
      order: sql`l.homework_due NULLS LAST, l.date, l.block, l.id`,
    },
  );
}

/**
 * What students, and parents for them, are asked: mandatory documents that these people have not accepted, then proposals
 * of another time that wait for these students' answers.
 */
export function askedOf(
  { personIds, studentIds }: { personIds: readonly string[]; studentIds: readonly string[] },
  { today, started, now }: AttentionMoment,
  range: AttentionRange,
): AttentionQuery {
  const proposals = whereAll([
    ...within({ studentIds }),
    PLANNED,
    sql`p.status = 'open' AND p.proposer_role = 'Teacher'`,
    sql`(l.date > ${today}::date OR (l.date = ${today}::date AND l.block >= ${started}::int))`,
  ]);
  return sql`
    WITH asked AS MATERIALIZED (
      SELECT d.kind || u.id AS document, NULL::date AS date, NULL::smallint AS block, d.id,
             json_build_object('documentId', d.id, 'words', d.title,
                               'studentId', CASE WHEN u.role = 'Student' THEN u.id END,
                               'studentName', CASE WHEN u.email IS NULL THEN ${NAME} END) AS item
        FROM users u CROSS JOIN LATERAL unnest(missing_consents(u.id, u.role, ${now}::timestamptz)) missing
        JOIN documents d ON d.id = missing
       WHERE u.id = ANY (${personIds}::uuid[])
       UNION ALL
      SELECT NULL, l.date, l.block, l.id,
             json_build_object(${WITH_TEACHER}, 'proposalId', p.id, 'toDate', p.date, 'toBlock', p.block)
        FROM lessons l JOIN reschedule_proposals p ON p.lesson_id = l.id ${proposals})
    SELECT (SELECT count(*)::int FROM asked) AS count,
           ${jsonArray(sql`SELECT item FROM asked ORDER BY document, date, block, id ${rangeClause(range)}`)} AS items`;
}

/** Subjects of which students have few lessons left, or owe some. */
export function lowBalances(studentIds: readonly string[], range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT a.student_id, a.subject, a.level, a.balance
          FROM ledger_accounts a, centre_settings c
         WHERE a.student_id = ANY (${studentIds}::uuid[])
           AND (a.balance < 0 OR (c.low_balance_threshold > 0 AND a.balance <= c.low_balance_threshold))
           AND a.active > 0`,
    range,
    {
      fields: sql`'studentId', l.student_id, 'subject', l.subject, 'level', l.level, 'number', l.balance, ${STUDENT}`,
      order: sql`l.balance, l.subject, l.level, l.student_id`,
    },
  );
}

/** Trial requests that nobody has scheduled for a while, the oldest first. */
export function waitingTrials(before: Date, range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT id, subject, level, name, created_at FROM trial_lessons
         WHERE status = 'Nowa' AND created_at < ${before}::timestamptz`,
    range,
    {
      fields: sql`'trialLessonId', l.id, 'subject', l.subject, 'level', l.level, 'studentName', l.name`,
      order: sql`l.created_at, l.id`,
    },
  );
}

/** Students who owe lessons, the largest sum first. */
export function owingStudents(range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT o.student_id, sum(o.amount)::int AS amount FROM (${owedLessons(sql`true`)}) o
         GROUP BY o.student_id HAVING sum(o.amount) > 0`,
    range,
    {
      fields: sql`'studentId', l.student_id, 'number', l.amount, ${STUDENT}`,
      order: sql`l.amount DESC, l.student_id`,
    },
  );
}

/** Lessons left that expire until a day, by student, subject and level. */
export function endingPackages(
  { today }: AttentionMoment,
  until: CivilDate,
  range: AttentionRange,
): AttentionQuery {
  return counted(
    sql`SELECT o.student_id, o.subject, o.level, min(o.expires_on) AS expires_on, sum(o.remaining)::int AS lessons
          FROM ledger_lots o
         WHERE o.remaining > 0 AND o.expires_on BETWEEN ${today}::date AND ${until}::date AND NOT o.expired
         GROUP BY o.student_id, o.subject, o.level`,
    range,
    {
      fields: sql`'studentId', l.student_id, 'subject', l.subject, 'level', l.level, 'number', l.lessons,
                  'date', l.expires_on, ${STUDENT}`,
      order: sql`l.expires_on, l.student_id, l.subject, l.level`,
    },
  );
}

/** Enabled students with a teacher and without a planned lesson that has not started, by name. */
export function studentsWithoutNextLesson(
  { today, started }: AttentionMoment,
  range: AttentionRange,
): AttentionQuery {
  const ahead = sql`${PLANNED} AND l.date BETWEEN ${today}::date AND ${FOREVER}::date
                    AND (l.date > ${today}::date OR l.block >= ${started}::int)`;
  const name = sql`u.surname COLLATE "pl-x-icu", u.name COLLATE "pl-x-icu", u.id`;
  // Two indexes count: all students with a teacher, less those who are fine or disabled. A third one finds the first by name.
  return sql`
    SELECT (SELECT count(DISTINCT student_id)::int FROM teaching_relations)
           - (SELECT count(*)::int
                FROM (SELECT id FROM users WHERE role = 'Student' AND is_disabled
                       UNION SELECT l.student_id FROM lessons l WHERE ${ahead}) other
               WHERE EXISTS (SELECT FROM teaching_relations r WHERE r.student_id = other.id)) AS count,
           ${jsonArray(sql`SELECT json_build_object('studentId', u.id, 'studentName', ${NAME}, 'teacherId', (
                                    SELECT r.teacher_id FROM teaching_relations r
                                     WHERE r.student_id = u.id ORDER BY r.teacher_id LIMIT 1))
                             FROM users u
                            WHERE u.role = 'Student' AND NOT u.is_disabled
                              AND EXISTS (SELECT FROM teaching_relations r WHERE r.student_id = u.id)
                              AND NOT EXISTS (SELECT FROM lessons l WHERE l.student_id = u.id AND ${ahead})
                            ORDER BY ${name} ${rangeClause(range)}`)} AS items`;
}

/** Notifications that failed for good, the newest first; their words are their kind. */
export function failedNotifications(range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT n.id, n.kind, n.recipient_id, n.email, n.created_at FROM notifications n WHERE n.status = 'failed'`,
    range,
    {
      fields: sql`'notificationId', l.id, 'words', l.kind, 'studentName', coalesce(
                    (SELECT nullif(${NAME}, '') FROM users u WHERE u.id = l.recipient_id), l.email)`,
      order: sql`l.created_at DESC, l.id`,
    },
  );
}

/** What arrived in the payment provider's name and booked nothing, the newest first. */
export function suspectPayments(range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT n.id, n.outcome, n.received_at, o.amount, o.student_id
          FROM provider_notifications n LEFT JOIN orders o ON o.id = n.order_id
         WHERE ${SUSPECT_NOTIFICATION}`,
    range,
    {
      fields: sql`'outcome', l.outcome, 'date', (l.received_at AT TIME ZONE 'Europe/Warsaw')::date,
                  'number', l.amount, ${STUDENT}`,
      order: sql`l.received_at DESC, l.id DESC`,
    },
  );
}
