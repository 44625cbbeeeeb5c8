import type { CivilDate } from "@korki/domain";
import type { Executor } from "./client";
import type { PayoutRow } from "./payments";
import { execute, query, sql } from "./sql";
import { isoTime } from "./sql-fragments";
import { LESSONS, RATE } from "./statistics";
import type { Tx } from "./transaction";

const EARNING = sql`l.deleted_at IS NULL AND (l.charged OR l.status IN ('Zrealizowana', 'Uczen nieobecny'))`;

/** What a teacher is due for a month, above zero; whole złoty. */
export type DueRow = { teacherId: string; teacherName: string; due: number };

/**
 * What every teacher is due for a month: what the month's delivered and charged lessons earned, less what runs have paid out for
 * it, and never more than is unpaid over all. By surname.
 */
export async function listDue(
  on: Executor,
  month: { year: number; month: number },
  period: { from: CivilDate; to: CivilDate },
): Promise<DueRow[]> {
  return query<DueRow>(
    on,
    sql`
      WITH earned AS (
        SELECT l.teacher_id, sum(${RATE}) AS amount FROM ${LESSONS}
         WHERE ${EARNING} AND l.date >= ${period.from}::date AND l.date < ${period.to}::date
         GROUP BY l.teacher_id)
      SELECT u.id AS "teacherId", rtrim(u.name || ' ' || u.surname) AS "teacherName", due.amount::int AS due
        FROM earned e
        JOIN users u ON u.id = e.teacher_id
       CROSS JOIN LATERAL (
         SELECT least(
           e.amount - (SELECT coalesce(sum(p.money_amount), 0)
                         FROM payouts p JOIN payout_runs r ON r.token = p.run_token
                        WHERE p.teacher_id = u.id AND p.deleted_at IS NULL
                          AND r.year = ${month.year}::smallint AND r.month = ${month.month}::smallint),
           (SELECT coalesce(sum(${RATE}), 0) FROM ${LESSONS} WHERE l.teacher_id = u.id AND ${EARNING})
           - (SELECT coalesce(sum(p.money_amount), 0) FROM payouts p
               WHERE p.teacher_id = u.id AND p.deleted_at IS NULL)) AS amount) due
       WHERE due.amount > 0
       ORDER BY u.surname COLLATE "pl-x-icu", u.name COLLATE "pl-x-icu", u.id`,
  );
}

const RUNS_LOCK = sql`hashtextextended('korki.payout-runs', 0)`;

/** Waits for a run that is being confirmed and keeps others from it until the transaction ends. */
export async function holdOffPayoutRuns(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock_shared(${RUNS_LOCK})`);
}

/**
 * Takes a run's token; false where the run was confirmed already. Runs are confirmed one at a time, and a second call
 * with the same token waits for the first.
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
  await execute(tx, sql`SELECT pg_advisory_xact_lock(${RUNS_LOCK})`);
  const taken = await tx.payoutRun.createMany({ data: [run], skipDuplicates: true });
  return taken.count === 1;
}

/** What made a run, and its payouts. */
export async function findRun(tx: Tx, token: string): Promise<{ requestHash: string; payouts: RunPayout[] }> {
  const { requestHash } = await tx.payoutRun.findUniqueOrThrow({ where: { token } });
  return { requestHash, payouts: await listRunPayouts(tx, sql`p.run_token = ${token}`) };
}

export type RunPayout = Pick<PayoutRow, "id" | "teacherId" | "moneyAmount" | "description" | "createdAt">;

/** What runs paid out to a teacher for a month. */
export function listPayoutsOfMonth(
  on: Executor,
  teacherId: string,
  { year, month }: { year: number; month: number },
): Promise<RunPayout[]> {
  return listRunPayouts(
    on,
    sql`p.teacher_id = ${teacherId}::uuid AND p.deleted_at IS NULL AND p.run_token IN (
          SELECT token FROM payout_runs WHERE year = ${year}::smallint AND month = ${month}::smallint)`,
  );
}

async function listRunPayouts(on: Executor, which: ReturnType<typeof sql>): Promise<RunPayout[]> {
  return query<RunPayout>(
    on,
    sql`SELECT p.id, p.teacher_id AS "teacherId", p.money_amount AS "moneyAmount", p.description,
               ${isoTime(sql`p.created_at`)} AS "createdAt"
          FROM payouts p WHERE ${which} ORDER BY p.id`,
  );
}

/** Writes a run's payouts, one per teacher, in one statement. */
export async function insertRunPayouts(
  tx: Tx,
  token: string,
  rows: readonly { id: string; teacherId: string; moneyAmount: number; description: string }[],
  by: { createdById: string; createdAt: Date },
): Promise<void> {
  await tx.payout.createMany({ data: rows.map((row) => ({ ...row, ...by, runToken: token })) });
}
