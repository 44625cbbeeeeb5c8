import { PLANNED_LESSON } from "./lessons";
import { execute, query, sql } from "./sql";
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

/** Keeps the planned lessons of an act's series as they are: `finishUndoStep` forgets those that it left alone. */
export async function keepLessonsOfSeries(tx: Tx, id: string): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO undo_steps (id, actor_id, until, lesson_id, before, with_id)
        SELECT gen_random_uuid(), u.actor_id, u.until, l.id, to_jsonb(l), u.id
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
