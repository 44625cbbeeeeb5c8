import { BILL_OVERDUE_DAYS, BILL_PREVIEW_DAYS, type CivilDate } from "@korki/domain";
import { approvalsFor } from "./approvals";
import type { AttentionMoment, AttentionQuery, AttentionRange } from "./attention";
import { counted, FOREVER, NAME, rangeClause, STUDENT, WITH_TEACHER, within } from "./attention-lines";
import { PAID, PAY_BY } from "./billing";
import { ASKED, askedLessons, owedLessons, WHO_CAN_PAY } from "./debts";
import { INVOICE_DAY } from "./invoices";
import { PLANNED_LESSON } from "./lesson-status";
import { IS_PARTNER } from "./lessons";
import { SUSPECT_NOTIFICATION } from "./provider-notifications";
import { UNTIL } from "./settlements";
import { sql, whereAll } from "./sql";
import { bySurname, isoTime, jsonArray, unseen } from "./sql-fragments";

const MONTH = sql`to_char(l.month, 'YYYY-MM')`;

/**
 * What students, and parents for them, are asked: mandatory documents that these people have not accepted, what children
 * want from the parent who pays, then proposals of another time that wait for these students' answers.
 */
export function askedOf(
  {
    personIds,
    studentIds,
    payerId,
  }: { personIds: readonly string[]; studentIds: readonly string[]; payerId: string | null },
  { today, started, now }: AttentionMoment,
  range: AttentionRange,
): AttentionQuery {
  const proposals = whereAll([
    ...within({ studentIds }),
    PLANNED_LESSON,
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
      SELECT NULL, NULL, NULL, w.id, json_build_object('approvalId', w.id, 'studentId', w."studentId", 'asked', row_to_json(w))
        FROM (${approvalsFor(payerId, now)}) w
       UNION ALL
      SELECT NULL, l.date, l.block, l.id,
             json_build_object(${WITH_TEACHER}, 'proposalId', p.id, 'toDate', p.date, 'toBlock', p.block,
                               'blocks', p.blocks, 'isDouble', EXISTS (SELECT FROM lessons p WHERE ${IS_PARTNER}))
        FROM lessons l JOIN reschedule_proposals p ON p.lesson_id = l.id ${proposals})
    SELECT (SELECT count(*)::int FROM asked) AS count,
           ${jsonArray(sql`SELECT item FROM asked ORDER BY document, date NULLS FIRST, block, id ${rangeClause(range)}`)} AS items`;
}

/** Slots that are held for these students, who waited for them; what is held longest first (rules §34). */
export function heldSlots(
  studentIds: readonly string[],
  { now }: AttentionMoment,
  range: AttentionRange,
): AttentionQuery {
  return counted(
    sql`SELECT w.id, w.student_id, w.teacher_id, w.held_date, w.held_block, w.held_until, w.subject, w.level
          FROM watches w
         WHERE w.student_id = ANY (${studentIds}::uuid[]) AND w.held_until > ${now}::timestamptz AND w.hold_id IS NOT NULL`,
    range,
    {
      fields: sql`'studentId', l.student_id, 'teacherId', l.teacher_id, 'date', l.held_date, 'block', l.held_block,
                  'subject', l.subject, 'level', l.level, 'heldUntil', ${isoTime(sql`l.held_until`)}, ${STUDENT},
                  'teacherName', (SELECT ${NAME} FROM users u WHERE u.id = l.teacher_id)`,
      order: sql`l.held_until, l.id`,
    },
  );
}

/** Wishes to move a teacher's weekly lessons that wait for the answer, those that expire first. */
export function askedMoves(teacherId: string, range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT m.id, m.expires_at, m.weekday AS to_weekday, m.block AS to_block, x.id AS series_id, x.student_id,
               x.weekday, x.block, x.blocks, x.every_weeks, x.subject, x.level
          FROM series x JOIN series_moves m ON m.series_id = x.id AND m.status = 'open'
         WHERE x.teacher_id = ${teacherId}::uuid`,
    range,
    {
      fields: sql`'seriesId', l.series_id, 'moveId', l.id, 'studentId', l.student_id, 'weekday', l.weekday,
                  'block', l.block, 'blocks', l.blocks, 'toWeekday', l.to_weekday, 'toBlock', l.to_block, 'everyWeeks', l.every_weeks,
                  'subject', l.subject, 'level', l.level, ${STUDENT}`,
      order: sql`l.expires_at, l.id`,
    },
  );
}

