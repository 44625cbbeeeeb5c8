import type { BlockSpan, CivilDate, Level, NudgeKind, Slot, Subject } from "@korki/domain";
import { NO_PAYER_ASKED } from "./approvals";
import type { Database } from "./client";
import { PLANNED_LESSON } from "./lesson-status";
import { isTeacherAwaited, type PlaceSettings } from "./lesson-visits";
import { IS_PARTNER, TOLD_BLOCKS } from "./lessons";
import { query, type Sql, sql } from "./sql";

/** A planned lesson whose people may have to be reminded. */
export type ReminderCandidate = {
  lessonId: string;
  teacherId: string;
  studentId: string;
  teacherName: string;
  studentName: string;
  date: CivilDate;
  block: number;
  subject: Subject;
  level: Level;
  /** 2: with the later lesson of a double one, which is no candidate of its own then. */
  blocks: BlockSpan;
  createdAt: Date;
  confirmedAt: Date | null;
  /** When it was last moved; null where it stands where it was booked. */
  movedAt: Date | null;
};

/** What a reminder states about a lesson `l` and so many blocks from it on. */
const candidate = (
  blocks: Sql,
) => sql`l.id AS "lessonId", l.teacher_id AS "teacherId", l.student_id AS "studentId",
  rtrim(t.name || ' ' || t.surname) AS "teacherName", rtrim(s.name || ' ' || s.surname) AS "studentName",
  l.date::text AS date, l.block, l.subject, l.level, ${blocks} AS blocks, l.created_at AS "createdAt", l.confirmed_at AS "confirmedAt",
  (SELECT max(h.at) FROM history_entries h
    WHERE h.entity = 'lesson' AND h.entity_id = l.id::text
      AND coalesce(h.changes #>> '{date,from}', h.changes #>> '{block,from}') IS NOT NULL) AS "movedAt"`;

/** Of both hours of a double lesson with one status, the earlier one tells; else each tells of itself. */
const IS_TOLD_WITH_EARLIER = sql`EXISTS (
  SELECT FROM lessons p WHERE ${IS_PARTNER} AND p.block < l.block AND p.status = l.status)`;
const WITH_LATER = candidate(TOLD_BLOCKS);

/** What is asked of each hour by itself. */
const HOUR_ALONE = candidate(sql`1`);

const PEOPLE = sql`JOIN users t ON t.id = l.teacher_id JOIN users s ON s.id = l.student_id`;

/** The key by which a reminder is planned once for each person and each hour that a lesson is moved to. */
const keyOf = (prefix: string) => sql`${prefix}::text || ':' || l.id || ':' || l.date || ':' || l.block`;

/**
 * A `person` was reminded of `l` with the earlier hour of a double lesson, which stands there, whatever has become of it
 * since.
 */
const isToldWithEarlier = (prefix: string) => sql`EXISTS (
  SELECT FROM lessons p
    JOIN notifications n ON n.dedupe_key = ${prefix}::text || ':' || p.id || ':' || p.date || ':' || p.block || ':' || person
   WHERE p.pair_id = l.pair_id AND p.date = l.date AND p.block = l.block - 1 AND p.deleted_at IS NULL
     AND n.facts ->> 'blocks' = '2' AND n.status <> 'skipped')`;

/**
 * The key of what the teacher of `l` is told once where it stands; it names the teacher where another one was told before.
 * Null: it is planned for this teacher.
 */
const teachersKey = (key: Sql) => sql`(
  SELECT CASE WHEN bool_or(n.recipient_id = l.teacher_id) THEN NULL WHEN count(*) = 0 THEN ${key}
              ELSE ${key} || ':' || l.teacher_id END
    FROM notifications n WHERE n.dedupe_key IN (${key}, ${key} || ':' || l.teacher_id))`;

/** When its teacher took a lesson `l` over; null for the first one. */
const SUBSTITUTED_AT = sql`(SELECT max(h.at) FROM history_entries h
  WHERE h.entity = 'lesson' AND h.entity_id = l.id::text AND h.action = 'substitute')`;

/** A lesson of which some of its people are still to be reminded. */
export type UntoldCandidate = ReminderCandidate & {
  /** Its teacher, its student, or both. */
  untold: string[];
  /** When its teacher took it over; null for the first one. */
  substitutedAt: Date | null;
};

/**
 * Confirmed lessons at these hours with those of their two people for whom no notification with this prefix of its key was
 * planned.
 */
export async function findLessonsToRemind(
  db: Database,
  keyPrefix: string,
  slots: readonly Slot[],
): Promise<UntoldCandidate[]> {
  if (slots.length === 0) return [];
  const rows = await query<UntoldCandidate>(
    db,
    sql`SELECT ${WITH_LATER}, told.untold, ${SUBSTITUTED_AT} AS "substitutedAt"
       FROM lessons l ${PEOPLE} CROSS JOIN LATERAL (
            SELECT array_agg(person) AS untold FROM unnest(ARRAY[l.teacher_id, l.student_id]) person
             WHERE NOT EXISTS (SELECT FROM notifications n WHERE n.dedupe_key = ${keyOf(keyPrefix)} || ':' || person)
               AND NOT ${isToldWithEarlier(keyPrefix)}) told
      WHERE l.status = 'Potwierdzona' AND l.deleted_at IS NULL AND NOT ${IS_TOLD_WITH_EARLIER}
        AND (l.date, l.block) IN (SELECT * FROM unnest(${slots.map(({ date }) => date)}::date[], ${slots.map(({ block }) => block)}::smallint[]))
        AND told.untold IS NOT NULL`,
  );
  return rows;
}

