import type {
  BlockSpan,
  CivilDate,
  LessonStatus,
  Level,
  OfferedHours,
  PriceRate,
  SeriesSlotFacts,
  SkipOutcome,
  Subject,
  TeacherSubject,
  Weekday,
} from "@korki/domain";
import { isBusyOutside } from "./busy-blocks";
import type { Executor } from "./client";
import { closureOf } from "./closures";
import { hoursOf, isTaken } from "./hours";
import { PLANNED_LESSON } from "./lesson-status";
import { appliedPrice } from "./prices";
import { OPEN_MOVE, type OpenMove } from "./series-moves";
import { execute, query, type Sql, sql, whereAll } from "./sql";
import type { Tx } from "./transaction";
import { NO_WATCH_HOLD, notHeldFor } from "./watches";

/** A lesson of a series; `seriesDate` and `seriesBlock` are where the series put it. */
export type SeriesLessonRecord = {
  id: string;
  teacherId: string;
  date: CivilDate;
  block: number;
  status: LessonStatus;
  version: number;
  meetingLink: string;
  seriesDate: CivilDate;
  seriesBlock: number;
  pairId: string | null;
  isDeleted: boolean;
};

export type SeriesRecord = {
  id: string;
  teacherId: string;
  studentId: string;
  teacherName: string;
  studentName: string;
  weekday: Weekday;
  block: number;
  subject: Subject;
  level: Level;
  from: CivilDate;
  to: CivilDate;
  anchor: CivilDate;
  everyWeeks: number;
  /** Lessons of each date, one after another. */
  blocks: BlockSpan;
  description: string;
  skipped: { date: CivilDate; outcome: SkipOutcome }[];
  /** A move that waits for its answer. */
  move: OpenMove | null;
  /** By date and block; deleted ones too. */
  lessons: SeriesLessonRecord[];
};

const LESSON = sql`json_build_object('id', l.id, 'teacherId', l.teacher_id, 'date', l.date, 'block', l.block,
  'status', l.status, 'version', l.version, 'meetingLink', l.meeting_link, 'seriesDate', l.series_date,
  'seriesBlock', l.series_block, 'pairId', l.pair_id, 'isDeleted', l.deleted_at IS NOT NULL)`;

const SERIES = sql`json_build_object(
  'id', x.id, 'teacherId', x.teacher_id, 'studentId', x.student_id,
  'teacherName', rtrim(t.name || ' ' || t.surname), 'studentName', rtrim(s.name || ' ' || s.surname),
  'weekday', x.weekday, 'block', x.block, 'subject', x.subject, 'level', x.level,
  'from', x.first_date, 'to', x.last_date, 'anchor', x.anchor_date, 'everyWeeks', x.every_weeks, 'blocks', x.blocks,
  'description', x.description,
  'move', ${OPEN_MOVE},
  'skipped', (SELECT coalesce(json_agg(json_build_object('date', k.date, 'outcome', k.outcome) ORDER BY k.date), '[]')
                FROM series_skips k WHERE k.series_id = x.id),
  'lessons', (SELECT coalesce(json_agg(${LESSON} ORDER BY l.date, l.block), '[]')
                FROM lessons l WHERE l.series_id = x.id))`;

const PEOPLE = sql`JOIN users t ON t.id = x.teacher_id JOIN users s ON s.id = x.student_id`;

export async function findSeries(on: Executor, id: string): Promise<SeriesRecord | null> {
  const rows = await query<{ series: SeriesRecord }>(
    on,
    sql`SELECT ${SERIES} AS series FROM series x ${PEOPLE} WHERE x.id = ${id}::uuid`,
  );
  return rows[0]?.series ?? null;
}

