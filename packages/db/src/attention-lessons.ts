import type { CivilDate } from "@korki/domain";
import { NO_PAYER_ASKED } from "./approvals";
import type { AttentionMoment, AttentionQuery, AttentionRange, LessonScope } from "./attention";
import { counted, FOREVER, LESSON, STUDENT, WITH_TEACHER, within } from "./attention-lines";
import { CANCELLED_STATUSES, HELD_LESSON, PLANNED_LESSON } from "./lesson-status";
import { isTeacherAwaited, type PlaceSettings } from "./lesson-visits";
import { TOLD_BLOCKS } from "./lessons";
import { type Sql, sql, whereAll } from "./sql";
import { startOf, unseen } from "./sql-fragments";

/** The columns of a lesson `l` that a line needs. */
const COLUMNS = sql`l.id, l.student_id, l.teacher_id, l.date, l.block, l.subject, l.level, l.meeting_link, l.status,
  l.version, l.series_id, l.pair_id`;
const BY_SLOT = sql`l.date, l.block, l.id`;
/** Of the first of a double lesson's hours, in one line with the later. */
const BLOCKS_TOLD = sql`'blocks', ${TOLD_BLOCKS}`;

/**
 * Leaves out the later hour of a double lesson whose earlier one is among the rows, too, with the same status (rules §34).
 */
function doublesOnce(rows: Sql): Sql {
  return sql`SELECT * FROM (
      SELECT l.*, lag(l.block) OVER (PARTITION BY coalesce(l.pair_id, l.id), l.teacher_id, l.date, l.status
                                         ORDER BY l.block) AS earlier,
                lead(l.block) OVER (PARTITION BY coalesce(l.pair_id, l.id), l.teacher_id, l.date, l.status
                                         ORDER BY l.block) AS later
        FROM (${rows}) l) l
     WHERE l.earlier IS DISTINCT FROM l.block - 1`;
}

/** The lines of a teacher do not name the teacher. */
function fieldsFor({ teacherId }: LessonScope): Sql {
  return teacherId === undefined ? WITH_TEACHER : LESSON;
}

function lessonsWhere(
  scope: LessonScope,
  conditions: readonly (Sql | false)[],
  range: AttentionRange,
): AttentionQuery {
  return counted(rowsWhere(scope, conditions), range, { fields: fieldsFor(scope), order: BY_SLOT });
}

/** The same, with one line for both hours of a double lesson. */
function doublesWhere(
  scope: LessonScope,
  conditions: readonly (Sql | false)[],
  range: AttentionRange,
  { fields = fieldsFor(scope), blocks = BLOCKS_TOLD } = {},
): AttentionQuery {
  return counted(doublesOnce(rowsWhere(scope, conditions)), range, {
    fields: sql`${fields}, ${blocks}`,
    order: BY_SLOT,
  });
}

function rowsWhere(scope: LessonScope, conditions: readonly (Sql | false)[]): Sql {
  return sql`SELECT ${COLUMNS} FROM lessons l ${whereAll([...within(scope), ...conditions])}`;
}

