import { type Sql, sql } from "./sql";

// The one answer to "is this slot free": what a teacher offers (`hoursOf`, or `offered_blocks` for all teachers at once),
// unless it is closed (`isClosed`, `closureOf`), taken (`isTaken`) or the teacher is busy elsewhere (`isBusyOutside`).
// Nothing else reads weekly sections, dates that differ, or occupied slots to answer that.

/** Selects a teacher's `OfferedHours` as JSON: the week, and the dates between two days that differ from it. */
export function hoursOf(teacher: Sql, first: Sql = sql`warsaw_today()`, last: Sql = sql`'infinity'`): Sql {
  return sql`json_build_object(
    'sections', coalesce((
      SELECT json_agg(json_build_object('day', a.day, 'startBlock', a.start_block, 'endBlock', a.end_block))
        FROM availability_sections a WHERE a.teacher_id = ${teacher}), '[]'),
    'days', coalesce((
      SELECT json_agg(${DAY_HOURS} ORDER BY h.date) FROM day_hours h
       WHERE h.teacher_id = ${teacher} AND h.date BETWEEN ${first}::date AND ${last}::date), '[]'))`;
}

/** A row `h` of `day_hours` as JSON, its sections in order. */
export const DAY_HOURS = sql`json_build_object('date', h.date, 'replaces', h.replaces, 'sections', coalesce((
  SELECT json_agg(json_build_object('startBlock', s.start_block, 'endBlock', s.end_block) ORDER BY s.start_block)
    FROM day_sections s WHERE s.teacher_id = h.teacher_id AND s.date = h.date), '[]'))`;

/** Whether the centre or the teacher is closed at a slot (rules §12). */
export function isClosed(teacher: Sql, date: Sql, block: Sql): Sql {
  return sql`EXISTS (
    SELECT FROM closures c
     WHERE (c.teacher_id IS NULL OR c.teacher_id = ${teacher}) AND ${date} BETWEEN c.first_date AND c.last_date
       AND ${block} BETWEEN coalesce(c.first_block, 0) AND coalesce(c.last_block, 13))`;
}

/** Whether a person has something else at a slot (rules §10); `besides` excludes rows `p` of `person_slots`. */
export function isTaken(person: Sql, date: Sql, block: Sql, besides: Sql = sql`true`): Sql {
  return sql`EXISTS (
    SELECT FROM person_slots p
     WHERE p.person_id = ${person} AND p.date = ${date} AND p.block = ${block} AND ${besides})`;
}