/** Locks a series and its lessons until the transaction ends, and returns it; null where there is none. */
export async function lockSeries(tx: Tx, id: string): Promise<SeriesRecord | null> {
  await execute(tx, sql`SELECT FROM series WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
  await execute(tx, sql`SELECT FROM lessons WHERE series_id = ${id}::uuid ORDER BY id FOR NO KEY UPDATE`);
  return findSeries(tx, id);
}

/** Series of a teacher, of students or of both, those that end last first; from `offset` on. */
export async function listSeries(
  on: Executor,
  filter: {
    teacherId?: string | undefined;
    studentIds?: readonly string[] | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ series: SeriesRecord[]; total: number }> {
  const { teacherId, studentIds, limit, offset } = filter;
  const where = whereAll([
    teacherId !== undefined && sql`x.teacher_id = ${teacherId}::uuid`,
    studentIds !== undefined && sql`x.student_id = ANY(${studentIds}::uuid[])`,
  ]);
  const [row] = await query<{ series: SeriesRecord[]; total: number }>(
    on,
    sql`SELECT coalesce((SELECT json_agg(${SERIES} ORDER BY x.last_date DESC, x.id DESC)
                           FROM (SELECT x.* FROM series x ${where} ORDER BY x.last_date DESC, x.id DESC
                                  LIMIT ${limit}::int OFFSET ${offset}::int) x ${PEOPLE}), '[]') AS series,
               (SELECT count(*)::int FROM series x ${where}) AS total`,
  );
  return row ?? { series: [], total: 0 };
}

/**
 * Uses up a preview and inserts its series with the skipped dates, in one statement. Returns false, and inserts nothing,
 * if the preview has been used; waits for a concurrent use of the same one.
 */
export async function insertSeries(
  tx: Tx,
  series: Omit<SeriesRecord, "lessons" | "move">,
  previewId: string,
  at: Date,
): Promise<boolean> {
  const { id, teacherId, studentId, weekday, block, subject, level, from, to, everyWeeks, skipped } = series;
  const inserted = await execute(
    tx,
    sql`WITH spent AS (
          INSERT INTO spent_previews (id, spent_at) VALUES (${previewId}::uuid, ${at})
          ON CONFLICT DO NOTHING RETURNING id),
        made AS (
          INSERT INTO series (id, teacher_id, student_id, weekday, block, subject, level, first_date, last_date,
                              anchor_date, every_weeks, blocks, description, created_at)
          SELECT ${id}::uuid, ${teacherId}::uuid, ${studentId}::uuid, ${weekday}, ${block}::smallint, ${subject},
                 ${level}, ${from}::date, ${to}::date, ${series.anchor}::date, ${everyWeeks}::smallint,
                 ${series.blocks}::smallint, ${series.description}, ${at}::timestamptz FROM spent
          RETURNING id),
        skips AS (
          INSERT INTO series_skips (series_id, date, outcome)
          SELECT made.id, skip.* FROM made, unnest(${skipped.map(({ date }) => date)}::date[],
                                                   ${skipped.map(({ outcome }) => outcome)}::text[]) AS skip)
        SELECT FROM made`,
  );
  return inserted === 1;
}

/**
 * What a move, an extension or an end changes of a series itself. A last day is the people's own decision if `endedAt` says
 * when they took it.
 */
export async function updateSeries(
  tx: Tx,
  id: string,
  changes: { weekday?: Weekday; block?: number; anchor?: CivilDate; to?: CivilDate; endedAt?: Date | null },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE series
           SET weekday = coalesce(${changes.weekday ?? null}, weekday),
               block = coalesce(${changes.block ?? null}::smallint, block),
               anchor_date = coalesce(${changes.anchor ?? null}::date, anchor_date),
               last_date = coalesce(${changes.to ?? null}::date, last_date),
               ended_at = CASE WHEN ${changes.to === undefined}::boolean THEN ended_at
                               ELSE ${changes.endedAt ?? null}::timestamptz END,
               version = version + 1
         WHERE id = ${id}::uuid`,
  );
}

