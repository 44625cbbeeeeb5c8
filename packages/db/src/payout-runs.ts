import type { CivilDate } from "@korki/domain";
import { toDbDate } from "./civil-date";
import type { Executor } from "./client";
import { PAYOUT_MONTH, type PayoutRow } from "./payments";
import { LESSON_EARNS, openLines } from "./settlement-lines";
import { execute, query, type Sql, sql } from "./sql";
import { bySurname, isoTime, jsonArray } from "./sql-fragments";
import { LESSONS, RATE } from "./statistics";
import type { Tx } from "./transaction";

/** A payout, by the month that it pays for ("YYYY-MM"). */
type MonthPayout = Pick<
  PayoutRow,
  "id" | "teacherId" | "moneyAmount" | "description" | "month" | "createdAt"
>;

/** A teacher's month; whole złoty. `earned + other - the payouts' sum = due`. */
export type DueRow = {
  teacherId: string;
  teacherName: string;
  /** What the month's delivered and charged lessons earned. */
  earned: number;
  /** What earlier months earned, less the payouts for all other months; below zero: paid in advance. */
  other: number;
  /** The payouts for this month so far, oldest first. */
  payouts: MonthPayout[];
  /** What was earned up to the month's last day, less all payouts; below zero: paid in advance. */
  due: number;
};

const MONTH_PAYOUT = sql`json_build_object(
  'id', p.id, 'teacherId', p.teacher_id, 'moneyAmount', p.money_amount, 'description', p.description,
  'month', to_char(p.month, 'YYYY-MM'), 'createdAt', ${isoTime(sql`p.created_at`)})`;

/** Returns a month of one teacher, or of all teachers to whom something is due, by surname (rules §21). */
export async function listDue(
  on: Executor,
  period: { from: CivilDate; to: CivilDate },
  teacherId?: string,
  /** Earned is what statements say: what changed after a month was accepted counts in a later one (rules §37). */
  isSettled = false,
): Promise<DueRow[]> {
  const earned = isSettled ? statementSums(period.from, teacherId) : lessonSums(period, teacherId);
  const isOne = teacherId === undefined ? sql`true` : sql`u.id = ${teacherId}::uuid`;
  return query<DueRow>(
    on,
    sql`
      WITH earned AS (${earned}),
      known AS (
        SELECT p.id, p.teacher_id, p.money_amount, p.description, p.created_at, ${PAYOUT_MONTH} AS month
          FROM payouts p JOIN users u ON u.id = p.teacher_id WHERE ${isOne} AND p.deleted_at IS NULL),
      paid AS (
        SELECT teacher_id, sum(money_amount) FILTER (WHERE month = ${period.from}::date) AS now,
               sum(money_amount) FILTER (WHERE month <> ${period.from}::date) AS other
          FROM known GROUP BY teacher_id)
      SELECT u.id AS "teacherId", rtrim(u.name || ' ' || u.surname) AS "teacherName",
             sums.earned, sums.other, sums.due,
             ${jsonArray(sql`SELECT ${MONTH_PAYOUT} FROM known p
                     WHERE p.teacher_id = u.id AND p.month = ${period.from}::date ORDER BY p.created_at, p.id`)} AS payouts
        FROM users u LEFT JOIN earned e ON e.teacher_id = u.id LEFT JOIN paid ON paid.teacher_id = u.id
       CROSS JOIN LATERAL (
         SELECT coalesce(e.now, 0)::int AS earned,
                (coalesce(e.before, 0) - coalesce(paid.other, 0))::int AS other,
                (coalesce(e.now, 0) + coalesce(e.before, 0) - coalesce(paid.now, 0) - coalesce(paid.other, 0))::int AS due
       ) sums
       WHERE ${teacherId === undefined ? sql`sums.due > 0` : isOne}
       ORDER BY ${bySurname(sql`u`)}`,
  );
}

