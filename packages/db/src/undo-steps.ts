import { newId } from "./ids";
import { IS_PARTNER } from "./lessons";
import { execute, query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";
import { finishSeriesStep, keepLessonsOfSeries, lessonBefore, SERIES_BEFORE } from "./undo-series";

/** What an act changed: a lesson, a payment, or a weekly lesson as a whole. */
export type UndoTarget = { lessonId: string } | { paymentId: string } | { seriesId: string };

/**
 * Keeps a row as it is before an act, so that the act can be taken back until then; false where the id is taken. A row that
 * does not exist keeps nothing. What the database itself writes to people in this transaction waits until then, too.
 */
export async function insertUndoStep(
  tx: Tx,
  step: { id: string; actorId: string; target: UndoTarget; until: Date },
): Promise<boolean> {
  const { id, actorId, target, until } = step;
  const count = await execute(
    tx,
    sql`INSERT INTO undo_steps (id, actor_id, until, lesson_id, payment_id, series_id, before)
        SELECT ${id}::uuid, ${actorId}::uuid, ${until}::timestamptz, ${rowOf(target)} ON CONFLICT (id) DO NOTHING`,
  );
  // Read by the trigger `notify_low_balance`.
  await execute(
    tx,
    sql`SELECT set_config('korki.undo_id', ${id}::text, true), set_config('korki.undo_until', ${until}::timestamptz::text, true)`,
  );
  if (count === 1) {
    // The other one of a double lesson: `finishUndoStep` forgets it where the act left it alone.
    if ("lessonId" in target)
      await execute(
        tx,
        sql`INSERT INTO undo_steps (id, actor_id, until, lesson_id, before, with_id)
            SELECT ${newId()}::uuid, ${actorId}::uuid, ${until}::timestamptz, p.id, ${lessonBefore(sql`p`)}, ${id}::uuid
              FROM lessons l JOIN lessons p ON ${IS_PARTNER} WHERE l.id = ${target.lessonId}::uuid`,
      );
    if ("seriesId" in target) await keepLessonsOfSeries(tx, id);
    return true;
  }
  const known = await query(tx, sql`SELECT FROM undo_steps WHERE id = ${id}::uuid`);
  return known.length === 0;
}

function rowOf(target: UndoTarget): Sql {
  if ("lessonId" in target)
    return sql`x.id, NULL::uuid, NULL::uuid, ${lessonBefore(sql`x`)} FROM lessons x WHERE x.id = ${target.lessonId}::uuid`;
  if ("paymentId" in target)
    return sql`NULL::uuid, x.id, NULL::uuid, to_jsonb(x) || jsonb_build_object(
                 'isInvoiced', EXISTS (
                   SELECT FROM invoice_sources s JOIN invoices n ON n.source_kind = s.source_kind AND n.source_id = s.source_id
                    WHERE s.payment_id = x.id AND n.kind = 'invoice'),
                 'bought', (SELECT coalesce(jsonb_agg(l.position), '[]') FROM bill_lessons l WHERE l.payment_id = x.id))
                 FROM payments x WHERE x.id = ${target.paymentId}::uuid`;
  return sql`NULL::uuid, NULL::uuid, x.id, ${SERIES_BEFORE} FROM series x WHERE x.id = ${target.seriesId}::uuid`;
}

/**
 * Notes the version that an act gave its lessons and series: later changes keep it from being taken back. A proposal or a
 * move that the act left open is no part of what it takes back.
 */
export async function finishUndoStep(tx: Tx, id: string): Promise<void> {
  await finishSeriesStep(tx, id);
  await execute(
    tx,
    sql`UPDATE undo_steps u SET version = l.version FROM lessons l
         WHERE l.id = u.lesson_id AND (u.id = ${id}::uuid OR u.with_id = ${id}::uuid)`,
  );
  await execute(
    tx,
    sql`DELETE FROM undo_steps u WHERE u.with_id = ${id}::uuid AND u.version = (u.before ->> 'version')::int`,
  );
  await execute(
    tx,
    sql`UPDATE undo_steps u
           SET before = u.before
             - CASE WHEN EXISTS (SELECT FROM reschedule_proposals p
                                  WHERE p.id = (u.before ->> 'proposal')::uuid AND p.status = 'open')
                    THEN 'proposal' ELSE '' END
             - CASE WHEN EXISTS (SELECT FROM series_moves m
                                  WHERE m.id = (u.before #>> '{move,id}')::uuid AND m.status = 'open'
                                    AND (u.series_id IS NOT NULL OR EXISTS (
                                      SELECT FROM series_move_dates d WHERE d.move_id = m.id AND d.lesson_id = u.lesson_id)))
                    THEN 'move' ELSE '' END
         WHERE u.id = ${id}::uuid OR u.with_id = ${id}::uuid`,
  );
}

export type UndoStep = {
  id: string;
  lessonId: string | null;
  paymentId: string | null;
  seriesId: string | null;
  /** A payment that had an invoice before the act. */
  isInvoiced: boolean;
  /** The positions of the lessons on a bill that a payment had bought before the act. */
  bought: number[];
  until: Date;
  undoneAt: Date | null;
};

/** A lesson that an act had changed. */
export type RestoredLesson = {
  id: string;
  teacherId: string;
  studentId: string;
  /** What the act had made of it, and what it is again. */
  status: string;
  statusBefore: string;
  /** Whose it is again. */
  teacherIdBefore: string;
};

/** Locks a person's own act until the transaction ends. */
export async function lockUndoStep(tx: Tx, id: string, actorId: string): Promise<UndoStep | null> {
  const [step] = await query<UndoStep>(
    tx,
    sql`SELECT u.id, u.lesson_id AS "lessonId", u.payment_id AS "paymentId", u.series_id AS "seriesId", u.until,
               u.undone_at AS "undoneAt", coalesce((u.before ->> 'isInvoiced')::boolean, false) AS "isInvoiced",
               coalesce(u.before -> 'bought', '[]') AS bought
          FROM undo_steps u
         WHERE u.id = ${id}::uuid AND u.actor_id = ${actorId}::uuid FOR UPDATE OF u`,
  );
  return step ?? null;
}

/** Notes that an act was taken back, and takes back its messages, which have not left. */
export async function markActUndone(tx: Tx, { id, until }: UndoStep, at: Date): Promise<void> {
  await execute(tx, sql`UPDATE undo_steps SET undone_at = ${at}::timestamptz WHERE id = ${id}::uuid`);
  await execute(
    tx,
    sql`DELETE FROM notifications
         WHERE status = 'pending' AND due_at = ${until}::timestamptz AND undo_id = ${id}::uuid`,
  );
}

/**
 * Gives the lessons of an act back what they were before it, and returns them; null, and the transaction must end, where one
 * was changed since. Throws as a booking does where a slot was taken.
 */
export async function restoreLessons(tx: Tx, { id }: Pick<UndoStep, "id">): Promise<RestoredLesson[] | null> {
  const steps = await query<RestoredLesson>(
    tx,
    sql`SELECT l.id, l.teacher_id AS "teacherId", l.student_id AS "studentId", l.status,
               u.before ->> 'status' AS "statusBefore", u.before ->> 'teacher_id' AS "teacherIdBefore"
          FROM undo_steps u JOIN lessons l ON l.id = u.lesson_id
         WHERE (u.id = ${id}::uuid OR u.with_id = ${id}::uuid)
         ORDER BY CASE WHEN (u.before ->> 'block')::int > l.block THEN -l.block ELSE l.block END`,
  );
  let count = 0;
  // Slots change row by row: of a double lesson that goes back by one block, who leaves the other's goes first.
  for (const step of steps) count += await restoreLesson(tx, id, step.id);
  return count === steps.length ? steps : null;
}

/** Gives one lesson of an act back what it was, and returns how many rows that were. */
function restoreLesson(tx: Tx, id: string, lessonId: string): Promise<number> {
  return execute(
    tx,
    sql`UPDATE lessons l
           SET status = b.status, cancel_message = b.cancel_message, description = b.description,
               meeting_link = b.meeting_link, teacher_id = b.teacher_id, date = b.date, block = b.block,
               confirmed_at = b.confirmed_at, cancelled_at = b.cancelled_at, outcome_at = b.outcome_at,
               charged = b.charged, late_decision = b.late_decision, late_free = b.late_free,
               credit_until = b.credit_until, closure_overridden = b.closure_overridden,
               series_date = b.series_date, series_block = b.series_block, deleted_at = b.deleted_at,
               version = l.version + 1, updated_at = product_clock_timestamp()
          FROM undo_steps u CROSS JOIN LATERAL jsonb_populate_record(NULL::lessons, u.before) b
         WHERE (u.id = ${id}::uuid OR u.with_id = ${id}::uuid) AND u.lesson_id = ${lessonId}::uuid
           AND l.id = u.lesson_id AND l.version = u.version AND l.deleted_at IS NULL`,
  );
}

/** Opens the proposals again that an act answered or made void, once its lessons stand where they stood. */
export async function reopenProposals(tx: Tx, { id }: Pick<UndoStep, "id">): Promise<void> {
  await execute(
    tx,
    sql`UPDATE reschedule_proposals p SET status = 'open', resolved_at = NULL FROM undo_steps u
         WHERE (u.id = ${id}::uuid OR u.with_id = ${id}::uuid) AND p.id = (u.before ->> 'proposal')::uuid
           AND p.status IN ('accepted', 'declined', 'void')
           AND NOT EXISTS (SELECT FROM reschedule_proposals o WHERE o.lesson_id = p.lesson_id AND o.status = 'open')`,
  );
}

/** Returns until when the voiding of one of the payments can be taken back; null: nobody voided one so that it can be. */
export async function findUndoEndOfVoids(tx: Tx, paymentIds: readonly string[]): Promise<Date | null> {
  const [step] = await query<{ until: Date | null }>(
    tx,
    sql`SELECT max(until) AS until FROM undo_steps
         WHERE payment_id = ANY (${paymentIds}::uuid[]) AND undone_at IS NULL`,
  );
  return step?.until ?? null;
}

/**
 * Ends the time in which the voiding of payments can be taken back that a statement's lines were booked as since then. Waits
 * for whoever voids one or takes it back now, and keeps others from voiding one until the transaction ends.
 */
export async function endUndoOfVoids(tx: Tx, statementId: string, since: Date): Promise<void> {
  const booked = sql`bank_line_payments x JOIN bank_lines l ON l.id = x.line_id
          AND l.booked_from_id = ${statementId}::uuid AND l.booked_at >= ${since}::timestamptz`;
  await execute(
    tx,
    sql`SELECT FROM payments p JOIN (${booked}) ON x.payment_id = p.id ORDER BY p.id FOR NO KEY UPDATE OF p`,
  );
  await execute(
    tx,
    sql`UPDATE undo_steps u SET until = 'epoch' FROM ${booked}
         WHERE u.payment_id = x.payment_id AND u.undone_at IS NULL`,
  );
}

/** Moves the line of a bank statement from a payment to the one that stands for it. */
export async function moveBankLine(tx: Tx, from: string, to: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`WITH line AS (DELETE FROM bank_line_payments WHERE payment_id = ${from}::uuid RETURNING line_id)
        INSERT INTO bank_line_payments (payment_id, line_id)
        SELECT payment.id, line.line_id FROM line, unnest(${to}::uuid[]) AS payment(id)`,
  );
}

