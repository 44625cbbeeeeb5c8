import type { CivilDate, SeriesOutcome, Weekday } from "@korki/domain";
import type { Executor } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import { isoTime } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A wish to move a weekly lesson that waits for its answer (rules §40). */
export type OpenMove = {
  id: string;
  /** The student, or the parent who asked. */
  proposerId: string;
  from: CivilDate;
  anchor: CivilDate;
  weekday: Weekday;
  block: number;
  /** ISO 8601 */
  expiresAt: string;
  /** By date; a slot is kept where the outcome is `free`. */
  dates: { date: CivilDate; lessonId: string | null; outcome: SeriesOutcome }[];
};

/** The open move of a series `x` as JSON, or null. */
export const OPEN_MOVE = sql`(
  SELECT json_build_object('id', m.id, 'proposerId', m.proposer_id, 'from', m.from_date, 'anchor', m.anchor_date,
           'weekday', m.weekday, 'block', m.block, 'expiresAt', ${isoTime(sql`m.expires_at`)},
           'dates', (SELECT coalesce(json_agg(json_build_object('date', d.date, 'lessonId', d.lesson_id,
                                                                'outcome', d.outcome) ORDER BY d.date), '[]')
                       FROM series_move_dates d WHERE d.move_id = m.id))
    FROM series_moves m WHERE m.series_id = x.id AND m.status = 'open')`;

/** Two people at a slot that is kept for them. */
export type HeldSlot = { teacherId: string; studentId: string; date: CivilDate; block: number };

/**
 * Keeps slots for both people of each, until `releaseSlots`. A slot that is held for the student who waited for it counts as
 * free, and the watch ends (rules §34). Returns false if one of them is not free any more: then the transaction has to be
 * given up. Waits for a concurrent writer of the same slot.
 */
export async function holdSlots(
  tx: Tx,
  holdId: string,
  slots: readonly HeldSlot[],
  at: Date,
): Promise<boolean> {
  const wanted = sql`unnest(${slots.map(({ teacherId }) => teacherId)}::uuid[],
                            ${slots.map(({ studentId }) => studentId)}::uuid[],
                            ${slots.map(({ date }) => date)}::date[], ${slots.map(({ block }) => block)}::smallint[])
                       AS s (teacher, student, date, block)`;
  await execute(tx, sql`SELECT take_held_slot(s.teacher, s.student, s.date, s.block) FROM ${wanted}`);
  const taken = await execute(
    tx,
    sql`WITH hold AS (INSERT INTO slot_holds (id, created_at) VALUES (${holdId}::uuid, ${at}) RETURNING id)
        INSERT INTO person_slots (person_id, date, block, hold_id)
        SELECT person, s.date, s.block, hold.id
          FROM hold, ${wanted}, unnest(ARRAY[s.teacher, s.student]) AS person
         ORDER BY s.date, s.block, person
        ON CONFLICT DO NOTHING`,
  );
  return taken === 2 * slots.length;
}

/** Frees the slots that were kept under this id. */
async function releaseSlots(tx: Tx, holdId: string): Promise<void> {
  await execute(tx, sql`DELETE FROM slot_holds WHERE id = ${holdId}::uuid`);
}

/** Records a move to be answered. Returns false where one is open already. */
export async function insertMove(
  tx: Tx,
  move: Omit<OpenMove, "expiresAt"> & {
    seriesId: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<boolean> {
  const { dates } = move;
  const inserted = await execute(
    tx,
    sql`WITH made AS (
          INSERT INTO series_moves (id, series_id, proposer_id, from_date, anchor_date, weekday, block, created_at,
                                    expires_at)
          VALUES (${move.id}::uuid, ${move.seriesId}::uuid, ${move.proposerId}::uuid, ${move.from}::date,
                  ${move.anchor}::date, ${move.weekday}, ${move.block}::smallint, ${move.createdAt}, ${move.expiresAt})
          ON CONFLICT DO NOTHING RETURNING id),
        listed AS (
          INSERT INTO series_move_dates (move_id, date, lesson_id, outcome)
          SELECT made.id, d.* FROM made, unnest(${dates.map(({ date }) => date)}::date[],
            ${dates.map(({ lessonId }) => lessonId)}::uuid[], ${dates.map(({ outcome }) => outcome)}::text[]) AS d)
        SELECT FROM made`,
  );
  return inserted === 1;
}

type Resolution = "accepted" | "declined" | "withdrawn" | "expired" | "void";

/** Closes an open move and frees its slots; false where it is open no more or, for an answer, has expired. */
export async function resolveMove(tx: Tx, id: string, status: Resolution, at: Date): Promise<boolean> {
  const isAnswer = status === "accepted" || status === "declined";
  const resolved = await execute(
    tx,
    sql`UPDATE series_moves SET status = ${status}, resolved_at = ${at}
         WHERE id = ${id}::uuid AND status = 'open' ${isAnswer ? sql`AND expires_at > ${at}` : NOTHING}`,
  );
  if (resolved === 0) return false;
  await execute(tx, sql`DELETE FROM series_move_dates WHERE move_id = ${id}::uuid`);
  await releaseSlots(tx, id);
  return true;
}

const NOTHING: Sql = sql``;

/** Takes the dates from a day on at which an open move would add lessons out of it: the series ends before. */
export async function trimMove(tx: Tx, id: string, from: CivilDate): Promise<void> {
  await execute(
    tx,
    sql`WITH gone AS (
          DELETE FROM series_move_dates
           WHERE move_id = ${id}::uuid AND lesson_id IS NULL AND date >= ${from}::date RETURNING date)
        DELETE FROM person_slots WHERE hold_id = ${id}::uuid AND date IN (SELECT date FROM gone)`,
  );
}

/** Returns the series of moves that nobody answered in time. */
export async function findExpiredMoves(
  on: Executor,
  at: Date,
): Promise<{ moveId: string; seriesId: string }[]> {
  return query(
    on,
    sql`SELECT id AS "moveId", series_id AS "seriesId" FROM series_moves
         WHERE status = 'open' AND expires_at <= ${at} ORDER BY expires_at LIMIT 200`,
  );
}
