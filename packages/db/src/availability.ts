import {
  type AvailabilitySection,
  type CivilDate,
  type DayHours,
  type OfferedHours,
  WEEKDAYS,
} from "@korki/domain";
import type { Database, Executor } from "./client";
import { DAY_HOURS, hoursOf } from "./hours";
import { newId } from "./ids";
import { execute, query, sql } from "./sql";
import type { Tx } from "./transaction";

/**
 * A teacher's week, Monday first; null where there is no such teacher or the asker may not know: the teacher, the
 * students assigned to that teacher, admins may.
 */
export async function findAvailability(
  db: Database,
  teacherId: string,
  asker: { id: string; role: string },
): Promise<AvailabilitySection[] | null> {
  const rows = await query<{ sections: AvailabilitySection[] }>(
    db,
    sql`SELECT coalesce((
             SELECT json_agg(json_build_object('day', a.day, 'startBlock', a.start_block, 'endBlock', a.end_block))
               FROM availability_sections a WHERE a.teacher_id = t.id), '[]') AS sections
             FROM users t
            WHERE t.id = ${teacherId} AND t.role = 'Teacher'
              AND (${asker.role} = 'Admin' OR t.id = ${asker.id} OR EXISTS (
                    SELECT FROM teaching_relations r WHERE r.student_id = ${asker.id} AND r.teacher_id = t.id))`,
  );
  const [row] = rows;
  return row ? row.sections.sort(bySection) : null;
}

/** What a teacher offers between two days, and the blocks in which that teacher has lessons on dates that differ. */
export type HoursWithLessons = { hours: OfferedHours; lessons: { date: CivilDate; block: number }[] };

/** Returns what a teacher offers between two days, both included; null where `findAvailability` is. */
export async function findHours(
  db: Executor,
  teacherId: string,
  asker: { id: string; role: string },
  { first, last }: { first: CivilDate; last: CivilDate },
): Promise<HoursWithLessons | null> {
  const [row] = await query<HoursWithLessons>(
    db,
    sql`SELECT ${hoursOf(sql`t.id`, sql`${first}`, sql`${last}`)} AS hours, coalesce((
               SELECT json_agg(json_build_object('date', p.date, 'block', p.block) ORDER BY p.date, p.block)
                 FROM day_hours h JOIN person_slots p ON p.person_id = h.teacher_id AND p.date = h.date
                WHERE h.teacher_id = t.id AND h.date BETWEEN ${first}::date AND ${last}::date
                  AND p.hold_id IS NULL), '[]') AS lessons
          FROM users t
         WHERE t.id = ${teacherId}::uuid AND t.role = 'Teacher'
           AND (${asker.role} = 'Admin' OR t.id = ${asker.id}::uuid OR EXISTS (
                 SELECT FROM teaching_relations r WHERE r.student_id = ${asker.id}::uuid AND r.teacher_id = t.id))`,
  );
  return row ?? null;
}

/** Locks a teacher as `lockAvailability` does, and returns whether there is one. */
export async function lockTeacherHours(tx: Tx, teacherId: string): Promise<boolean> {
  const locked = await execute(
    tx,
    sql`SELECT FROM users WHERE id = ${teacherId}::uuid AND role = 'Teacher' FOR NO KEY UPDATE`,
  );
  return locked === 1;
}

/** Returns how a date differs from the teacher's week; null where it does not. */
export async function findDayHours(
  on: Executor,
  teacherId: string,
  date: CivilDate,
): Promise<DayHours | null> {
  const [row] = await query<{ day: DayHours }>(
    on,
    sql`SELECT ${DAY_HOURS} AS day FROM day_hours h
         WHERE h.teacher_id = ${teacherId}::uuid AND h.date = ${date}::date`,
  );
  return row?.day ?? null;
}

/** Puts these hours in place of what the teacher offered on that date alone. */
export async function replaceDayHours(
  tx: Tx,
  teacherId: string,
  { date, replaces, sections }: DayHours,
  at: Date,
): Promise<void> {
  await deleteDayHours(tx, teacherId, date);
  await execute(
    tx,
    sql`INSERT INTO day_hours (teacher_id, date, replaces, created_at)
        VALUES (${teacherId}::uuid, ${date}::date, ${replaces}, ${at})`,
  );
  if (sections.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO day_sections (teacher_id, date, start_block, end_block)
        SELECT ${teacherId}::uuid, ${date}::date, * FROM unnest(${sections.map(({ startBlock }) => startBlock)}::smallint[],
                                                                ${sections.map(({ endBlock }) => endBlock)}::smallint[])`,
  );
}

/** Makes a date as the teacher's week is, and returns whether it differed. */
export async function deleteDayHours(tx: Tx, teacherId: string, date: CivilDate): Promise<boolean> {
  const gone = await execute(
    tx,
    sql`DELETE FROM day_hours WHERE teacher_id = ${teacherId}::uuid AND date = ${date}::date`,
  );
  return gone === 1;
}

/**
 * Locks a teacher's row until the transaction ends, so that no booking uses the week that is about to change. Returns
 * the week.
 */
export async function lockAvailability(tx: Tx, teacherId: string): Promise<AvailabilitySection[]> {
  await execute(tx, sql`SELECT FROM users WHERE id = ${teacherId}::uuid FOR NO KEY UPDATE`);
  const rows = await tx.availabilitySection.findMany({
    where: { teacherId },
    select: { day: true, startBlock: true, endBlock: true },
  });
  return rows.map((row) => ({ ...row, day: weekday(row.day) })).sort(bySection);
}

/** Puts these sections in place of the teacher's week. */
export async function replaceAvailability(
  tx: Tx,
  teacherId: string,
  sections: readonly AvailabilitySection[],
): Promise<void> {
  await tx.availabilitySection.deleteMany({ where: { teacherId } });
  await tx.availabilitySection.createMany({
    data: sections.map((section) => ({ ...section, id: newId(), teacherId })),
  });
}

/** Orders sections as a week runs. */
export function bySection(a: AvailabilitySection, b: AvailabilitySection): number {
  return WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || a.startBlock - b.startBlock;
}

function weekday(stored: string): AvailabilitySection["day"] {
  const day = WEEKDAYS.find((known) => known === stored);
  if (!day) throw new Error(`no weekday: ${stored}`);
  return day;
}