/** Planned lessons at these hours in whose own room somebody waits for the teacher, and nobody was told yet (rules §30). */
export async function findAwaitedTeachers(
  db: Database,
  keyPrefix: string,
  { slots, now, settings }: { slots: readonly Slot[]; now: Date; settings: PlaceSettings },
): Promise<ReminderCandidate[]> {
  if (slots.length === 0) return [];
  return query<ReminderCandidate>(
    db,
    sql`SELECT ${HOUR_ALONE} FROM lessons l ${PEOPLE}
      WHERE ${PLANNED_LESSON} AND ${isTeacherAwaited(now, { still: true, settings })}
        AND (l.date, l.block) IN (SELECT * FROM unnest(${slots.map(({ date }) => date)}::date[], ${slots.map(({ block }) => block)}::smallint[]))
        AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.dedupe_key = ${keyOf(keyPrefix)} || ':' || l.student_id)`,
  );
}

/** Returns whether a person is a lesson's teacher, its student or a parent of the student. */
export async function isOfLesson(
  db: Database,
  { lessonId, personId }: { lessonId: string; personId: string },
): Promise<boolean> {
  const rows = await query<{ id: string }>(
    db,
    sql`SELECT l.id FROM lessons l WHERE l.id = ${lessonId}::uuid
           AND (${personId}::uuid IN (l.teacher_id, l.student_id) OR EXISTS (
             SELECT FROM current_guardianships g WHERE g.student_id = l.student_id AND g.parent_id = ${personId}::uuid))`,
  );
  return rows.length > 0;
}

/**
 * Confirmed lessons at these hours whose teacher uses the messenger and was not asked for the outcome yet, with the
 * question's key.
 */
export async function findLessonsToAskAbout(
  db: Database,
  keyPrefix: string,
  slots: readonly Slot[],
): Promise<(ReminderCandidate & { dedupeKey: string })[]> {
  if (slots.length === 0) return [];
  return query<ReminderCandidate & { dedupeKey: string }>(
    db,
    sql`SELECT ${HOUR_ALONE}, asked.key AS "dedupeKey"
       FROM lessons l ${PEOPLE} CROSS JOIN LATERAL (SELECT ${teachersKey(keyOf(keyPrefix))} AS key) asked
      WHERE l.status = 'Potwierdzona' AND l.deleted_at IS NULL AND t.telegram_chat_id IS NOT NULL
        AND (l.date, l.block) IN (SELECT * FROM unnest(${slots.map(({ date }) => date)}::date[], ${slots.map(({ block }) => block)}::smallint[]))
        AND asked.key IS NOT NULL`,
  );
}

/** A series is confirmed as a whole: its teacher is reminded of the next lesson of theirs, not of each. */
const isFirstOfSeries = (from: CivilDate) => sql`(l.series_id IS NULL OR NOT EXISTS (
  SELECT FROM lessons e WHERE e.series_id = l.series_id AND e.teacher_id = l.teacher_id AND e.deleted_at IS NULL
     AND e.status = 'Nie potwierdzona' AND e.date >= ${from} AND (e.date, e.block) < (l.date, l.block)))`;

/** When the payer agreed to a lesson `l`; null where nobody was asked. */
const AGREED_AT = sql`(SELECT max(a.answered_at) FROM approvals a
  WHERE a.student_id = l.student_id AND a.status = 'agreed' AND l.id = ANY (a.lesson_ids))`;

/** A lesson that waits for its teacher, with the key of each nudge; null for one that is planned for where it stands. */
export type NudgeCandidate = ReminderCandidate &
  Record<NudgeKind, string | null> & {
    /** When the payer agreed to it: the teacher was not asked before (rules §39). */
    agreedAt: Date | null;
    /** When its teacher took it over; null for the first one. */
    substitutedAt: Date | null;
  };

/**
 * Lessons from this day on that wait for their teacher and for no payer, booked, or agreed to, before `bookedBefore` or at
 * these hours.
 */
export async function findLessonsToNudge(
  db: Database,
  keyPrefix: string,
  { from, bookedBefore, slots }: { from: CivilDate; bookedBefore: Date; slots: readonly Slot[] },
): Promise<NudgeCandidate[]> {
  const rows = await query<NudgeCandidate>(
    db,
    sql`SELECT ${WITH_LATER}, ${AGREED_AT} AS "agreedAt", ${SUBSTITUTED_AT} AS "substitutedAt",
            ${teachersKey(sql`${keyOf(keyPrefix)} || ':after-12-hours'`)} AS "after-12-hours",
            ${teachersKey(sql`${keyOf(keyPrefix)} || ':unconfirmed-day-before'`)} AS "unconfirmed-day-before"
       FROM lessons l ${PEOPLE}
      WHERE l.status = 'Nie potwierdzona' AND l.deleted_at IS NULL AND l.date >= ${from} AND NOT ${IS_TOLD_WITH_EARLIER}
        AND ${NO_PAYER_ASKED}
        AND (coalesce(${AGREED_AT}, l.created_at) <= ${bookedBefore} AND ${isFirstOfSeries(from)}
             OR (l.date, l.block) IN (SELECT * FROM unnest(${slots.map(({ date }) => date)}::date[], ${slots.map(({ block }) => block)}::smallint[])))`,
  );
  return rows;
}
