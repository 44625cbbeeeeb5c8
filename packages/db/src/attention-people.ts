import type { CivilDate } from "@korki/domain";
import type { AttentionMoment, AttentionQuery, AttentionRange } from "./attention";
import {
  counted,
  FOREVER,
  IS_PLANNED,
  NAME,
  rangeClause,
  STUDENT,
  WITH_TEACHER,
  within,
} from "./attention-lines";
import { owedLessons } from "./debts";
import { SUSPECT_NOTIFICATION } from "./provider-notifications";
import { sql, whereAll } from "./sql";
import { jsonArray } from "./sql-fragments";

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
    IS_PLANNED,
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
  const ahead = sql`${IS_PLANNED} AND l.date BETWEEN ${today}::date AND ${FOREVER}::date
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
