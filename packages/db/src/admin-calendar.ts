import type { CivilDate, LessonStatus, Level, OfferedHours, Subject, TrialStatus } from "@korki/domain";
import { LESSON_PEOPLE, type LessonFilter, lessonsMatching } from "./admin-lessons";
import type { Database } from "./client";
import { MAY_SUBSTITUTE } from "./closures";
import { hoursOf } from "./hours";
import { query, type Sql, sql, whereAll } from "./sql";
import { bySurname, idRows, jsonArray, nameJson, type PageQuery, pageClause } from "./sql-fragments";

type Named = { id: string; name: string; surname: string };

/** An entry of the calendar at a block, of a teacher who is known. */
type LaneEntry =
  | {
      kind: "lesson";
      id: string;
      student: Named;
      date: CivilDate;
      block: number;
      subject: Subject;
      level: Level;
      status: LessonStatus;
      version: number;
      ofSlot?: number;
    }
  | {
      kind: "trial";
      id: string;
      name: string;
      date: CivilDate;
      block: number;
      subject: Subject;
      level: Level;
      status: TrialStatus;
      ofSlot?: number;
    };

/** An entry of the calendar at a block. */
export type CalendarRow = LaneEntry & { teacher: Named };

/** Which entries of a calendar are shown; one that is left out does not filter. */
export type CalendarFilter = Pick<
  LessonFilter,
  "teacherId" | "studentId" | "status" | "group" | "subject" | "level"
> & { from: CivilDate; to: CivilDate };

/** The columns of lessons and of trial lessons `l`, and what is joined for them. */
type EntryColumns = { lesson: Sql; trial: Sql; joins?: { lesson: Sql; trial: Sql } };

/** Selects what `columns` says of the lessons `l` and the scheduled trial lessons `l` of a calendar. */
function entriesOf(
  filter: CalendarFilter,
  { lesson, trial, joins }: EntryColumns,
  condition: Sql | false = false,
): Sql {
  const { from, to, teacherId, subject, level } = filter;
  const isOfLessons = [filter.studentId, filter.status, filter.group].some((each) => each !== undefined);
  const trials = whereAll([
    sql`l.block IS NOT NULL AND l.date BETWEEN ${from}::date AND ${to}::date`,
    teacherId !== undefined && sql`l.teacher_id = ${teacherId}::uuid`,
    subject !== undefined && sql`l.subject = ${subject}`,
    level !== undefined && sql`l.level = ${level}`,
    // A request has neither a student nor a lesson's status.
    isOfLessons && sql`false`,
    condition,
  ]);
  return sql`
    SELECT ${lesson} FROM lessons l ${joins?.lesson ?? sql``} ${lessonsMatching(filter)} ${condition ? sql`AND ${condition}` : sql``}
    UNION ALL
    SELECT ${trial} FROM trial_lessons l ${joins?.trial ?? sql``} ${trials}`;
}

const LANE_ENTRY = sql`'id', l.id, 'date', l.date, 'block', l.block, 'subject', l.subject, 'level', l.level, 'status', l.status`;
const ENTRY = sql`${LANE_ENTRY}, 'teacher', ${nameJson(sql`t`)}`;

/** Entries as JSON, each with what is told of it beside its person. */
function asJson(entry: Sql, joins: { lesson: Sql; trial: Sql }): EntryColumns {
  return {
    lesson: sql`l.date, l.block, l.id, json_build_object('kind', 'lesson', 'student', ${nameJson(sql`s`)}, 'version', l.version, ${entry}) AS entry`,
    trial: sql`l.date, l.block, l.id, json_build_object('kind', 'trial', 'name', l.name, ${entry}) AS entry`,
    joins,
  };
}

const ENTRIES = asJson(ENTRY, { lesson: LESSON_PEOPLE, trial: sql`JOIN users t ON t.id = l.teacher_id` });
const LANE_ENTRIES = asJson(LANE_ENTRY, {
  lesson: sql`JOIN users s ON s.id = l.student_id`,
  trial: sql``,
});
const SLOTS = {
  lesson: sql`l.id, l.date, l.block, l.status LIKE 'Odwolana%' AS is_cancelled`,
  trial: sql`l.id, l.date, l.block, l.status = 'Odwolana'`,
};

/** Lessons and scheduled trial lessons between two days, both included, in order; `limit` at most. */
export async function listCalendar(
  db: Database,
  filter: CalendarFilter & { limit: number },
): Promise<CalendarRow[]> {
  const rows = await query<{ entry: CalendarRow }>(
    db,
    sql`SELECT entry FROM (${entriesOf(filter, ENTRIES)}) entries
         ORDER BY date, block, id LIMIT ${filter.limit}::int`,
  );
  return rows.map(({ entry: found }) => found);
}

/** The first entries of each date and block, those that take place before cancelled ones, and how many there are. */
export async function listCalendarSlots(
  db: Database,
  filter: CalendarFilter & { perSlot: number },
): Promise<CalendarRow[]> {
  const isShown = sql`l.id IN (SELECT id FROM shown)`;
  const rows = await query<{ entry: CalendarRow; ofSlot: number }>(
    db,
    sql`
      WITH shown AS MATERIALIZED (
        SELECT id, place, of_slot
          FROM (SELECT id, row_number() OVER (PARTITION BY date, block ORDER BY is_cancelled, id) AS place,
                       (count(*) OVER (PARTITION BY date, block))::int AS of_slot
                  FROM (${entriesOf(filter, SLOTS)}) entries) counted
         WHERE place <= ${filter.perSlot}::int)
      SELECT e.entry, shown.of_slot AS "ofSlot"
        FROM (${entriesOf(filter, ENTRIES, isShown)}) e JOIN shown ON shown.id = e.id
       ORDER BY e.date, e.block, shown.place`,
  );
  return rows.map(({ entry, ofSlot }) => ({ ...entry, ofSlot }));
}

