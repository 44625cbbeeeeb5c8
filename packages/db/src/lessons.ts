import type { BlockSpan, CivilDate, LessonStatus, Level, Subject } from "@korki/domain";
import { contactIdOf } from "./chat-contacts";
import type { Database, Executor } from "./client";
import { DELIVERED_LESSON, PLANNED_LESSON, PLANNED_STATUSES } from "./lesson-status";
import { execute, query, type Sql, sql } from "./sql";
import { isoTime, jsonArray } from "./sql-fragments";
import type { Tx } from "./transaction";

/** An open proposal of another hour; `by` is who proposed it. */
export type ProposalRecord = {
  id: string;
  by: "Student" | "Teacher";
  date: CivilDate;
  block: number;
  /** 2: both lessons of a double one. */
  blocks: BlockSpan;
  createdAt: string;
};

/** A lesson's slot, topic and status. */
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

/** A stored lesson without its people; timestamps are ISO 8601 in UTC. */
export type KeptLesson = LessonCore & {
  cancelMessage: string | null;
  meetingLink: string;
  version: number;
  createdAt: string;
  /** null: not of a series */
  seriesId: string | null;
  /** Common to the two lessons of a double lesson; null: a single one. */
  pairId: string | null;
  /** It takes place although its slot is closed. */
  closureOverridden: boolean;
  /** A late cancellation by the student that uses up the prepaid lesson. */
  charged: boolean;
  /** The teacher has not decided yet whether a late cancellation is charged. */
  lateDecision: "open" | null;
  /** When the outcome was first marked; null: it was not, or before that was recorded. */
  outcomeAt: string | null;
};

/** A lesson as its people see it. */
export type LessonRecord = KeptLesson & {
  teacherId: string;
  studentId: string;
  teacherName: string;
  studentName: string;
  /** Where the other lesson of a double lesson is planned, next to this one; null: there is none, or no longer. */
  partnerBlock: number | null;
  /** The status of that other lesson. */
  partnerStatus: LessonStatus | null;
  studentContactId: string | null;
  proposal: ProposalRecord | null;
};

/** A `KeptLesson`, as pairs of `json_build_object`; `l` is the lesson. */
export const KEPT_LESSON = sql`'id', l.id, 'date', l.date, 'block', l.block, 'subject', l.subject, 'level', l.level,
  'title', l.title, 'description', l.description, 'status', l.status, 'cancelMessage', l.cancel_message,
  'meetingLink', l.meeting_link, 'version', l.version, 'createdAt', ${isoTime(sql`l.created_at`)},
  'seriesId', l.series_id, 'pairId', l.pair_id, 'closureOverridden', l.closure_overridden,
  'charged', l.charged, 'lateDecision', l.late_decision, 'outcomeAt', ${isoTime(sql`l.outcome_at`)}`;

/** A lesson `p` that makes a double lesson with `l`: planned, and next to it. */
export const IS_PARTNER = sql`p.pair_id = l.pair_id AND p.id <> l.id AND p.teacher_id = l.teacher_id AND p.date = l.date
  AND abs(p.block - l.block) = 1 AND p.deleted_at IS NULL AND p.status IN ${PLANNED_STATUSES}`;

/**
 * How many blocks are told of with a lesson `l`: 2 with the later one of a double lesson, while both have the same status.
 */
export const TOLD_BLOCKS = sql`CASE WHEN EXISTS (
  SELECT FROM lessons p WHERE ${IS_PARTNER} AND p.block > l.block AND p.status = l.status) THEN 2 ELSE 1 END`;

/** Selects a column of the lesson `p` that makes a planned double lesson with `l`; null without one. */
function ofPartner(column: Sql): Sql {
  return sql`CASE WHEN l.pair_id IS NOT NULL AND ${PLANNED_LESSON} THEN (
    SELECT ${column} FROM lessons p WHERE ${IS_PARTNER}) END`;
}