/**
 * Moves the invoice of a payment that was booked by hand to the payment that stands for it, unless a correction has been
 * sent.
 */
export async function moveInvoice(tx: Tx, from: string, to: string): Promise<void> {
  await execute(
    tx,
    sql`UPDATE invoices n SET source_id = ${to}::uuid, payment_id = ${to}::uuid
         WHERE n.source_kind = 'payment' AND n.source_id = ${from}::uuid AND NOT EXISTS (
           SELECT FROM invoices c WHERE c.source_kind = 'payment' AND c.source_id = ${from}::uuid
              AND c.kind = 'correction' AND c.state <> 'wanted')`,
  );
}

/** Whether a payment came by an order, which alone gives it back. */
export async function isOrdered(tx: Tx, paymentId: string): Promise<boolean> {
  const rows = await query(tx, sql`SELECT FROM order_items WHERE payment_id = ${paymentId}::uuid LIMIT 1`);
  return rows.length > 0;
}

/** Returns the bill whose lessons a voided payment had bought, and what it took off it; null: it was for none. */
export async function findBillOfVoided(
  tx: Tx,
  paymentId: string,
): Promise<{ billId: string; takenOff: number } | null> {
  const [row] = await query<{ billId: string; takenOff: number }>(
    tx,
    sql`SELECT b.id AS "billId", coalesce(p.taken_off, p.money_amount) AS "takenOff"
          FROM payments p JOIN bills b ON b.id = p.bill_id WHERE p.id = ${paymentId}::uuid`,
  );
  return row ?? null;
}
