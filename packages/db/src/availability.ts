import { type AvailabilitySection, WEEKDAYS } from "@korki/domain";
import type { Database } from "./client";
import { newId } from "./ids";
import { query, sql } from "./sql";
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

/**
 * Locks a teacher's row until the transaction ends, so that no booking uses the week that is about to change. Returns
 * the week.
 */
export async function lockAvailability(tx: Tx, teacherId: string): Promise<AvailabilitySection[]> {
  await query(tx, sql`SELECT id FROM users WHERE id = ${teacherId}::uuid FOR NO KEY UPDATE`);
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