// Built by PostgreSQL: a list comes as one value, several times faster than row by row.
const RECORD = sql`json_build_object(${KEPT_LESSON},
  'teacherId', l.teacher_id, 'studentId', l.student_id,
  'partnerBlock', ${ofPartner(sql`p.block`)}, 'partnerStatus', ${ofPartner(sql`p.status`)},
  'studentContactId', ${contactIdOf(sql`s`)}, 'teacherName', rtrim(t.name || ' ' || t.surname), 'studentName', rtrim(s.name || ' ' || s.surname),
  'proposal', (
    SELECT json_build_object('id', p.id, 'by', p.proposer_role, 'date', p.date, 'block', p.block, 'blocks', p.blocks,
                             'createdAt', ${isoTime(sql`p.created_at`)})
      FROM reschedule_proposals p WHERE p.lesson_id = l.id AND p.status = 'open'))`;

const PEOPLE = sql`JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id`;
const FINISHED = sql`l.deleted_at IS NULL AND l.status NOT IN ${PLANNED_STATUSES}`;
const GROUPS = { planned: PLANNED_LESSON, finished: FINISHED, delivered: DELIVERED_LESSON };
const OWN = { Student: sql`l.student_id`, Teacher: sql`l.teacher_id` };

/** Whose lessons: a student's or a teacher's own, those of several students, or a teacher's with one student. */
export type LessonOwner = {
  role: "Student" | "Teacher";
  id: string | readonly string[];
  withStudent?: string | undefined;
};

/** Restricts lessons `l` to an owner's. */
export function lessonsOf({ role, id, withStudent }: LessonOwner): Sql {
  const own = typeof id === "string" ? sql`${OWN[role]} = ${id}` : sql`${OWN[role]} = ANY(${id}::uuid[])`;
  return withStudent === undefined ? own : sql`${own} AND ${OWN.Student} = ${withStudent}`;
}

/** Finds a non-deleted lesson. Does not check access; the caller must. */
export async function findLesson(on: Executor, lessonId: string): Promise<LessonRecord | null> {
  const rows = await query<{ lesson: LessonRecord }>(
    on,
    sql`SELECT ${RECORD} AS lesson FROM lessons l ${PEOPLE} WHERE l.id = ${lessonId}::uuid AND l.deleted_at IS NULL`,
  );
  return rows[0]?.lesson ?? null;
}

/** Finds the other lesson of a double lesson, if it is still planned beside this one. */
export async function findPartner(on: Executor, lessonId: string): Promise<LessonRecord | null> {
  const rows = await query<{ lesson: LessonRecord }>(
    on,
    sql`SELECT ${RECORD} AS lesson FROM (
            SELECT p.* FROM lessons l JOIN lessons p ON ${IS_PARTNER} WHERE l.id = ${lessonId}::uuid) l ${PEOPLE}`,
  );
  return rows[0]?.lesson ?? null;
}

/** Place of a lesson in a list; the next page begins after it. */
export type LessonPosition = { date: CivilDate; block: number; id: string };

export type LessonListQuery = {
  owner: LessonOwner;
  group: "planned" | "finished" | "delivered";
  order: "asc" | "desc";
  /** first day, inclusive */
  from?: CivilDate | undefined;
  /** last day, exclusive */
  to?: CivilDate | undefined;
  dayOfMonth?: number | undefined;
  month?: number | undefined;
  subject?: Subject | undefined;
  level?: Level | undefined;
  after?: LessonPosition | undefined;
  limit: number;
};

