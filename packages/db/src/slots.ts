import type { CivilDate, Level, OfferedHours, PriceRate, SlotClosure, TeacherSubject } from "@korki/domain";
import { bookingStopped } from "./bills";
import { isBusyOutside } from "./busy-blocks";
import type { Database } from "./client";
import { closureOf } from "./closures";
import { hoursOf, isTaken } from "./hours";
import { appliedPrice } from "./prices";
import { query, sql } from "./sql";
import type { Tx } from "./transaction";
import { notHeldFor, watched } from "./watches";

/** What booking and moving need to know of one block. */
export type SlotState = {
  hours: OfferedHours;
  teacherBusy: boolean;
  studentBusy: boolean;
  /** Something elsewhere occupies the teacher (rules §35). */
  busyOutside: boolean;
  /** What closes the slot; the centre's closure comes before the teacher's. */
  closure: SlotClosure | null;
  subjects: TeacherSubject[];
  /** The pair that applies to the two; null where the level has its default. */
  price: PriceRate | null;
  /** Bookings of who pays for the student are stopped for an unpaid bill (rules §32). */
  bookingStopped: boolean;
  /** Somebody waits for the teacher (rules §34). */
  watched: boolean;
};

/** State of a teacher's block for a student, as of this statement. What is held for the student at `at` is free. */
export async function loadSlotState(
  tx: Tx,
  slot: { teacherId: string; studentId: string; date: CivilDate; block: number; level: Level },
  at: Date,
): Promise<SlotState> {
  const { teacherId, studentId } = slot;
  const date = sql`${slot.date}::date`;
  const block = sql`${slot.block}::smallint`;
  const teacher = sql`${teacherId}::uuid`;
  const rows = await query<SlotState>(
    tx,
    sql`SELECT ${hoursOf(teacher, date, date)} AS hours,
            ${isTaken(teacher, date, block, notHeldFor(sql`${studentId}::uuid`, sql`${at}`))} AS "teacherBusy",
            ${isTaken(sql`${studentId}::uuid`, date, block)} AS "studentBusy",
            ${isBusyOutside(teacher, date, block)} AS "busyOutside",
            ${closureOf(teacher, date, block)} AS closure,
            coalesce((SELECT json_agg(json_build_object('subject', subject, 'level', level))
                        FROM teacher_subjects WHERE teacher_id = ${teacherId}::uuid), '[]') AS subjects,
            ${appliedPrice(slot)} AS price,
            ${bookingStopped(sql`${studentId}::uuid`)} AS "bookingStopped",
            ${watched(teacher)} AS watched`,
  );
  const [state] = rows;
  if (!state) throw new Error("a query without FROM gave no row");
  return state;
}

/** What a teacher offers, and the taken and closed slots of the requested days as `slotKey`s. */
export type FreeDayFacts = { hours: OfferedHours; taken: string[] };

/**
 * Returns the facts for a teacher's free days between two days (inclusive), in one query. Null if there is no such
 * teacher or no access: a student asks for an own, enabled teacher, a teacher for oneself, an administrator for
 * anyone. With a lesson of both, its student may ask too, and that student's slots always count as occupied. What is held
 * for the student at `at` is free.
 */
export async function loadFreeDayFacts(
  db: Database,
  filter: {
    teacherId: string;
    asker: { id: string; role: string };
    lessonId: string | null;
    first: CivilDate;
    last: CivilDate;
    at: Date;
  },
): Promise<FreeDayFacts | null> {
  // UNION ALL: PostgreSQL would get ready for a million slots to remove duplicates among a few dozen.
  const rows = await query<FreeDayFacts>(
    db,
    sql`WITH asked AS (
             SELECT t.id AS teacher_id, CASE WHEN ${filter.asker.role} = 'Student' THEN ${filter.asker.id}::uuid ELSE lesson.student_id END AS student_id
               FROM users t
               LEFT JOIN lessons lesson ON lesson.id = ${filter.lessonId} AND lesson.teacher_id = t.id AND lesson.deleted_at IS NULL
              WHERE t.id = ${filter.teacherId} AND t.role = 'Teacher'
                AND (${filter.asker.role} = 'Admin' OR t.id = ${filter.asker.id}
                  OR (${filter.asker.role} = 'Student' AND NOT t.is_disabled AND (lesson.student_id = ${filter.asker.id} OR EXISTS (
                        SELECT FROM teaching_relations r WHERE r.student_id = ${filter.asker.id} AND r.teacher_id = t.id)))))
           SELECT ${hoursOf(sql`asked.teacher_id`, sql`${filter.first}`, sql`${filter.last}`)} AS hours,
                  coalesce((SELECT json_agg(slot.date || '#' || slot.block)
                              FROM (SELECT p.date, p.block FROM person_slots p
                                     WHERE p.person_id IN (asked.teacher_id, asked.student_id)
                                       AND p.date BETWEEN ${filter.first} AND ${filter.last}
                                       AND ${notHeldFor(sql`asked.student_id`, sql`${filter.at}`)}
                                    UNION ALL
                                    SELECT b.date, b.block FROM busy_blocks b
                                     WHERE b.teacher_id = asked.teacher_id
                                       AND b.date BETWEEN ${filter.first}::date AND ${filter.last}::date
                                    UNION ALL
                                    SELECT day::date, hour FROM closures c,
                                           generate_series(greatest(c.first_date, ${filter.first}::date),
                                                           least(c.last_date, ${filter.last}::date), '1 day') AS day,
                                           generate_series(coalesce(c.first_block, 0)::int,
                                                           coalesce(c.last_block, 13)::int) AS hour
                                     WHERE (c.teacher_id IS NULL OR c.teacher_id = asked.teacher_id)
                                       AND c.last_date >= ${filter.first}::date
                                       AND c.first_date <= ${filter.last}::date) slot),
                           '[]') AS taken
             FROM asked`,
  );
  return rows[0] ?? null;
}
