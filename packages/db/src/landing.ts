import type { CivilDate, Level, Subject, SubjectLevel } from "@korki/domain";
import { isBusyOutside } from "./busy-blocks";
import type { Executor } from "./client";
import { isClosed, isTaken } from "./hours";
import { query, sql, whereAll } from "./sql";
import { bySurname, jsonArray } from "./sql-fragments";

/** What visitors see beside the form of a trial lesson. */
export type LandingRow = {
  teachers: { name: string; surname: string; introduction: string; subjects: SubjectLevel[] }[];
  packages: { name: string; subject: Subject | null; level: Level; lessons: number; price: number }[];
  offersTrialSlots: boolean;
};

/** Teachers shown at most. */
const TEACHERS_MAX = 12;

/** The teachers who agreed to be shown, the offers, and whether half hours can be chosen. */
export async function findLanding(on: Executor): Promise<LandingRow> {
  const teachers = jsonArray(sql`
    SELECT json_build_object('name', u.name, 'surname', u.surname, 'introduction', u.introduction, 'subjects',
             ARRAY(SELECT json_build_object('subject', s.subject, 'level', s.level)
                     FROM teacher_subjects s WHERE s.teacher_id = u.id ORDER BY s.subject, s.level))
      FROM users u WHERE u.role = 'Teacher' AND u.is_shown_to_visitors AND NOT u.is_disabled AND u.erased_at IS NULL
     ORDER BY u.introduction = '', ${bySurname(sql`u`)}
     LIMIT ${TEACHERS_MAX}::int`);
  const packages = jsonArray(sql`
    SELECT json_build_object('name', p.name, 'subject', p.subject, 'level', p.level, 'lessons', p.lessons, 'price', p.price)
      FROM packages p WHERE p.deleted_at IS NULL ORDER BY p.price, p.id LIMIT 20`);
  const [row] = await query<LandingRow>(
    on,
    sql`SELECT ${teachers} AS teachers, ${packages} AS packages, offers_trial_slots AS "offersTrialSlots"
          FROM centre_settings`,
  );
  if (!row) throw new Error("the row of the centre's settings is missing");
  return row;
}

/** A free half hour, and the teachers who are free then. */
export type TrialSlotRow = { date: CivilDate; block: number; teacherIds: string[] };

/**
 * The blocks in which a teacher of the subject who wants more students is available, not occupied and not absent, and
 * that no open request has chosen; of the days given, both included.
 */
export function listTrialSlots(
  on: Executor,
  wanted: SubjectLevel & { first: CivilDate; last: CivilDate; block?: number },
): Promise<TrialSlotRow[]> {
  const { subject, level, first, last, block } = wanted;
  const where = whereAll([
    sql`u.role = 'Teacher' AND NOT u.is_disabled AND u.is_want_more_students`,
    block !== undefined && sql`b.block = ${block}::int`,
    sql`NOT ${isTaken(sql`u.id`, sql`b.date`, sql`b.block`)}`,
    sql`NOT ${isClosed(sql`u.id`, sql`b.date`, sql`b.block`)}`,
    sql`NOT ${isBusyOutside(sql`u.id`, sql`b.date`, sql`b.block`)}`,
    sql`NOT EXISTS (SELECT FROM trial_lessons w
                     WHERE w.status = 'Nowa' AND w.wished_teacher_id = u.id AND w.wished_date = b.date
                       AND w.wished_block = b.block)`,
  ]);
  return query(
    on,
    sql`SELECT b.date, b.block, array_agg(u.id::text ORDER BY u.id) AS "teacherIds"
          FROM offered_blocks(${first}::date, ${last}::date) b
          JOIN users u ON u.id = b.teacher_id
          JOIN teacher_subjects s ON s.teacher_id = u.id AND s.subject = ${subject} AND s.level = ${level}
          ${where} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}