/** Records skipped dates; one that is known keeps its new outcome. */
export async function insertSkips(
  tx: Tx,
  seriesId: string,
  skips: readonly { date: CivilDate; outcome: SkipOutcome }[],
): Promise<void> {
  if (skips.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO series_skips (series_id, date, outcome)
        SELECT ${seriesId}::uuid, * FROM unnest(${skips.map(({ date }) => date)}::date[],
                                                ${skips.map(({ outcome }) => outcome)}::text[])
        ON CONFLICT (series_id, date) DO UPDATE SET outcome = excluded.outcome`,
  );
}

/** Forgets the skipped dates from a day on. */
export async function deleteSkipsFrom(tx: Tx, seriesId: string, from: CivilDate): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM series_skips WHERE series_id = ${seriesId}::uuid AND date >= ${from}::date`,
  );
}

/** Forgets one skipped date, and returns whether it was skipped until now. */
export async function deleteSkip(tx: Tx, seriesId: string, date: CivilDate): Promise<boolean> {
  return (
    (await execute(
      tx,
      sql`DELETE FROM series_skips WHERE series_id = ${seriesId}::uuid AND date = ${date}::date`,
    )) === 1
  );
}

/** A slot that a series wants; `lessonId` is the lesson that moves there and does not stand in its own way. */
export type SeriesSlot = { teacherId: string; date: CivilDate; block: number; lessonId: string | null };

const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Returns the state of each wanted slot for its teacher and the student, in the same order, in one statement.
 *
 * @param free slots that count as free: those held at `heldAt` for the student who waited for them, and those kept under the
 * id `keptAs`; where the caller takes holds (`takesHolds`), those held for anybody who waited
 */
export async function loadSeriesSlots(
  on: Executor,
  studentId: string,
  slots: readonly SeriesSlot[],
  free: { heldAt: Date; keptAs?: string | undefined; takesHolds?: boolean },
): Promise<SeriesSlotFacts[]> {
  const student = sql`${studentId}::uuid`;
  const others = sql`coalesce(p.lesson_id, p.trial_lesson_id, p.hold_id) NOT IN (w.lesson, ${free.keptAs ?? NOBODY}::uuid)
                     AND ${notHeldFor(student, sql`${free.heldAt}`)}`;
  const besides = free.takesHolds ? sql`${others} AND ${NO_WATCH_HOLD}` : others;
  const busy = (person: Sql) => isTaken(person, sql`w.date`, sql`w.block`, besides);
  return query<SeriesSlotFacts>(
    on,
    sql`SELECT w.date, w.block, ${closureOf(sql`w.teacher`, sql`w.date`, sql`w.block`)} AS closure,
               ${busy(sql`w.teacher`)} AS "teacherBusy", ${busy(student)} AS "studentBusy",
               ${isBusyOutside(sql`w.teacher`, sql`w.date`, sql`w.block`)} AS "busyOutside"
          FROM unnest(${slots.map(({ teacherId }) => teacherId)}::uuid[], ${slots.map(({ date }) => date)}::date[],
                      ${slots.map(({ block }) => block)}::smallint[],
                      ${slots.map(({ lessonId }) => lessonId ?? NOBODY)}::uuid[])
               WITH ORDINALITY AS w (teacher, date, block, lesson, place)
         ORDER BY w.place`,
  );
}

/** What takes a slot of a weekly lesson: a lesson, a trial lesson (`subject` null) or a slot kept for somebody. */
export type SlotTaker = {
  date: CivilDate;
  block: number;
  isHold: boolean;
  subject: Subject | null;
  teacherId: string | null;
  studentId: string | null;
  teacherName: string | null;
  studentName: string | null;
};

