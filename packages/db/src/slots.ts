import type { AvailabilitySection, CivilDate, Level, PriceRate, TeacherSubject } from "@korki/domain";
import type { Database, Tx } from "./client";
import { type PreparedTx, rowsIn } from "./prepared";

const SECTIONS_OF = (teacher: string) => `coalesce((
  SELECT json_agg(json_build_object('day', a.day, 'startBlock', a.start_block, 'endBlock', a.end_block))
    FROM availability_sections a WHERE a.teacher_id = ${teacher}), '[]')`;

/** What booking and moving need to know of one block. */
export type SlotState = {
  sections: AvailabilitySection[];
  teacherBusy: boolean;
  studentBusy: boolean;
  subjects: TeacherSubject[];
  /** The stored row of the price list; null where the level has its default. */
  price: PriceRate | null;
};

/** State of a teacher's block for a student, as of this statement. */
export async function loadSlotState(
  tx: Tx | PreparedTx,
  slot: { teacherId: string; studentId: string; date: CivilDate; block: number; level: Level },
): Promise<SlotState> {
  const rows = await rowsIn<SlotState>(tx, {
    name: "slot-state",
    text: `SELECT ${SECTIONS_OF("$1::uuid")} AS sections,
            EXISTS (SELECT FROM occupied_slots
                     WHERE teacher_id = $1::uuid AND date = $3::date AND block = $4::smallint) AS "teacherBusy",
            EXISTS (SELECT FROM occupied_slots
                     WHERE student_id = $2::uuid AND date = $3::date AND block = $4::smallint) AS "studentBusy",
            coalesce((SELECT json_agg(json_build_object('subject', subject, 'level', level))
                        FROM teacher_subjects WHERE teacher_id = $1::uuid), '[]') AS subjects,
            (SELECT json_build_object('price', price, 'rate', rate) FROM prices WHERE level = $5) AS price`,
    values: [slot.teacherId, slot.studentId, slot.date, slot.block, slot.level],
  });
  const [state] = rows;
  if (!state) throw new Error("a query without FROM gave no row");
  return state;
}

/** A teacher's week and what is taken of the days asked for, as `slotKey`s. */
export type FreeDayFacts = { sections: AvailabilitySection[]; taken: string[] };

/**
 * Facts for a teacher's free days between two days (inclusive), in one query; null where there is no such teacher
 * or the asker may not know: a student asks for an own, enabled teacher, a teacher for oneself, an admin for anyone.
 * With a lesson of both, its student may ask too, and that student's slots are taken whoever asks.
 */
export async function loadFreeDayFacts(
  db: Database,
  query: {
    teacherId: string;
    asker: { id: string; role: string };
    lessonId: string | null;
    first: CivilDate;
    last: CivilDate;
  },
): Promise<FreeDayFacts | null> {
  const { rows } = await db.pool.query<FreeDayFacts>({
    name: "free-day-facts",
    text: `WITH asked AS (
             SELECT t.id AS teacher_id, CASE WHEN $3 = 'Student' THEN $2::uuid ELSE lesson.student_id END AS student_id
               FROM users t
               LEFT JOIN lessons lesson ON lesson.id = $4 AND lesson.teacher_id = t.id AND lesson.deleted_at IS NULL
              WHERE t.id = $1 AND t.role = 'Teacher'
                AND ($3 = 'Admin' OR t.id = $2
                  OR ($3 = 'Student' AND NOT t.is_disabled AND (lesson.student_id = $2 OR EXISTS (
                        SELECT FROM teaching_relations r WHERE r.student_id = $2 AND r.teacher_id = t.id)))))
           SELECT ${SECTIONS_OF("asked.teacher_id")} AS sections,
                  coalesce((SELECT json_agg(slot.date || '#' || slot.block)
                              FROM (SELECT o.date, o.block FROM occupied_slots o
                                     WHERE o.teacher_id = asked.teacher_id AND o.date BETWEEN $5 AND $6
                                    UNION
                                    SELECT o.date, o.block FROM occupied_slots o
                                     WHERE o.student_id = asked.student_id AND o.date BETWEEN $5 AND $6) slot),
                           '[]') AS taken
             FROM asked`,
    values: [query.teacherId, query.asker.id, query.asker.role, query.lessonId, query.first, query.last],
  });
  return rows[0] ?? null;
}