/** Subjects of which students have few lessons left, or owe some that are due. What a payer was asked for uses up nothing. */
export function lowBalances(studentIds: readonly string[], range: AttentionRange): AttentionQuery {
  const owed = owedLessons(sql`a.student_id = ANY (${studentIds}::uuid[])`);
  return counted(
    sql`SELECT a.student_id, a.subject, a.level, reached.balance
          FROM centre_settings c CROSS JOIN ledger_accounts a
         CROSS JOIN LATERAL (SELECT a.balance + ${askedLessons(ASKED)} AS balance OFFSET 0) reached
          LEFT JOIN (${owed}) o ON (o.student_id, o.subject, o.level) = (a.student_id, a.subject, a.level)
         WHERE a.student_id = ANY (${studentIds}::uuid[])
           AND CASE WHEN reached.balance < 0 THEN o.owed > 0
                    ELSE c.low_balance_threshold > 0 AND reached.balance <= c.low_balance_threshold END
           AND a.active > 0`,
    range,
    {
      fields: sql`'studentId', l.student_id, 'subject', l.subject, 'level', l.level, 'number', l.balance, ${STUDENT}`,
      order: sql`l.balance, l.subject, l.level, l.student_id`,
    },
  );
}

/** Trial requests that nobody has scheduled, or made an account of, for a while, the oldest first. */
export function waitingTrials(before: Date, range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT id, subject, level, name, coalesce(nullif(student_phone, ''), parent_phone) AS phone, created_at
          FROM trial_lessons
         WHERE status = 'Nowa' AND student_id IS NULL AND created_at < ${before}::timestamptz`,
    range,
    {
      fields: sql`'trialLessonId', l.id, 'subject', l.subject, 'level', l.level, 'studentName', l.name,
        'words', l.phone, 'date', (l.created_at AT TIME ZONE 'Europe/Warsaw')::date`,
      order: sql`l.created_at, l.id`,
    },
  );
}

/** Students who owe lessons, the largest sum first. */
export function owingStudents(range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT o.student_id, sum(o.amount)::int AS amount FROM (${owedLessons(sql`true`)}) o ${WHO_CAN_PAY}
         GROUP BY o.student_id HAVING sum(o.amount) > 0`,
    range,
    {
      fields: sql`'studentId', l.student_id, 'number', l.amount, ${STUDENT}`,
      order: sql`l.amount DESC, l.student_id`,
    },
  );
}

/**
 * Bills that are long overdue and wait for a decision, the oldest first. Those about nobody but erased people are left
 * out.
 */
export function overdueBills({ today }: AttentionMoment, range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT b.id, b.payer_id, b.month, ${PAY_BY} AS pay_by, b.amount - ${PAID} AS left FROM bills b
         WHERE b.status IN ('open', 'half')
           AND ${PAY_BY} + ${BILL_OVERDUE_DAYS}::int <= ${today}::date
           AND (b.overdue_action IS NULL OR b.overdue_action = 'wait' AND b.overdue_until <= ${today}::date)
           AND EXISTS (SELECT FROM users u WHERE u.erased_at IS NULL AND (u.id = b.payer_id
                 OR u.id IN (SELECT n.student_id FROM bill_lines n WHERE n.bill_id = b.id)))`,
    range,
    {
      fields: sql`'billId', l.id, 'payerId', l.payer_id, 'month', ${MONTH}, 'number', l.left,
                  'date', l.pay_by, 'studentName', (SELECT ${NAME} FROM users u WHERE u.id = l.payer_id)`,
      order: sql`l.pay_by, l.id`,
    },
  );
}

/** One line from three days before bills are issued in advance until then, where there are payers to bill. */
export function billsToPreview({ today, now }: AttentionMoment, range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT issue.day, (date_trunc('month', issue.day) + interval '1 month')::date AS month
          FROM centre_settings c
         CROSS JOIN LATERAL (
           SELECT (m + (c.bill_issue_day - 1) * interval '1 day')::date AS day
             FROM unnest(ARRAY[date_trunc('month', ${today}::date),
                               date_trunc('month', ${today}::date) + interval '1 month']) AS m) issue
         WHERE ${today}::date >= issue.day - ${BILL_PREVIEW_DAYS}::int
           AND ${now}::timestamptz < ((issue.day + time '9:00') AT TIME ZONE 'Europe/Warsaw')
           AND (c.billing_mode <> 'perLesson'
                OR EXISTS (SELECT FROM billing_payers p WHERE coalesce(p.mode, p.default_mode) <> 'perLesson'))
           AND EXISTS (SELECT FROM student_payers p JOIN ledger_accounts a ON a.student_id = p.student_id
                         JOIN users s ON s.id = p.student_id AND s.erased_at IS NULL
                        WHERE p.mode = 'advance' AND NOT EXISTS (
                          SELECT FROM bills b WHERE b.payer_id = p.payer_id AND b.status <> 'withdrawn'
                             AND b.month = (date_trunc('month', issue.day) + interval '1 month')::date))`,
    range,
    { fields: sql`'date', l.day, 'month', ${MONTH}`, order: sql`l.day` },
  );
}

