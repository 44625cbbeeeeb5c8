import type { CivilDate, Level, OfferedHours, Subject, TeacherSubject, TrialStatus } from "@korki/domain";
import type { Executor } from "./client";
import { hoursOf } from "./hours";
import { PLANNED_LESSON, PLANNED_STATUSES } from "./lesson-status";
import { execute, query, type Sql, sql } from "./sql";
import { bySurname } from "./sql-fragments";
import type { Tx } from "./transaction";

/**
 * Keeps closures as they are until the transaction ends. Callers that are about to change a lesson's slot call it
 * before they lock anything else; the database's trigger calls it too.
 */
export async function shareClosures(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT share_closures()`);
}

/** Selects `{scope, label}` of what closes a teacher's slot, the centre's closure first; null for an open slot. */
export function closureOf(teacherId: Sql, date: Sql, block: Sql): Sql {
  return sql`(SELECT json_build_object('scope', CASE WHEN c.teacher_id IS NULL THEN 'centre' ELSE 'teacher' END,
                                       'label', c.label)
                FROM closures c
               WHERE (c.teacher_id IS NULL OR c.teacher_id = ${teacherId})
                 AND c.first_date <= ${date} AND c.last_date >= ${date}
                 AND ${block} BETWEEN coalesce(c.first_block, 0) AND coalesce(c.last_block, 13)
               ORDER BY c.teacher_id NULLS FIRST, c.first_date, c.id LIMIT 1)`;
}

/** Keeps everybody else from changing slots or closures until the transaction ends. Call it first. */
export async function lockClosures(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('korki.closures', 0))`);
}

export type ClosureRow = {
  id: string;
  teacherId: string | null;
  teacherName: string;
  from: CivilDate;
  to: CivilDate;
  fromBlock: number | null;
  toBlock: number | null;
  label: string;
};

const CLOSURE = sql`c.id, c.teacher_id AS "teacherId", coalesce(rtrim(t.name || ' ' || t.surname), '') AS "teacherName",
  c.first_date AS "from", c.last_date AS "to", c.first_block AS "fromBlock", c.last_block AS "toBlock", c.label`;
const FROM = sql`FROM closures c LEFT JOIN users t ON t.id = c.teacher_id`;

/**
 * Lists the closures of a period, without an end where `to` is null, that concern a person, by date: the centre's, one's
 * own, and those of the teachers of a student or of a parent's children.
 */
