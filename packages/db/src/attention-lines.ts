import type { AttentionQuery, AttentionRange, LessonScope } from "./attention";
import { type Sql, sql } from "./sql";
import { jsonArray, unseen } from "./sql-fragments";

/** The name of a user `u`. */
export const NAME = sql`rtrim(u.name || ' ' || u.surname)`;

/** Returns the conditions of a scope on a lesson `l`. */
export function within({ teacherId, studentIds }: LessonScope): (Sql | false)[] {
  return [
    teacherId !== undefined && sql`l.teacher_id = ${teacherId}::uuid`,
    studentIds !== undefined && sql`l.student_id = ANY (${studentIds}::uuid[])`,
  ];
}

export function rangeClause({ limit, offset }: AttentionRange): Sql {
  return sql`LIMIT ${unseen(sql`${limit}::int`)} OFFSET ${unseen(sql`${offset}::int`)}`;
}

/** The name of the student of a row `l`. */
export const STUDENT = sql`'studentName', (SELECT ${NAME} FROM users u WHERE u.id = l.student_id)`;
/** What a line says of a lesson `l`. */
export const LESSON = sql`'lessonId', l.id, 'studentId', l.student_id, 'teacherId', l.teacher_id, 'date', l.date,
  'block', l.block, 'subject', l.subject, 'level', l.level, 'meetingLink', l.meeting_link,
  'status', l.status, 'version', l.version,
  ${STUDENT}`;
/** The same with the name of the teacher. */
export const WITH_TEACHER = sql`${LESSON}, 'teacherName', (SELECT ${NAME} FROM users u WHERE u.id = l.teacher_id)`;

/** Counts rows and builds the lines of a range of them; `l` is the row. The rows are found once. */
export function counted(
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

/** The latest date that a range may end with. */
export const FOREVER = "infinity";