/** Returns what is at these slots of a teacher and a student, in one statement. */
export async function loadSlotTakers(
  on: Executor,
  { teacherId, studentId }: { teacherId: string; studentId: string },
  slots: readonly { date: CivilDate; block: number }[],
): Promise<SlotTaker[]> {
  return query<SlotTaker>(
    on,
    sql`SELECT DISTINCT p.date::text AS date, p.block, p.hold_id IS NOT NULL AS "isHold", l.subject,
               coalesce(l.teacher_id, r.teacher_id) AS "teacherId", l.student_id AS "studentId",
               rtrim(t.name || ' ' || t.surname) AS "teacherName", rtrim(s.name || ' ' || s.surname) AS "studentName"
          FROM unnest(${slots.map(({ date }) => date)}::date[], ${slots.map(({ block }) => block)}::smallint[])
                 AS w (date, block)
          JOIN person_slots p ON p.date = w.date AND p.block = w.block
           AND p.person_id IN (${teacherId}::uuid, ${studentId}::uuid)
          LEFT JOIN lessons l ON l.id = p.lesson_id
          LEFT JOIN trial_lessons r ON r.id = p.trial_lesson_id
          LEFT JOIN users t ON t.id = coalesce(l.teacher_id, r.teacher_id)
          LEFT JOIN users s ON s.id = l.student_id`,
  );
}

/** Two people and whether they may book together, and what the teacher offers. */
export type SeriesPeople = {
  teacherName: string;
  studentName: string;
  teacherDisabled: boolean;
  studentDisabled: boolean;
  /** The data of one of them, or of both, was erased (rules §3). */
  isErased: boolean;
  assigned: boolean;
  hours: OfferedHours;
  subjects: TeacherSubject[];
  /** The pair that applies to the two; null: the level's default. */
  price: PriceRate | null;
};

/**
 * Returns the facts about a teacher and a student; null where one of them does not exist in that role. With `lock` both
 * people and their relation stay as they are until the transaction ends.
 */
export async function loadSeriesPeople(
  on: Executor,
  { teacherId, studentId, level }: { teacherId: string; studentId: string; level: Level },
  lock: "none" | "shared" | "exclusive",
): Promise<SeriesPeople | null> {
  const [locked] = lock === "none" ? [] : await lockSeriesPeople(on, { teacherId, studentId }, lock);
  const rows = await query<SeriesPeople>(
    on,
    sql`SELECT rtrim(t.name || ' ' || t.surname) AS "teacherName", t.is_disabled AS "teacherDisabled",
               rtrim(s.name || ' ' || s.surname) AS "studentName", s.is_disabled AS "studentDisabled",
               coalesce(t.erased_at, s.erased_at) IS NOT NULL AS "isErased",
               EXISTS (SELECT FROM teaching_relations r WHERE r.student_id = s.id AND r.teacher_id = t.id) AS assigned,
               ${hoursOf(sql`t.id`)} AS hours,
               coalesce((SELECT json_agg(json_build_object('subject', ts.subject, 'level', ts.level))
                           FROM teacher_subjects ts WHERE ts.teacher_id = t.id), '[]') AS subjects,
               ${appliedPrice({ studentId, teacherId, level })} AS price
          FROM users t, users s
         WHERE t.id = ${teacherId}::uuid AND t.role = 'Teacher' AND s.id = ${studentId}::uuid AND s.role = 'Student'`,
  );
  const [people] = rows;
  return people ? { ...people, ...locked } : null;
}

/** Locks both people, then their relation, and returns whether there is one to lock. */
function lockSeriesPeople(
  on: Executor,
  { teacherId, studentId }: { teacherId: string; studentId: string },
  lock: "shared" | "exclusive",
): Promise<{ assigned: boolean }[]> {
  const strength = lock === "exclusive" ? sql`FOR NO KEY UPDATE` : sql`FOR SHARE`;
  return query(
    on,
    sql`SELECT relation.student_id IS NOT NULL AS assigned
          FROM (SELECT FROM users t, users s WHERE t.id = ${teacherId}::uuid AND s.id = ${studentId}::uuid
                   FOR SHARE OF t ${strength} OF s) AS people
          LEFT JOIN (SELECT student_id FROM teaching_relations
                      WHERE student_id = ${studentId}::uuid AND teacher_id = ${teacherId}::uuid
                        FOR SHARE) AS relation ON true`,
  );
}