/** Lessons left that expire until a day, by student, subject and level; nobody uses those of erased students. */
export function endingPackages(
  { today }: AttentionMoment,
  until: CivilDate,
  range: AttentionRange,
): AttentionQuery {
  return counted(
    sql`SELECT o.student_id, o.subject, o.level, min(o.expires_on) AS expires_on, sum(o.remaining)::int AS lessons
          FROM ledger_lots o ${WHO_CAN_PAY}
         WHERE o.remaining > 0 AND o.expires_on BETWEEN ${unseen(sql`${today}::date`)} AND ${unseen(sql`${until}::date`)}
           AND NOT o.expired
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
  const ahead = sql`${PLANNED_LESSON} AND l.date BETWEEN ${today}::date AND ${FOREVER}::date
                    AND (l.date > ${today}::date OR l.block >= ${started}::int)`;
  // Two indexes count: all students with a teacher, less those who are fine or disabled. A third one finds the first by
  // name.
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
                            ORDER BY ${bySurname(sql`u`)} ${rangeClause(range)}`)} AS items`;
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

/** Documents that the provider or KSeF refused, with its words (rules §36). */
export function failedInvoices(range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT n.id, n.error, n.amount, n.payer_id AS student_id, n.created_at, ${INVOICE_DAY} AS month FROM invoices n
         WHERE n.state = 'failed' OR n.ksef = 'error'`,
    range,
    {
      fields: sql`'invoiceId', l.id, 'words', l.error, 'number', l.amount, 'month', ${MONTH}, ${STUDENT}`,
      order: sql`l.created_at DESC, l.id DESC`,
    },
  );
}

/** Objections of teachers to a month that nobody has answered, where months are settled (rules §37). */
export function openObjections(range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT b.line_id, b.teacher_id, b.month, b.text, b.created_at FROM settlement_objections b
         WHERE b.state = 'open' AND EXISTS (SELECT FROM centre_settings WHERE settlement_since IS NOT NULL)`,
    range,
    {
      fields: sql`'teacherId', l.teacher_id, 'words', l.text, 'month', ${MONTH},
                  'teacherName', (SELECT ${NAME} FROM users u WHERE u.id = l.teacher_id)`,
      order: sql`l.created_at, l.line_id`,
    },
  );
}

/** A teacher's months that wait for the teacher, where months are settled (rules §37). */
export function proposedMonths(teacherId: string, range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT s.month, s.total, ${UNTIL} AS until FROM settlements s
         WHERE s.teacher_id = ${teacherId}::uuid AND s.state = 'proposed'
           AND EXISTS (SELECT FROM centre_settings WHERE settlement_since IS NOT NULL)`,
    range,
    { fields: sql`'month', ${MONTH}, 'toDate', l.until, 'number', l.total`, order: sql`l.month` },
  );
}

/** That the invoice provider refuses the token: one line. */
export function stoppedInvoices(range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT stopped_words FROM invoicing_settings WHERE stopped_words IS NOT NULL AND mode <> 'off'`,
    range,
    { fields: sql`'words', l.stopped_words`, order: sql`l.stopped_words` },
  );
}

/** That push services refuse the centre's keys: one line, until one takes a message again. */
export function stoppedPush(range: AttentionRange): AttentionQuery {
  return counted(sql`SELECT s.id, s.reason, s.stopped_at FROM push_stops s`, range, {
    fields: sql`'words', l.reason, 'date', (l.stopped_at AT TIME ZONE 'Europe/Warsaw')::date`,
    order: sql`l.id`,
  });
}

/** What arrived in the payment provider's name and booked nothing, and refunds that it rejected; the newest first. */
export function suspectPayments(range: AttentionRange): AttentionQuery {
  return counted(
    sql`SELECT n.id, n.outcome, n.received_at, o.student_id,
               CASE n.outcome WHEN 'refund-rejected'
                    THEN (SELECT r.amount FROM refunds r WHERE r.order_id = o.id AND r.status = 'rejected'
                             AND r.finished_at <= n.processed_at ORDER BY r.finished_at DESC LIMIT 1)
                    ELSE o.amount END AS amount
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
