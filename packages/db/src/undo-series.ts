import { PLANNED_LESSON } from "./lesson-status";
import { execute, query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";

/** A series `x` as it is before an act: with the dates that it skips, and the move that waits with the slots kept for it. */
export const SERIES_BEFORE = sql`jsonb_build_object(
  'series', to_jsonb(x),
  'skips', (SELECT coalesce(jsonb_agg(to_jsonb(k)), '[]') FROM series_skips k WHERE k.series_id = x.id),
  'move', (SELECT jsonb_build_object(
             'id', m.id,
             'dates', (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM series_move_dates d WHERE d.move_id = m.id),
             'hold', (SELECT to_jsonb(h) FROM slot_holds h WHERE h.id = m.id),
             'slots', (SELECT coalesce(jsonb_agg(to_jsonb(s)), '[]') FROM person_slots s WHERE s.hold_id = m.id))
             FROM series_moves m WHERE m.series_id = x.id AND m.status = 'open'))`;

/**
 * A lesson as it is before an act: with its open proposal, and the waiting move of its series, of whose dates its own alone
 * and of whose slots all are kept.
 *
 * @param lesson a row of `lessons`
 */
export const lessonBefore = (lesson: Sql) => sql`(to_jsonb(${lesson}) || jsonb_strip_nulls(jsonb_build_object(
  'proposal', (SELECT q.id FROM reschedule_proposals q WHERE q.lesson_id = ${lesson}.id AND q.status = 'open'),
  'move', (SELECT jsonb_build_object(
             'id', m.id, 'seriesVersion', s.version, 'hold', to_jsonb(h),
             'dates', (SELECT jsonb_agg(to_jsonb(d)) FROM series_move_dates d
                        WHERE d.move_id = m.id AND d.lesson_id = ${lesson}.id),
             'slots', (SELECT coalesce(jsonb_agg(to_jsonb(k)), '[]') FROM person_slots k WHERE k.hold_id = m.id))
             FROM series_moves m JOIN series s ON s.id = m.series_id LEFT JOIN slot_holds h ON h.id = m.id
            WHERE m.series_id = ${lesson}.series_id AND m.status = 'open'
              AND EXISTS (SELECT FROM series_move_dates d WHERE d.move_id = m.id AND d.lesson_id = ${lesson}.id)))))`;

/** Keeps the planned lessons of an act's series as they are: `finishUndoStep` forgets those that it left alone. */
export async function keepLessonsOfSeries(tx: Tx, id: string): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO undo_steps (id, actor_id, until, lesson_id, before, with_id)
        SELECT gen_random_uuid(), u.actor_id, u.until, l.id, ${lessonBefore(sql`l`)}, u.id
          FROM undo_steps u JOIN lessons l ON l.series_id = u.series_id
         WHERE u.id = ${id}::uuid AND ${PLANNED_LESSON}`,
  );
}

/** Notes the version that an act gave its series, and the lessons that it added: taken back, those are deleted. */
export async function finishSeriesStep(tx: Tx, id: string): Promise<void> {
  await execute(
    tx,
    sql`WITH act AS (
          UPDATE undo_steps u SET version = x.version FROM series x
           WHERE u.id = ${id}::uuid AND x.id = u.series_id
          RETURNING u.id, u.actor_id, u.until, u.series_id)
        INSERT INTO undo_steps (id, actor_id, until, lesson_id, before, version, with_id)
        SELECT gen_random_uuid(), act.actor_id, act.until, l.id,
               (to_jsonb(l) - 'version') || jsonb_build_object('deleted_at', product_now()), l.version, act.id
          FROM act JOIN lessons l ON l.series_id = act.series_id
         WHERE ${PLANNED_LESSON}
           AND NOT EXISTS (SELECT FROM undo_steps known WHERE known.with_id = act.id AND known.lesson_id = l.id)`,
  );
}

/**
 * Gives the series of an act back its weekday, hour, skipped dates and waiting move, once its lessons stand where they
 * stood. Returns false, and the transaction must end, where the series was changed since or a slot of the move is taken.
 */
export async function restoreSeries(tx: Tx, id: string): Promise<boolean> {
  const restored = await execute(
    tx,
    sql`UPDATE series x
           SET weekday = b.weekday, block = b.block, anchor_date = b.anchor_date, version = x.version + 1
          FROM undo_steps u CROSS JOIN LATERAL jsonb_populate_record(NULL::series, u.before -> 'series') b
         WHERE u.id = ${id}::uuid AND x.id = u.series_id AND x.version = u.version`,
  );
  if (restored === 0) return false;
  await execute(
    tx,
    sql`DELETE FROM series_skips k USING undo_steps u WHERE u.id = ${id}::uuid AND k.series_id = u.series_id`,
  );
  await execute(
    tx,
    sql`INSERT INTO series_skips SELECT k.* FROM undo_steps u
          CROSS JOIN LATERAL jsonb_populate_recordset(NULL::series_skips, u.before -> 'skips') k
         WHERE u.id = ${id}::uuid`,
  );
  return reopenMove(tx, id);
}

/** Opens the move again that an act answered, and keeps its slots as they were kept; true where none had waited. */
async function reopenMove(tx: Tx, id: string): Promise<boolean> {
  const [reopened] = await query<{ moves: number; slots: number; wanted: number }>(
    tx,
    sql`WITH move AS (
          SELECT (u.before #>> '{move,id}')::uuid AS id, u.before -> 'move' AS before FROM undo_steps u
           WHERE u.id = ${id}::uuid AND u.before #>> '{move,id}' IS NOT NULL),
        opened AS (
          UPDATE series_moves m SET status = 'open', resolved_at = NULL FROM move
           WHERE m.id = move.id AND m.status <> 'open'
             AND NOT EXISTS (SELECT FROM series_moves o WHERE o.series_id = m.series_id AND o.status = 'open')
          RETURNING m.id),
        dates AS (
          INSERT INTO series_move_dates SELECT d.* FROM move
            CROSS JOIN LATERAL jsonb_populate_recordset(NULL::series_move_dates, move.before -> 'dates') d),
        hold AS (
          INSERT INTO slot_holds SELECT h.* FROM move
            CROSS JOIN LATERAL jsonb_populate_record(NULL::slot_holds, move.before -> 'hold') h
           WHERE h.id IS NOT NULL),
        slots AS (
          INSERT INTO person_slots SELECT s.* FROM move
            CROSS JOIN LATERAL jsonb_populate_recordset(NULL::person_slots, move.before -> 'slots') s
           ORDER BY s.date, s.block, s.person_id
          ON CONFLICT DO NOTHING RETURNING person_id)
        SELECT (SELECT count(*)::int FROM opened) AS moves, (SELECT count(*)::int FROM slots) AS slots,
               jsonb_array_length(move.before -> 'slots') AS wanted
          FROM move`,
  );
  return reopened === undefined || (reopened.moves === 1 && reopened.slots === reopened.wanted);
}

/**
 * Takes the lessons of an act into the waiting move of their series again that the act took out of it, with the slots that
 * were kept. A move that it made void by that is open again, unless it has expired or the series was changed since. Returns
 * false, and the transaction must end, where a slot is taken.
 */
export async function rejoinMoves(tx: Tx, { id }: { id: string }, at: Date): Promise<boolean> {
  const steps = await query<{ id: string }>(
    tx,
    sql`SELECT u.id FROM undo_steps u
         WHERE (u.id = ${id}::uuid OR u.with_id = ${id}::uuid) AND u.lesson_id IS NOT NULL
           AND u.before #>> '{move,seriesVersion}' IS NOT NULL ORDER BY u.id`,
  );
  for (const step of steps) if (!(await rejoinMove(tx, step.id, at))) return false;
  return true;
}

async function rejoinMove(tx: Tx, stepId: string, at: Date): Promise<boolean> {
  // Until the transaction ends nobody answers it.
  await execute(
    tx,
    sql`SELECT FROM undo_steps u JOIN series_moves m ON m.id = (u.before #>> '{move,id}')::uuid
         WHERE u.id = ${stepId}::uuid FOR UPDATE OF m`,
  );
  await execute(
    tx,
    sql`UPDATE series_moves m SET status = 'open', resolved_at = NULL FROM undo_steps u, series x
         WHERE u.id = ${stepId}::uuid AND m.id = (u.before #>> '{move,id}')::uuid AND m.status = 'void'
           AND x.id = m.series_id AND x.version = (u.before #>> '{move,seriesVersion}')::int
           AND m.expires_at > ${at}::timestamptz
           AND NOT EXISTS (SELECT FROM series_moves o WHERE o.series_id = m.series_id AND o.status = 'open')`,
  );
  const isOpen = sql`undo_steps u JOIN series_moves m ON m.id = (u.before #>> '{move,id}')::uuid AND m.status = 'open'`;
  await execute(
    tx,
    sql`INSERT INTO slot_holds SELECT h.* FROM ${isOpen}
          CROSS JOIN LATERAL jsonb_populate_record(NULL::slot_holds, u.before #> '{move,hold}') h
         WHERE u.id = ${stepId}::uuid AND h.id IS NOT NULL ON CONFLICT DO NOTHING`,
  );
  await execute(
    tx,
    sql`INSERT INTO series_move_dates SELECT d.* FROM ${isOpen}
          CROSS JOIN LATERAL jsonb_populate_recordset(NULL::series_move_dates, u.before #> '{move,dates}') d
         WHERE u.id = ${stepId}::uuid ON CONFLICT DO NOTHING`,
  );
  const kept = sql`${isOpen}
    CROSS JOIN LATERAL jsonb_populate_recordset(NULL::person_slots, u.before #> '{move,slots}') s
    JOIN series_move_dates d ON d.move_id = m.id AND d.date = s.date AND d.outcome = 'free'
   WHERE u.id = ${stepId}::uuid`;
  await execute(
    tx,
    sql`INSERT INTO person_slots SELECT s.* FROM ${kept} ORDER BY s.date, s.block, s.person_id ON CONFLICT DO NOTHING`,
  );
  const taken = await query(
    tx,
    sql`SELECT FROM ${kept} AND NOT EXISTS (
          SELECT FROM person_slots p
           WHERE p.hold_id = m.id AND p.person_id = s.person_id AND p.date = s.date AND p.block = s.block)`,
  );
  return taken.length === 0;
}