/** What several teachers offer from today on. */
export async function loadHours(
  on: Executor,
  teacherIds: readonly string[],
): Promise<Map<string, OfferedHours>> {
  const rows = await query<{ teacherId: string; hours: OfferedHours }>(
    on,
    sql`SELECT t.id AS "teacherId", ${hoursOf(sql`t.id`)} AS hours
          FROM unnest(${teacherIds}::uuid[]) AS t (id)`,
  );
  return new Map(rows.map(({ teacherId, hours }) => [teacherId, hours]));
}

/** Marks a preview as used, and returns whether this is its first use. Waits for a concurrent use of the same one. */
export async function spendPreview(tx: Tx, id: string, at: Date): Promise<boolean> {
  return (
    (await execute(
      tx,
      sql`INSERT INTO spent_previews (id, spent_at) VALUES (${id}::uuid, ${at}) ON CONFLICT DO NOTHING`,
    )) === 1
  );
}

/** Returns the day of a lesson, and the last day of the series that it is part of. */
export async function findLessonReach(
  on: Executor,
  lessonId: string,
): Promise<{ date: CivilDate; seriesEnd: CivilDate | null } | null> {
  const [reach] = await query<{ date: CivilDate; seriesEnd: CivilDate | null }>(
    on,
    sql`SELECT l.date::text AS date, x.last_date::text AS "seriesEnd"
          FROM lessons l LEFT JOIN series x ON x.id = l.series_id
         WHERE l.id = ${lessonId}::uuid AND l.deleted_at IS NULL`,
  );
  return reach ?? null;
}

/** A series whose people are to be asked whether it goes on. */
export type EndingSeries = {
  id: string;
  teacherId: string;
  studentId: string;
  to: CivilDate;
};

/**
 * What was decided last about the end of a series `x`. A process of the version before `ended_at` tells it in the history
 * alone.
 */
const DECIDED_LAST = sql`(SELECT h.action FROM history_entries h
  WHERE h.entity = 'series' AND h.entity_id = x.id::text AND h.action IN ('end', 'extend', 'refuse', 'undo')
  ORDER BY h.id DESC LIMIT 1)`;

/** Whether the people of a series `x` may go on: they are assigned, enabled, and the teacher teaches the subject. */
const MAY_GO_ON = sql`(
  EXISTS (SELECT FROM teaching_relations r JOIN users t ON t.id = r.teacher_id JOIN users s ON s.id = r.student_id
           WHERE r.teacher_id = x.teacher_id AND r.student_id = x.student_id AND NOT t.is_disabled AND NOT s.is_disabled)
  AND EXISTS (SELECT FROM teacher_subjects u
               WHERE u.teacher_id = x.teacher_id AND u.subject = x.subject AND u.level = x.level))`;

/** Returns whether the people of a series may extend it. */
export async function mayGoOn(on: Executor, seriesId: string): Promise<boolean> {
  const [row] = await query<{ may: boolean }>(
    on,
    sql`SELECT ${MAY_GO_ON} AS may FROM series x WHERE x.id = ${seriesId}::uuid`,
  );
  return row?.may ?? false;
}

/**
 * Series that end in a period and may be extended, which nobody decided, have lessons ahead from its first day on and were made more than
 * `days` days before their end.
 */
export async function findEndingSeries(
  on: Executor,
  { from, to, days }: { from: CivilDate; to: CivilDate; days: number },
): Promise<EndingSeries[]> {
  return query<EndingSeries>(
    on,
    sql`SELECT x.id, x.teacher_id AS "teacherId", x.student_id AS "studentId", x.last_date AS "to" FROM series x
         WHERE x.last_date BETWEEN ${from}::date AND ${to}::date AND x.ended_at IS NULL
           AND x.created_at < x.last_date - ${days}::int
           AND EXISTS (SELECT FROM lessons l WHERE l.series_id = x.id AND l.date >= ${from}::date AND ${PLANNED_LESSON})
           AND NOT EXISTS (SELECT FROM notifications n
                            WHERE n.dedupe_key = 'series-ending:' || x.id || ':' || x.last_date || ':' || x.student_id)
           AND ${MAY_GO_ON} AND ${DECIDED_LAST} IS DISTINCT FROM 'end'`,
  );
}
