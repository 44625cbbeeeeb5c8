import type { CivilDate, LessonStatus, Level, Subject } from "@korki/domain";
import { toDbDate } from "./civil-date";
import type { Database, Tx } from "./client";
import { type PreparedTx, rowsIn } from "./prepared";

/** An open proposal of another hour; `by` is who proposed it. */
export type ProposalRecord = {
  id: string;
  by: "Student" | "Teacher";
  date: CivilDate;
  block: number;
  createdAt: string;
};

/** When a lesson is, what it is about and where it stands. */
type LessonCore = {
  id: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  title: string;
  description: string;
  status: LessonStatus;
};

/** A lesson as it is kept, whoever sees it; timestamps are ISO 8601 in UTC. */
export type KeptLesson = LessonCore & {
  cancelMessage: string | null;
  meetingLink: string;
  version: number;
  createdAt: string;
};

/** A lesson as its people see it. */
export type LessonRecord = KeptLesson & {
  teacherId: string;
  studentId: string;
  teacherName: string;
  studentName: string;
  proposal: ProposalRecord | null;
};

/** A `timestamptz` as ISO 8601 in UTC, within SQL. */
export function isoText(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A `KeptLesson`, as pairs of `json_build_object`; `l` is the lesson. */
export const KEPT_LESSON = `'id', l.id, 'date', l.date, 'block', l.block, 'subject', l.subject, 'level', l.level,
  'title', l.title, 'description', l.description, 'status', l.status, 'cancelMessage', l.cancel_message,
  'meetingLink', l.meeting_link, 'version', l.version, 'createdAt', ${isoText("l.created_at")}`;

// Built by PostgreSQL: a list comes as one value, several times faster than row by row.
const RECORD = `json_build_object(${KEPT_LESSON},
  'teacherId', l.teacher_id, 'studentId', l.student_id,
  'teacherName', rtrim(t.name || ' ' || t.surname), 'studentName', rtrim(s.name || ' ' || s.surname),
  'proposal', (
    SELECT json_build_object('id', p.id, 'by', p.proposer_role, 'date', p.date, 'block', p.block,
                             'createdAt', ${isoText("p.created_at")})
      FROM reschedule_proposals p WHERE p.lesson_id = l.id AND p.status = 'open'))`;

const PEOPLE = "JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id";
const PLANNED = "l.deleted_at IS NULL AND l.status IN ('Nie potwierdzona', 'Potwierdzona')";
const FINISHED = "l.deleted_at IS NULL AND l.status NOT IN ('Nie potwierdzona', 'Potwierdzona')";
const OWN = { Student: "l.student_id", Teacher: "l.teacher_id" } as const;

/** Whose lessons: a student's or a teacher's own. */
export type LessonOwner = { role: "Student" | "Teacher"; id: string };

/** A lesson that is not deleted, whoever's it is: the caller asks whether the actor may see it. */
export async function findLesson(tx: Tx, lessonId: string): Promise<LessonRecord | null> {
  const rows = await tx.$queryRawUnsafe<{ lesson: LessonRecord }[]>(
    `SELECT ${RECORD} AS lesson FROM lessons l ${PEOPLE} WHERE l.id = $1::uuid AND l.deleted_at IS NULL`,
    lessonId,
  );
  return rows[0]?.lesson ?? null;
}

/** Place of a lesson in a list; the next page begins after it. */
export type LessonPosition = { date: CivilDate; block: number; id: string };

export type LessonListQuery = {
  owner: LessonOwner;
  group: "planned" | "finished";
  order: "asc" | "desc";
  /** first day, inclusive */
  from?: CivilDate | undefined;
  /** last day, exclusive */
  to?: CivilDate | undefined;
  dayOfMonth?: number | undefined;
  month?: number | undefined;
  after?: LessonPosition | undefined;
  limit: number;
};

const START: LessonPosition = { date: "-infinity", block: -1, id: "00000000-0000-0000-0000-000000000000" };
const END: LessonPosition = { date: "infinity", block: 99, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** One page of somebody's own lessons, ordered by date and block. */
export async function listLessons(db: Database, query: LessonListQuery): Promise<LessonRecord[]> {
  const { owner, group, order } = query;
  const after = query.after ?? (order === "asc" ? START : END);
  const sorted = `l.date ${order}, l.block ${order}, l.id ${order}`;
  const { rows } = await db.pool.query<{ lessons: LessonRecord[] }>({
    name: `lessons-${owner.role}-${group}-${order}`,
    text: `SELECT coalesce(json_agg(${RECORD} ORDER BY ${sorted}), '[]') AS lessons
             FROM (SELECT * FROM lessons l
                    WHERE ${OWN[owner.role]} = $1 AND ${group === "planned" ? PLANNED : FINISHED}
                      AND (l.date, l.block, l.id) ${order === "asc" ? ">" : "<"} ($2::date, $3::smallint, $4::uuid)
                      AND l.date >= $5::date AND l.date < $6::date
                      AND ($7::int IS NULL OR extract(day FROM l.date) = $7)
                      AND ($8::int IS NULL OR extract(month FROM l.date) = $8)
                    ORDER BY ${sorted} LIMIT $9) l ${PEOPLE}`,
    values: [
      owner.id,
      after.date,
      after.block,
      after.id,
      query.from ?? "-infinity",
      query.to ?? "infinity",
      query.dayOfMonth ?? null,
      query.month ?? null,
      query.limit,
    ],
  });
  return rows[0]?.lessons ?? [];
}

/** All planned lessons and then the latest finished ones, `limit` at most; ordered by date and block. */
export async function listNewestLessons(
  db: Database,
  owner: LessonOwner,
  limit: number,
): Promise<LessonRecord[]> {
  const own = `SELECT l.* FROM lessons l WHERE ${OWN[owner.role]} = $1 AND`;
  const { rows } = await db.pool.query<{ lessons: LessonRecord[] }>({
    name: `lessons-${owner.role}-newest`,
    text: `WITH planned AS (${own} ${PLANNED} ORDER BY l.date, l.block, l.id LIMIT $2),
                finished AS (${own} ${FINISHED} ORDER BY l.date DESC, l.block DESC, l.id DESC
                             LIMIT $2 - (SELECT count(*) FROM planned))
           SELECT coalesce(json_agg(${RECORD} ORDER BY l.date, l.block, l.id), '[]') AS lessons
             FROM (SELECT * FROM planned UNION ALL SELECT * FROM finished) l ${PEOPLE}`,
    values: [owner.id, limit],
  });
  return rows[0]?.lessons ?? [];
}

/** Somebody's own lessons of all statuses between two days (`to` exclusive), in order. */
export async function listLessonsBetween(
  db: Database,
  owner: LessonOwner,
  from: CivilDate,
  to: CivilDate,
): Promise<LessonRecord[]> {
  const { rows } = await db.pool.query<{ lessons: LessonRecord[] }>({
    name: `lessons-${owner.role}-between`,
    text: `SELECT coalesce(json_agg(${RECORD} ORDER BY l.date, l.block, l.id), '[]') AS lessons
             FROM lessons l ${PEOPLE}
            WHERE ${OWN[owner.role]} = $1 AND l.deleted_at IS NULL AND l.date >= $2 AND l.date < $3`,
    values: [owner.id, from, to],
  });
  return rows[0]?.lessons ?? [];
}

/** A lesson as it is now, or only who lost it where it was deleted. */
export type ChangedLesson = {
  lessonId: string;
  teacherId: string;
  studentId: string;
  lesson: LessonRecord | null;
};

const CHANGED = `SELECT l.id AS "lessonId", l.teacher_id AS "teacherId", l.student_id AS "studentId",
                        CASE WHEN l.deleted_at IS NULL THEN ${RECORD} END AS lesson FROM lessons l ${PEOPLE}`;

/** These lessons as they are now, deleted ones too. */
export async function findChangedLessons(db: Database, ids: readonly string[]): Promise<ChangedLesson[]> {
  const { rows } = await db.pool.query<ChangedLesson>({
    name: "lessons-changed",
    text: `${CHANGED} WHERE l.id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows;
}

/** Somebody's lessons (everybody's for null) written at or after an instant, `limit` at most. */
export async function findLessonsChangedSince(
  db: Database,
  userId: string | null,
  since: Date,
  limit: number,
): Promise<ChangedLesson[]> {
  const { rows } = await db.pool.query<ChangedLesson>({
    name: "lessons-changed-since",
    text: `${CHANGED} WHERE l.updated_at >= $1 AND ($2::uuid IS NULL OR l.teacher_id = $2 OR l.student_id = $2)
           ORDER BY l.updated_at LIMIT $3`,
    values: [since, userId, limit],
  });
  return rows;
}

export type NewLesson = LessonCore & {
  teacherId: string;
  studentId: string;
  price: number;
  rate: number;
  createdAt: Date;
};

/** Rejects with a violation of `occupied_slots_…_key` where another was faster. */
export async function insertLesson(tx: Tx | PreparedTx, lesson: NewLesson): Promise<void> {
  const { id, teacherId, studentId, date, block, subject, level, title, description, status } = lesson;
  const { price, rate, createdAt } = lesson;
  await rowsIn(tx, {
    name: "lesson-insert",
    text: `INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status,
                                price, rate, created_at, updated_at)
           VALUES ($1::uuid, $2::uuid, $3::uuid, $4::date, $5::smallint, $6, $7, $8, $9, $10, $11::int, $12::int,
                   $13::timestamptz, clock_timestamp())`,
    values: [
      ...[id, teacherId, studentId, date, block, subject, level, title, description, status],
      ...[price, rate, createdAt],
    ],
  });
}

export type LessonChanges = {
  status?: LessonStatus;
  description?: string;
  cancelMessage?: string | null;
  meetingLink?: string;
  date?: CivilDate;
  block?: number;
  confirmedAt?: Date;
  deletedAt?: Date;
};

/**
 * Writes the changes if the lesson is still what the caller saw; false where another was faster. Rejects with a
 * violation of `occupied_slots_…_key` where a new slot is taken.
 */
export async function updateLesson(
  tx: Tx,
  seen: Pick<LessonRecord, "id" | "version" | "status">,
  { date, ...changes }: LessonChanges,
): Promise<boolean> {
  const { count } = await tx.lesson.updateMany({
    where: { id: seen.id, version: seen.version, status: seen.status, deletedAt: null },
    data: { ...changes, ...(date ? { date: toDbDate(date) } : {}), version: { increment: 1 } },
  });
  return count === 1;
}