export async function listClosures(
  on: Executor,
  filter: {
    viewer: { id: string; role: string };
    from: CivilDate;
    to: CivilDate | null;
    limit: number;
    offset: number;
  },
): Promise<{ closures: ClosureRow[]; total: number }> {
  const { viewer, from, to, limit, offset } = filter;
  const rows = await query<ClosureRow & { total: number }>(
    on,
    sql`WITH students AS (
          SELECT ${viewer.id}::uuid AS id
           UNION SELECT student_id FROM current_guardianships WHERE parent_id = ${viewer.id}::uuid)
        SELECT ${CLOSURE}, count(*) OVER ()::int AS total ${FROM}
         WHERE c.last_date >= ${from}::date AND c.first_date <= coalesce(${to}::date, 'infinity')
           AND (${viewer.role}::text = 'Admin' OR c.teacher_id IS NULL OR c.teacher_id = ${viewer.id}::uuid
             OR EXISTS (SELECT FROM teaching_relations r JOIN students s ON s.id = r.student_id
                         WHERE r.teacher_id = c.teacher_id)
             OR EXISTS (SELECT FROM lessons l JOIN students s ON s.id = l.student_id
                         WHERE l.teacher_id = c.teacher_id AND ${PLANNED_LESSON}))
         ORDER BY c.first_date, c.first_block NULLS FIRST, c.id LIMIT ${limit}::int OFFSET ${offset}::int`,
  );
  // Beyond the last page no row says how many there are.
  if (rows.length === 0 && offset > 0) {
    return { closures: [], total: (await listClosures(on, { ...filter, limit: 1, offset: 0 })).total };
  }
  return { closures: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function findClosure(on: Executor, id: string): Promise<ClosureRow | null> {
  const rows = await query<ClosureRow>(on, sql`SELECT ${CLOSURE} ${FROM} WHERE c.id = ${id}::uuid`);
  return rows[0] ?? null;
}

export async function insertClosure(
  tx: Tx,
  closure: Omit<ClosureRow, "teacherName"> & { createdById: string; createdAt: Date },
): Promise<void> {
  const { id, teacherId, from, to, fromBlock, toBlock, label, createdById, createdAt } = closure;
  await execute(
    tx,
    sql`INSERT INTO closures (id, teacher_id, first_date, last_date, first_block, last_block, label, created_by_id,
                              created_at)
        VALUES (${id}, ${teacherId}, ${from}::date, ${to}::date, ${fromBlock}, ${toBlock}, ${label}, ${createdById},
                ${createdAt})`,
  );
}

/** Deletes a closure, and returns whether it was there. */
export async function deleteClosure(tx: Tx, id: string): Promise<boolean> {
  return (await execute(tx, sql`DELETE FROM closures WHERE id = ${id}::uuid`)) === 1;
}

/** A planned lesson or scheduled trial lesson within a closure. */
export type AffectedRow = {
  kind: "lesson" | "trial";
  id: string;
  teacherId: string;
  studentId: string | null;
  teacherName: string;
  studentName: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  status: string;
  version: number;
  meetingLink: string;
  email: string;
  seriesId: string | null;
  pairId: string | null;
  title: string;
  description: string;
  closureOverridden: boolean;
  /** They are assigned to each other and neither account is disabled; true for a trial lesson. */
  pairActive: boolean;
};

type ClosureRange = Pick<ClosureRow, "teacherId" | "from" | "to" | "fromBlock" | "toBlock">;

/**
 * Returns what a closure affects, by date and block: planned lessons and scheduled trial lessons from a day on. With
 * `lock` their rows stay as they are until the transaction ends.
 */
export async function findAffected(
  on: Executor,
  { teacherId, from, to, fromBlock, toBlock }: ClosureRange,
  today: CivilDate,
  lock: boolean,
): Promise<AffectedRow[]> {
  const within = sql`x.date BETWEEN greatest(${from}::date, ${today}::date) AND ${to}::date
    AND x.block BETWEEN ${fromBlock ?? 0}::smallint AND ${toBlock ?? 13}::smallint
    AND (${teacherId}::uuid IS NULL OR x.teacher_id = ${teacherId}::uuid)`;
  const planned = sql`x.deleted_at IS NULL AND x.status IN ${PLANNED_STATUSES}`;
  const scheduled = sql`x.status IN ('Nowa', 'Umowiona') AND x.teacher_id IS NOT NULL`;
  if (lock) {
    await execute(
      on,
      sql`SELECT FROM lessons x WHERE ${planned} AND ${within} ORDER BY x.id FOR NO KEY UPDATE`,
    );
    await execute(
      on,
      sql`SELECT FROM trial_lessons x WHERE ${scheduled} AND ${within} ORDER BY x.id FOR NO KEY UPDATE`,
    );
  }
  return query<AffectedRow>(
    on,
    sql`SELECT * FROM (
          SELECT 'lesson' AS kind, x.id, x.teacher_id AS "teacherId", x.student_id AS "studentId",
                 rtrim(t.name || ' ' || t.surname) AS "teacherName",
                 rtrim(s.name || ' ' || s.surname) AS "studentName", x.date, x.block, x.subject, x.level, x.status,
                 x.version, x.meeting_link AS "meetingLink", '' AS email, x.series_id AS "seriesId", x.pair_id AS "pairId",
                 x.title, x.description, x.closure_overridden AS "closureOverridden",
                 NOT t.is_disabled AND NOT s.is_disabled
                   AND EXISTS (SELECT FROM teaching_relations r
                                WHERE r.teacher_id = x.teacher_id AND r.student_id = x.student_id) AS "pairActive"
            FROM lessons x JOIN users t ON t.id = x.teacher_id JOIN users s ON s.id = x.student_id
           WHERE ${planned} AND ${within}
          UNION ALL
          SELECT 'trial', x.id, x.teacher_id, NULL, rtrim(t.name || ' ' || t.surname), x.name, x.date, x.block,
                 x.subject, x.level, x.status, x.version, x.meeting_link, x.email, NULL, NULL, x.subject, x.description,
                 x.closure_overridden, true
            FROM trial_lessons x JOIN users t ON t.id = x.teacher_id
           WHERE ${scheduled} AND ${within}) affected
         ORDER BY date, block, id`,
  );
}

/** What the proposals for affected lessons are made of. */
export type ProposalFacts = {
  /** What each teacher offers. */
  hours: { teacherId: string; hours: OfferedHours }[];
  /** Occupied slots of the people. */
  busy: { personId: string; date: CivilDate; block: number }[];
  closures: ClosureRange[];
};

/** Returns the weeks, occupied slots and closures of these people between two days, both included. */
export async function loadProposalFacts(
  on: Executor,
  {
    teacherIds,
    personIds,
    first,
    last,
  }: {
    teacherIds: readonly string[];
    personIds: readonly string[];
    first: CivilDate;
    last: CivilDate;
  },
): Promise<ProposalFacts> {
  const rows = await query<ProposalFacts>(
    on,
    sql`SELECT coalesce((SELECT json_agg(json_build_object('teacherId', t.id,
                                   'hours', ${hoursOf(sql`t.id`, sql`${first}`, sql`${last}`)}))
                           FROM unnest(${teacherIds}::uuid[]) AS t (id)), '[]') AS hours,
               coalesce((SELECT json_agg(json_build_object('personId', p.person_id, 'date', p.date, 'block', p.block))
                           FROM (SELECT person_id, date, block FROM person_slots
                                  WHERE person_id = ANY(${personIds}::uuid[])
                                    AND date BETWEEN ${first}::date AND ${last}::date
                                  UNION SELECT teacher_id, date, block FROM busy_blocks
                                  WHERE teacher_id = ANY(${teacherIds}::uuid[])
                                    AND date BETWEEN ${first}::date AND ${last}::date) p), '[]') AS busy,
               coalesce((SELECT json_agg(json_build_object('teacherId', c.teacher_id, 'from', c.first_date,
                                   'to', c.last_date, 'fromBlock', c.first_block, 'toBlock', c.last_block))
                           FROM closures c
                          WHERE (c.teacher_id IS NULL OR c.teacher_id = ANY(${teacherIds}::uuid[]))
                            AND c.last_date >= ${first}::date AND c.first_date <= ${last}::date), '[]') AS closures`,
  );
  return rows[0] ?? { hours: [], busy: [], closures: [] };
}

/** Whether the teacher has the checks that the centre requires (rules §16). */
export const MAY_SUBSTITUTE = sql`(NOT (SELECT require_vetting FROM centre_settings) OR is_vetted(u.id))`;

/** Who could take over lessons, as far as subjects go, and when they cannot. */
export type SubstituteFacts = {
  /** Enabled teachers of each subject and level, those who want more students first. */
  candidates: { subject: Subject; level: Level; id: string; name: string; surname: string }[];
  /** Which of the lessons' slots are occupied for a candidate, as `slotKey`s. */
  busy: { id: string; slots: string[] }[];
  closures: ClosureRange[];
};

/** Returns the facts on which substitutes are proposed, in one statement. */
export async function loadSubstituteFacts(
  on: Executor,
  lessons: readonly Pick<AffectedRow, "date" | "block" | "subject" | "level">[],
): Promise<SubstituteFacts> {
  const rows = await query<SubstituteFacts>(
    on,
    sql`WITH wanted AS (
          SELECT * FROM unnest(${lessons.map(({ date }) => date)}::date[], ${lessons.map(({ block }) => block)}::smallint[],
                      ${lessons.map(({ subject }) => subject)}::text[], ${lessons.map(({ level }) => level)}::text[])
               AS w (date, block, subject, level)),
        days AS (SELECT min(date) AS first, max(date) AS last FROM wanted),
        candidates AS MATERIALIZED (
          SELECT ts.subject, ts.level, u.id, u.name, u.surname, u.is_want_more_students AS wants_more
            FROM (SELECT DISTINCT subject, level FROM wanted) w
            JOIN teacher_subjects ts ON ts.subject = w.subject AND ts.level = w.level
            JOIN users u ON u.id = ts.teacher_id AND u.role = 'Teacher' AND NOT u.is_disabled AND ${MAY_SUBSTITUTE}),
        taken AS (
          SELECT p.person_id AS id, json_agg(p.date || '#' || p.block) AS slots
            FROM (SELECT DISTINCT id FROM candidates) c
            JOIN (SELECT person_id, date, block FROM person_slots
                   UNION ALL SELECT teacher_id, date, block FROM busy_blocks) p ON p.person_id = c.id
             AND p.date BETWEEN (SELECT first FROM days) AND (SELECT last FROM days)
           WHERE (p.date, p.block) IN (SELECT date, block FROM wanted)
           GROUP BY p.person_id)
        SELECT coalesce((SELECT json_agg(json_build_object('subject', c.subject, 'level', c.level, 'id', c.id,
                                   'name', c.name, 'surname', c.surname)
                                   ORDER BY c.wants_more DESC, ${bySurname(sql`c`)}) FROM candidates c), '[]') AS candidates,
               coalesce((SELECT json_agg(t) FROM taken t), '[]') AS busy,
               coalesce((SELECT json_agg(json_build_object('teacherId', c.teacher_id, 'from', c.first_date,
                                   'to', c.last_date, 'fromBlock', c.first_block, 'toBlock', c.last_block))
                           FROM closures c JOIN days ON c.first_date <= days.last AND c.last_date >= days.first), '[]') AS closures`,
  );
  return rows[0] ?? { candidates: [], busy: [], closures: [] };
}

/** Returns the ids of those slots whose teacher has an absence then; the centre's closed days are none. */
export async function findAbsences(
  on: Executor,
  wanted: readonly { id: string; teacherId: string; date: CivilDate; block: number }[],
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set();
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT w.id FROM unnest(${wanted.map(({ id }) => id)}::uuid[],
                                ${wanted.map(({ teacherId }) => teacherId)}::uuid[],
                                ${wanted.map(({ date }) => date)}::date[],
                                ${wanted.map(({ block }) => block)}::smallint[]) AS w (id, teacher, date, block)
         WHERE EXISTS (SELECT FROM closures c
                        WHERE c.teacher_id = w.teacher AND c.first_date <= w.date AND c.last_date >= w.date
                          AND w.block BETWEEN coalesce(c.first_block, 0) AND coalesce(c.last_block, 13))`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A teacher who is to take over a lesson, locked until the transaction ends. */
export type SubstituteTeacher = {
  id: string;
  name: string;
  surname: string;
  isDisabled: boolean;
  isVetted: boolean;
  subjects: TeacherSubject[];
};

/** Locks teachers who are to take over lessons; those who are no teachers are missing. */
export async function lockSubstitutes(
  on: Executor,
  ids: readonly string[],
): Promise<Map<string, SubstituteTeacher>> {
  if (ids.length === 0) return new Map();
  const rows = await query<SubstituteTeacher>(
    on,
    sql`SELECT u.id, u.name, u.surname, u.is_disabled AS "isDisabled", ${MAY_SUBSTITUTE} AS "isVetted",
               coalesce((SELECT json_agg(json_build_object('subject', ts.subject, 'level', ts.level))
                           FROM teacher_subjects ts WHERE ts.teacher_id = u.id), '[]') AS subjects
          FROM users u WHERE u.id = ANY(${ids}::uuid[]) AND u.role = 'Teacher' ORDER BY u.id FOR SHARE`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What one of many trial lessons becomes, and the version that the caller saw. */
export type TrialUpdate = {
  id: string;
  version: number;
  status?: TrialStatus;
  teacherId?: string;
  date?: CivilDate;
  block?: number;
  closureOverridden?: boolean;
  meetingLink?: string;
};

/** Writes many trial lessons in one statement, each if it is still that version, and returns how many it wrote. */
export async function updateTrialLessons(tx: Tx, updates: readonly TrialUpdate[]): Promise<number> {
  if (updates.length === 0) return 0;
  return execute(
    tx,
    sql`UPDATE trial_lessons l
           SET status = coalesce(c.status, l.status), teacher_id = coalesce(c."teacherId", l.teacher_id),
               date = coalesce(c.date, l.date), block = coalesce(c.block, l.block),
               closure_overridden = coalesce(c."closureOverridden", l.closure_overridden
                 AND (coalesce(c.date, l.date), coalesce(c.block, l.block)) = (l.date, l.block)),
               meeting_link = coalesce(c."meetingLink", l.meeting_link),
               version = l.version + 1, updated_at = product_clock_timestamp()
          FROM json_to_recordset(${JSON.stringify(updates)}::json) AS c (
               id uuid, version int, status text, "teacherId" uuid, date date, block smallint,
               "closureOverridden" boolean, "meetingLink" text)
         WHERE l.id = c.id AND l.version = c.version`,
  );
}