/**
 * Counts lessons and scheduled trial lessons per day between two days, both included, in order. What was cancelled counts
 * only where a status is asked for.
 */
export async function countCalendarDays(
  db: Database,
  filter: CalendarFilter,
): Promise<{ date: CivilDate; count: number }[]> {
  const takesPlace =
    filter.status === undefined && filter.group === undefined && sql`l.status NOT LIKE 'Odwolana%'`;
  const date = { lesson: sql`l.date`, trial: sql`l.date` };
  return query<{ date: CivilDate; count: number }>(
    db,
    sql`SELECT date, count(*)::int AS count FROM (${entriesOf(filter, date, takesPlace)}) entries
         GROUP BY date ORDER BY date`,
  );
}

/** A teacher's row of the calendar. */
export type LaneRow = {
  teacher: Named;
  subjects: { subject: Subject; level: Level }[];
  /** enabled, and vetted where the centre requires it */
  maySubstitute: boolean;
  hours: OfferedHours;
  /** what lessons and trial lessons take, whatever is filtered */
  taken: { date: CivilDate; block: number }[];
  /** what outside calendars take */
  busy: { date: CivilDate; block: number }[];
  entries: LaneEntry[];
};

/** Which teachers have a lane. */
type LaneFilter = CalendarFilter & PageQuery & { onlyWithEntries: boolean };

/**
 * A page of teachers, by surname, with their entries and hours between two days. Without a filter all enabled ones are
 * there; with one those who have such an entry, or teach that where only subject or level are asked for. Who is asked for by
 * id is there in any case.
 *
 * @param filter.onlyWithEntries leaves out who has none
 */
export async function listTeacherLanes(
  db: Database,
  filter: LaneFilter,
): Promise<{ items: LaneRow[]; total: number }> {
  const { ids, total } = await findLanes(db, filter);
  if (ids.length === 0) return { items: [], total };
  const { from, to } = filter;
  const slots = (rows: Sql) =>
    jsonArray(sql`SELECT DISTINCT ON (r.date, r.block) json_build_object('date', r.date, 'block', r.block)
                    FROM ${rows} AND r.date BETWEEN ${from}::date AND ${to}::date ORDER BY r.date, r.block`);
  const [row] = await query<{ items: LaneRow[] }>(
    db,
    sql`SELECT ${jsonArray(sql`SELECT json_build_object(
                 'teacher', ${nameJson(sql`u`)},
                 'subjects', ${jsonArray(sql`SELECT json_build_object('subject', ts.subject, 'level', ts.level)
                                               FROM teacher_subjects ts WHERE ts.teacher_id = u.id`)},
                 'maySubstitute', NOT u.is_disabled AND ${MAY_SUBSTITUTE},
                 'hours', ${hoursOf(sql`u.id`, sql`${from}`, sql`${to}`)},
                 'taken', ${slots(sql`person_slots r WHERE r.person_id = u.id AND r.hold_id IS NULL`)},
                 'busy', ${slots(sql`busy_blocks r WHERE r.teacher_id = u.id`)},
                 'entries', ${jsonArray(sql`SELECT entry FROM (${entriesOf(filter, LANE_ENTRIES, sql`l.teacher_id = u.id`)}) entries
                                             ORDER BY date, block, id`)})
               FROM ${idRows(ids)} AS page (id, place) JOIN users u ON u.id = page.id ORDER BY page.place`)} AS items`,
  );
  return { items: row?.items ?? [], total };
}

/** The teachers of a page of lanes, in order, and how many have one. */
async function findLanes(db: Database, filter: LaneFilter): Promise<{ ids: string[]; total: number }> {
  const { teacherId, subject, level } = filter;
  const isOfLessons = [filter.studentId, filter.status, filter.group].some((each) => each !== undefined);
  const teaches = whereAll([
    sql`ts.teacher_id = u.id`,
    subject !== undefined && sql`ts.subject = ${subject}`,
    level !== undefined && sql`ts.level = ${level}`,
  ]);
  const isOfEntries = filter.onlyWithEntries || isOfLessons;
  const isOfAll = !isOfEntries && subject === undefined && level === undefined;
  const without =
    teacherId !== undefined
      ? sql`true`
      : isOfEntries
        ? sql`false`
        : isOfAll
          ? sql`NOT u.is_disabled`
          : sql`NOT u.is_disabled AND EXISTS (SELECT FROM teacher_subjects ts ${teaches})`;
  // Where every enabled teacher has a lane, only the entries of disabled ones are looked for.
  const isOfDisabled =
    isOfAll && sql`l.teacher_id IN (SELECT id FROM users WHERE role = 'Teacher' AND is_disabled)`;
  const busy = entriesOf(filter, { lesson: sql`l.teacher_id`, trial: sql`l.teacher_id` }, isOfDisabled);
  const listed = sql`u.role = 'Teacher' AND (${without} OR u.id IN (SELECT teacher_id FROM busy))
    ${teacherId !== undefined ? sql`AND u.id = ${teacherId}::uuid` : sql``}`;
  const [row] = await query<{ ids: string; total: number }>(
    db,
    sql`
      WITH busy AS MATERIALIZED (SELECT DISTINCT teacher_id FROM (${busy}) entries)
      SELECT (SELECT count(*)::int FROM users u WHERE ${listed}) AS total,
             array_to_string(ARRAY(
               SELECT u.id FROM users u WHERE ${listed}
                ORDER BY ${bySurname(sql`u`)} ${pageClause(filter)}), ',') AS ids`,
  );
  return { ids: row?.ids ? row.ids.split(",") : [], total: row?.total ?? 0 };
}