/** What a month's lessons earned, and those of all months before. */
function lessonSums({ from, to }: { from: CivilDate; to: CivilDate }, teacherId: string | undefined): Sql {
  const whose = teacherId === undefined ? sql`true` : sql`l.teacher_id = ${teacherId}::uuid`;
  return sql`
    SELECT l.teacher_id, sum(${RATE}) FILTER (WHERE l.date >= ${from}::date) AS now,
           sum(${RATE}) FILTER (WHERE l.date < ${from}::date) AS before
      FROM ${LESSONS} WHERE ${whose} AND ${LESSON_EARNS} AND l.date < ${to}::date GROUP BY l.teacher_id`;
}

/**
 * What a month's statement says, and those of the months before, less what the teacher was asked about and has not accepted.
 */
function statementSums(from: CivilDate, teacherId: string | undefined): Sql {
  const whose = teacherId === undefined ? sql`true` : sql`t.teacher_id = ${teacherId}::uuid`;
  return sql`
    SELECT s.teacher_id, sum(s.amount) FILTER (WHERE s.month = ${from}::date) AS now,
           sum(s.amount) FILTER (WHERE s.month < ${from}::date) AS before
      FROM (SELECT t.teacher_id, t.month, t.amount FROM settlement_lines t WHERE ${whose}
             UNION ALL SELECT o.teacher_id, o.month, o.amount FROM (${openLines(whose)}) o
                        WHERE o.month >= ${from}::date OR NOT EXISTS (
                          SELECT FROM settlements w WHERE w.teacher_id = o.teacher_id AND w.month = o.month
                             AND w.state = 'proposed')) s
     WHERE s.month <= ${from}::date GROUP BY s.teacher_id`;
}

const RUNS_LOCK = sql`hashtextextended('korki.payout-runs', 0)`;

/** Waits for a run that is being confirmed and keeps others from it until the transaction ends. */
export async function holdOffPayoutRuns(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock_shared(${RUNS_LOCK})`);
}

/**
 * Takes a run's token; false where the run was confirmed already. Runs are confirmed one at a time. A second call with the
 * same token waits for the first, at the token itself, so that repetitions go on together.
 */
export async function takeRunToken(
  tx: Tx,
  run: {
    token: string;
    year: number;
    month: number;
    requestHash: string;
    createdById: string;
    createdAt: Date;
  },
): Promise<boolean> {
  const taken = await tx.payoutRun.createMany({ data: [run], skipDuplicates: true });
  if (taken.count === 0) return false;
  await execute(tx, sql`SELECT pg_advisory_xact_lock(${RUNS_LOCK})`);
  return true;
}

/** A run that was confirmed: the hash of the request that made it, and its payouts. */
export type PayoutRun = { requestHash: string; payouts: MonthPayout[] };

/** Returns the run that a token confirmed; null: none did. */
export async function findRun(on: Executor, token: string): Promise<PayoutRun | null> {
  const [run] = await query<PayoutRun>(
    on,
    sql`SELECT r.request_hash AS "requestHash",
               ${jsonArray(sql`SELECT ${MONTH_PAYOUT} FROM (
                     SELECT p.id, p.teacher_id, p.money_amount, p.description, p.created_at, ${PAYOUT_MONTH} AS month
                       FROM payouts p WHERE p.run_token = r.token) p
                   ORDER BY p.id`)} AS payouts
          FROM payout_runs r WHERE r.token = ${token}`,
  );
  return run ?? null;
}

/** Writes a run's payouts, one per teacher, in one statement. */
export async function insertRunPayouts(
  tx: Tx,
  run: { token: string; month: CivilDate; createdById: string; createdAt: Date },
  rows: readonly { id: string; teacherId: string; moneyAmount: number; description: string }[],
): Promise<void> {
  const { token: runToken, month, ...by } = run;
  await tx.payout.createMany({
    data: rows.map((row) => ({ ...row, ...by, runToken, month: toDbDate(month) })),
  });
}