const START: LessonPosition = { date: "-infinity", block: -1, id: "00000000-0000-0000-0000-000000000000" };
const END: LessonPosition = { date: "infinity", block: 99, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** Lists one page of an owner's lessons, ordered by date and block. */
export async function listLessons(db: Database, filter: LessonListQuery): Promise<LessonRecord[]> {
  const { owner, group, order } = filter;
  const after = filter.after ?? (order === "asc" ? START : END);
  const direction = order === "asc" ? sql`ASC` : sql`DESC`;
  const sorted = sql`l.date ${direction}, l.block ${direction}, l.id ${direction}`;
  const rows = await query<{ lessons: LessonRecord[] }>(
    db,
    sql`SELECT coalesce(json_agg(${RECORD} ORDER BY ${sorted}), '[]') AS lessons
             FROM (SELECT * FROM lessons l
                    WHERE ${lessonsOf(owner)} AND ${GROUPS[group]}
                      AND (l.date, l.block, l.id) ${order === "asc" ? sql`>` : sql`<`} (${after.date}::date, ${after.block}::smallint, ${after.id}::uuid)
                      AND l.date >= ${filter.from ?? "-infinity"}::date AND l.date < ${filter.to ?? "infinity"}::date
                      AND (${filter.dayOfMonth ?? null}::int IS NULL OR extract(day FROM l.date) = ${filter.dayOfMonth ?? null})
                      AND (${filter.month ?? null}::int IS NULL OR extract(month FROM l.date) = ${filter.month ?? null})
                      ${filter.subject ? sql`AND l.subject = ${filter.subject}` : sql``} ${filter.level ? sql`AND l.level = ${filter.level}` : sql``}
                    ORDER BY ${sorted} LIMIT ${filter.limit}) l ${PEOPLE}`,
  );
  return rows[0]?.lessons ?? [];
}

/**
 * Returns one page of an owner's lessons and their total. The planned ones come first, then the finished ones from
 * the latest on; each page is ordered by date and block.
 */
export async function listNewestLessons(
  db: Database,
  owner: LessonOwner,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ lessons: LessonRecord[]; total: number }> {
  const own = sql`SELECT l.* FROM lessons l WHERE ${lessonsOf(owner)} AND`;
  // A page that is not full is the last one: nothing has to be counted, and PostgreSQL does not.
  const [row] = await query<{ lessons: LessonRecord[]; total: number }>(
    db,
    sql`WITH planned AS (${own} ${PLANNED_LESSON} ORDER BY l.date, l.block, l.id LIMIT ${limit} OFFSET ${offset}),
                before AS (SELECT CASE WHEN ${offset}::bigint = 0 THEN 0 ELSE
                             (SELECT count(*) FROM (${own} ${PLANNED_LESSON}) l) END AS planned),
                finished AS (${own} ${FINISHED} ORDER BY l.date DESC, l.block DESC, l.id DESC
                             LIMIT ${limit} - (SELECT count(*) FROM planned)
                             OFFSET (SELECT greatest(${offset} - planned, 0) FROM before))
           SELECT coalesce(json_agg(${RECORD} ORDER BY l.date, l.block, l.id), '[]') AS lessons,
                  CASE WHEN count(*) < ${limit}::bigint AND (count(*) > 0 OR ${offset}::bigint = 0)
                       THEN ${offset}::bigint + count(*)
                       ELSE (SELECT count(*) FROM lessons l WHERE ${lessonsOf(owner)} AND l.deleted_at IS NULL)
                   END AS total
             FROM (SELECT * FROM planned UNION ALL SELECT * FROM finished) l ${PEOPLE}`,
  );
  return row ?? { lessons: [], total: 0 };
}

/** Lists an owner's lessons of all statuses between two days (`to` exclusive), in order. */
export async function listLessonsBetween(
  db: Database,
  owner: LessonOwner,
  from: CivilDate,
  to: CivilDate,
): Promise<LessonRecord[]> {
  const rows = await query<{ lessons: LessonRecord[] }>(
    db,
    sql`SELECT coalesce(json_agg(${RECORD} ORDER BY l.date, l.block, l.id), '[]') AS lessons
             FROM lessons l ${PEOPLE}
            WHERE ${lessonsOf(owner)} AND l.deleted_at IS NULL AND l.date >= ${from} AND l.date < ${to}`,
  );
  return rows[0]?.lessons ?? [];
}

/** A teacher's lessons that were cancelled late and wait for a decision, in order; `limit` at most. */
export async function listUndecidedLessons(
  db: Database,
  teacherId: string,
  limit: number,
): Promise<LessonRecord[]> {
  const rows = await query<{ lessons: LessonRecord[] }>(
    db,
    sql`SELECT ${jsonArray(sql`SELECT ${RECORD} FROM lessons l ${PEOPLE}
                      WHERE l.teacher_id = ${teacherId}::uuid AND l.late_decision IS NOT NULL AND l.deleted_at IS NULL
                      ORDER BY l.date, l.block, l.id LIMIT ${limit}::int`)} AS lessons`,
  );
  return rows[0]?.lessons ?? [];
}

export type NewLesson = LessonCore & {
  teacherId: string;
  studentId: string;
  price: number;
  rate: number;
  createdAt: Date;
  confirmedAt?: Date | null;
  closureOverridden?: boolean;
};

/**
 * The days of lessons that have everything else in common; `seriesDate` and `seriesBlock` are where a series put one,
 * `block` another hour, `pairId` what the two of a double lesson have in common.
 */
export type NewLessonDay = {
  id: string;
  date: CivilDate;
  seriesDate?: CivilDate;
  block?: number;
  seriesBlock?: number;
  pairId?: string | null;
};

/** What lessons that are inserted together have in common. */
export type NewLessonsShared = Omit<NewLesson, "id" | "date"> & { seriesId?: string; seriesBlock?: number };

/**
 * Inserts lessons that differ in their days alone, in one statement. Throws a violation of `occupied_slots_…_key` for a
 * taken slot, and of `open_slot` for a closed one.
 */
export async function insertLessons(
  tx: Tx,
  shared: NewLessonsShared,
  days: readonly NewLessonDay[],
): Promise<void> {
  if (days.length > 0) await execute(tx, insertOfLessons(shared, days));
}

export function insertOfLessons(shared: NewLessonsShared, days: readonly NewLessonDay[]): Sql {
  return sql`INSERT INTO lessons (id, teacher_id, student_id, date, block, subject, level, title, description, status,
                           price, rate, created_at, updated_at, confirmed_at, closure_overridden,
                           series_id, series_date, series_block, pair_id)
      SELECT d.id, ${shared.teacherId}::uuid, ${shared.studentId}::uuid, d.date,
             coalesce(d.block, ${shared.block}::smallint),
             ${shared.subject}, ${shared.level}, ${shared.title}, ${shared.description}, ${shared.status},
             ${shared.price}::int, ${shared.rate}::int, ${shared.createdAt}::timestamptz, product_clock_timestamp(),
             ${shared.confirmedAt ?? null}::timestamptz, ${shared.closureOverridden ?? false}::boolean,
             ${shared.seriesId ?? null}::uuid, d.series_date,
             coalesce(d.series_block, ${shared.seriesBlock ?? null}::smallint), d.pair_id
        FROM unnest(${days.map(({ id }) => id)}::uuid[], ${days.map(({ date }) => date)}::date[],
                    ${days.map(({ seriesDate }) => seriesDate ?? null)}::date[],
                    ${days.map(({ block }) => block ?? null)}::smallint[],
                    ${days.map(({ seriesBlock }) => seriesBlock ?? null)}::smallint[],
                    ${days.map(({ pairId }) => pairId ?? null)}::uuid[])
             AS d (id, date, series_date, block, series_block, pair_id)
       ORDER BY d.date, d.id`;
}

export type LessonChanges = {
  status?: LessonStatus;
  description?: string;
  cancelMessage?: string | null;
  meetingLink?: string;
  teacherId?: string;
  date?: CivilDate;
  block?: number;
  confirmedAt?: Date;
  deletedAt?: Date;
  closureOverridden?: boolean;
  /** Comes with `lateDecision` and `creditUntil`; left out, all three stay. */
  charged?: boolean;
  lateDecision?: "open" | null;
  /** The monthly allowance made a late cancellation free. */
  lateFree?: boolean;
  /** Until when the returned lesson can be used; null: as long as before. */
  creditUntil?: CivilDate | null;
  cancelledAt?: Date | null;
  outcomeAt?: Date;
};

/** What one of many lessons becomes, and the version that the caller saw. */
export type LessonUpdate = { id: string; version: number } & LessonChanges & {
    seriesDate?: CivilDate;
    seriesBlock?: number;
  };

/** Writes the changes if the lesson is still the version that the caller saw, and returns whether it was. */
export async function updateLesson(
  tx: Tx,
  { id, version }: Pick<LessonRecord, "id" | "version">,
  changes: LessonChanges,
): Promise<boolean> {
  return (await updateLessons(tx, [{ id, version, ...changes }])) === 1;
}

/**
 * Writes two groups of lessons of which one may take slots that the other leaves: the two of double lessons that move by one
 * block. Slots change row by row, so that who leaves goes first. Returns and throws as `updateLessons` does.
 */
export async function updatePairs(
  tx: Tx,
  { earlier, later, isForward }: { earlier: LessonUpdate[]; later: LessonUpdate[]; isForward: boolean },
): Promise<number> {
  const [first, second] = isForward ? [later, earlier] : [earlier, later];
  return (await updateLessons(tx, first)) + (await updateLessons(tx, second));
}

/**
 * Writes many lessons in one statement, each if it is still the version that the caller saw, and returns how many it
 * wrote. A lesson whose status changes loses its old reason; one that leaves its slot loses its override. Throws as
 * `insertLessons` does.
 */
export async function updateLessons(tx: Tx, updates: readonly LessonUpdate[]): Promise<number> {
  if (updates.length === 0) return 0;
  return execute(
    tx,
    sql`UPDATE lessons l
           SET status = coalesce(c.status, l.status), description = coalesce(c.description, l.description),
               cancel_message = coalesce(c."cancelMessage",
                                         CASE WHEN coalesce(c.status, l.status) = l.status THEN l.cancel_message END),
               meeting_link = coalesce(c."meetingLink", l.meeting_link),
               teacher_id = coalesce(c."teacherId", l.teacher_id),
               date = coalesce(c.date, l.date), block = coalesce(c.block, l.block),
               confirmed_at = coalesce(c."confirmedAt", l.confirmed_at),
               deleted_at = coalesce(c."deletedAt", l.deleted_at),
               closure_overridden = coalesce(c."closureOverridden", l.closure_overridden
                 AND (coalesce(c.date, l.date), coalesce(c.block, l.block)) = (l.date, l.block)),
               series_date = coalesce(c."seriesDate", l.series_date),
               series_block = coalesce(c."seriesBlock", l.series_block),
               charged = coalesce(c.charged, l.charged),
               late_decision = CASE WHEN c.charged IS NULL THEN l.late_decision ELSE c."lateDecision" END,
               late_free = coalesce(c."lateFree", l.late_free),
               credit_until = CASE WHEN c.charged IS NULL THEN l.credit_until ELSE c."creditUntil" END,
               cancelled_at = coalesce(c."cancelledAt", l.cancelled_at),
               outcome_at = coalesce(c."outcomeAt", l.outcome_at),
               version = l.version + 1, updated_at = product_clock_timestamp()
          FROM json_to_recordset(${JSON.stringify(updates)}::json) AS c (
               id uuid, version int, status text, description text, "cancelMessage" text, "meetingLink" text,
               "teacherId" uuid, date date, block smallint, "confirmedAt" timestamptz, "deletedAt" timestamptz,
               "closureOverridden" boolean, "seriesDate" date, "seriesBlock" smallint,
               charged boolean, "lateDecision" text, "lateFree" boolean, "creditUntil" date, "cancelledAt" timestamptz,
               "outcomeAt" timestamptz)
         WHERE l.id = c.id AND l.version = c.version AND l.deleted_at IS NULL`,
  );
}