/** Planned lessons that are not over, until a day (inclusive). */
export function comingLessons(
  scope: LessonScope,
  { today, ended }: AttentionMoment,
  until: CivilDate,
  range: AttentionRange,
): AttentionQuery {
  return doublesWhere(
    scope,
    [
      PLANNED_LESSON,
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
           WHERE l.student_id = student AND ${PLANNED_LESSON} AND l.date >= ${today}::date
             AND (l.date > ${today}::date OR l.block >= ${ended}::int)
           ORDER BY l.date, l.block LIMIT 1) next`,
    range,
    { fields: sql`${WITH_TEACHER}, ${BLOCKS_TOLD}`, order: BY_SLOT },
  );
}

/**
 * Lessons that are not confirmed and have not started. With `hours`, only those that start within that time. A substitute's
 * lesson names no series: its teacher is another.
 */
export function unconfirmedLessons(
  scope: LessonScope,
  { today, started, now }: AttentionMoment,
  range: AttentionRange,
  hours: number | null,
): AttentionQuery {
  return doublesWhere(
    scope,
    [
      sql`l.deleted_at IS NULL AND l.status = 'Nie potwierdzona'`,
      sql`l.date BETWEEN ${today}::date AND ${FOREVER}::date`,
      sql`(l.date > ${today}::date OR l.block >= ${started}::int)`,
      NO_PAYER_ASKED,
      hours !== null &&
        sql`l.date <= ${today}::date + 2
            AND ${startOf(sql`l`)} <= ${now}::timestamptz + make_interval(hours => ${hours}::int)`,
    ],
    range,
    {
      fields: sql`${fieldsFor(scope)}, 'seriesId',
        (SELECT x.id FROM series x WHERE x.id = l.series_id AND x.teacher_id = l.teacher_id)`,
    },
  );
}

/** Lessons that are over and still planned. */
export function lessonsWithoutOutcome(
  scope: LessonScope,
  { today, ended }: AttentionMoment,
  range: AttentionRange,
): AttentionQuery {
  const day = unseen(sql`${today}::date`);
  return lessonsWhere(
    scope,
    [PLANNED_LESSON, sql`l.date <= ${day} AND (l.date < ${day} OR l.block < ${ended}::int)`],
    range,
  );
}

/** Lessons that are ahead at a time that is busy elsewhere, over which nobody booked them knowingly (rules §35). */
export function lessonsBusyOutside(
  scope: LessonScope,
  { today, started }: AttentionMoment,
  range: AttentionRange,
): AttentionQuery {
  return doublesWhere(
    scope,
    [
      PLANNED_LESSON,
      sql`l.date BETWEEN ${today}::date AND ${FOREVER}::date`,
      sql`(l.date > ${today}::date OR l.block >= ${started}::int)`,
      sql`EXISTS (SELECT FROM busy_blocks b WHERE b.teacher_id = l.teacher_id AND b.date = l.date
                     AND b.block = l.block AND b.agreed_at IS NULL)`,
    ],
    range,
    // One hour of a double lesson may be busy alone.
    { blocks: sql`'blocks', CASE WHEN l.later = l.block + 1 THEN 2 ELSE 1 END` },
  );
}

/** Lessons that run and in whose room somebody waited for the teacher, who has not come yet (rules §30). */
export function lessonsWithoutTeacher(
  { today, started, ended, now }: AttentionMoment,
  settings: PlaceSettings,
  range: AttentionRange,
): AttentionQuery {
  return lessonsWhere(
    {},
    [
      PLANNED_LESSON,
      sql`l.date = ${today}::date AND l.block < ${started}::int AND l.block >= ${ended}::int`,
      isTeacherAwaited(now, { still: false, settings }),
    ],
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
      HELD_LESSON,
      sql`l.date BETWEEN ${unseen(sql`${from}::date`)} AND ${FOREVER}::date`,
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
         WHERE l.teacher_id = ${teacherId}::uuid AND ${HELD_LESSON}
           AND l.date BETWEEN ${today}::date - ${HOMEWORK_DAYS}::int AND ${today}::date
           AND r.homework_done_at > ${now}::timestamptz - make_interval(days => ${DONE_DAYS}::int)
           AND NOT EXISTS (
             SELECT FROM lessons next
              WHERE next.teacher_id = l.teacher_id AND next.student_id = l.student_id AND next.deleted_at IS NULL
                AND next.status NOT IN ${CANCELLED_STATUSES}
                AND next.date > l.date AND ${startOf(sql`next`)} >= r.homework_done_at
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
           AND ${HELD_LESSON} AND r.homework IS NOT NULL AND r.homework_done_at IS NULL`,
    range,
    {
      fields: sql`'lessonId', l.id, 'studentId', l.student_id, 'date', l.homework_due, 'subject', l.subject,
                  'level', l.level, 'homework', l.homework, ${STUDENT}`,
      order: sql`l.homework_due NULLS LAST, l.date, l.block, l.id`,
    },
  );
}
