import type { Database } from "@korki/db";
import { type DataSize, loadedId, studentsPerTeacher } from "../load-data";

/**
 * Gives every loaded teacher what changes hours (rules §§34–35): extra and replaced days, a closure, busy times of an
 * outside calendar, people who wait, and a held block on every second day. Returns what takes it away again.
 */
export async function changeHours({ pool }: Database, size: DataSize): Promise<() => Promise<void>> {
  const id = (kind: "teacher" | "student", n: string) =>
    `('${loadedId(kind, 0).slice(0, 24)}' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const teachers = `generate_series(0, ${size.teachers - 1}) t`;
  const teacher = id("teacher", "t");
  const student = id("student", `t * ${studentsPerTeacher(size)} + n`);
  for (const step of [
    `INSERT INTO day_hours (teacher_id, date, replaces)
     SELECT ${teacher}, current_date + n, n % 2 = 0 FROM ${teachers}, generate_series(1, 28, 3) n`,
    `INSERT INTO day_sections (teacher_id, date, start_block, end_block)
     SELECT teacher_id, date, start, start + 3 FROM day_hours, unnest(ARRAY[2, 8]) start`,
    `INSERT INTO closures (id, teacher_id, first_date, last_date)
     SELECT gen_random_uuid(), ${teacher}, current_date + 10 + t % 10, current_date + 11 + t % 10 FROM ${teachers}`,
    `INSERT INTO outside_calendars (id, teacher_id, sealed_url, host, label, next_at)
     SELECT gen_random_uuid(), ${teacher}, '', 'calendar.example', '', now() + interval '1 day' FROM ${teachers}`,
    `INSERT INTO busy_blocks (calendar_id, teacher_id, date, block)
     SELECT id, teacher_id, current_date + n, b FROM outside_calendars, generate_series(1, 90) n, unnest(ARRAY[5, 6]) b`,
    `INSERT INTO watches (id, student_id, creator_id, teacher_id, subject, level, weekdays, from_block, to_block, until)
     SELECT gen_random_uuid(), ${student}, ${student}, ${teacher}, 'Polski', 'liceumP', ARRAY['pon', 'sr'], 6, 10, current_date + 50
       FROM ${teachers}, generate_series(0, 11) n`,
    `WITH held AS (
       SELECT w.id AS watch, gen_random_uuid() AS hold, w.teacher_id, current_date + 1 + 2 * row_number() OVER line::int AS date
         FROM watches w WINDOW line AS (PARTITION BY w.teacher_id ORDER BY w.id)),
     holds AS (INSERT INTO slot_holds (id) SELECT hold FROM held RETURNING id),
     slots AS (
       INSERT INTO person_slots (person_id, date, block, hold_id)
       SELECT h.teacher_id, h.date, 12, h.hold FROM held h JOIN holds ON holds.id = h.hold)
     UPDATE watches w SET hold_id = h.hold, held_date = h.date, held_block = 12, held_until = now() + interval '1 day'
       FROM held h JOIN holds ON holds.id = h.hold WHERE w.id = h.watch`,
    "VACUUM ANALYZE",
  ])
    await pool.query(step);
  return async () => {
    for (const table of ["watches", "outside_calendars", "closures", "day_hours", "watched_blocks"])
      await pool.query(`DELETE FROM ${table}`);
  };
}
