import type { BilledMode, CivilDate, SubjectLevel } from "@korki/domain";
import { moveBalances } from "./billing";
import { toDbDate } from "./civil-date";
import type { Executor } from "./client";
import { ASKED, askedLessons, COUNTED, UNCOVERED } from "./debts";
import { DELIVERED_STATUSES } from "./lesson-status";
import { execute, query, sql } from "./sql";
import { bySurname } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A payer whose bill of a month is to be made. */
export type BilledPayerRow = {
  payerId: string;
  name: string;
  surname: string;
  mode: BilledMode;
  balance: number;
  /** What the bill before said; null: there was none. */
  previous: number | null;
};

/** Which payers get bills of a month. */
type BilledPayersQuery = {
  month: CivilDate;
  modes: readonly BilledMode[];
  /** Leaves out who was left out of the month's bills, had one that was withdrawn, or was charged otherwise then. */
  byItself?: { since: Date };
  /** Some of them, in the order of their ids. */
  group?: { after: string | null; limit: number };
};

/** Finds the payers who are charged by bills and have none of the month, by their ids; nobody pays for erased students. */
export function findBilledPayers(
  on: Executor,
  { month, modes, byItself, group }: BilledPayersQuery,
): Promise<BilledPayerRow[]> {
  const own = byItself
    ? sql`AND p.saved_at <= ${byItself.since}::timestamptz
          AND NOT EXISTS (SELECT FROM bill_exclusions x WHERE x.month = ${month}::date AND x.payer_id = p.payer_id)`
    : sql``;
  const alive = byItself ? sql`` : sql`AND b.status <> 'withdrawn'`;
  const after = group
    ? sql`AND p.payer_id > coalesce(${group.after}::uuid, '00000000-0000-0000-0000-000000000000')`
    : sql``;
  const limit = group ? sql`LIMIT ${group.limit}::int` : sql``;
  return query(
    on,
    sql`SELECT p.payer_id AS "payerId", u.name, u.surname, p.mode, coalesce(h.balance, 0) AS balance,
               (SELECT b.amount FROM bills b WHERE b.payer_id = p.payer_id AND b.month < ${month}::date
                   AND b.status <> 'withdrawn' ORDER BY b.month DESC LIMIT 1) AS previous
          FROM (SELECT DISTINCT p.payer_id, p.mode FROM student_payers p
                  JOIN users s ON s.id = p.student_id AND s.erased_at IS NULL
                 WHERE p.mode = ANY (${modes}::text[]) ${own} ${after}
                   AND NOT EXISTS (SELECT FROM bills b WHERE b.payer_id = p.payer_id AND b.month = ${month}::date ${alive})
                 ORDER BY p.payer_id ${limit}) p
          JOIN users u ON u.id = p.payer_id LEFT JOIN billing_payers h ON h.payer_id = p.payer_id
         ORDER BY p.payer_id`,
  );
}

/** A lesson that a bill of a month speaks of. */
export type BillLessonRow = SubjectLevel & {
  payerId: string;
  studentId: string;
  studentName: string;
  date: CivilDate;
  block: number;
  price: number;
  /** What a lesson of its level costs the student now; null: the domain's default. */
  studentPrice: number | null;
  /** Payments and earlier bills reach it. */
  isPrepaid: boolean;
};

/** Waits for movements of these payers' lessons and keeps others from them until the transaction ends. */
export async function lockBilledAccounts(tx: Tx, payerIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`SELECT FROM ledger_accounts a JOIN student_payers p ON p.student_id = a.student_id
         WHERE p.payer_id = ANY (${payerIds}::uuid[])
         ORDER BY a.student_id, a.subject, a.level FOR NO KEY UPDATE OF a`,
  );
}

/**
 * Finds the lessons of a month, and those of earlier months that nothing paid for and no bill asked for, by payer,
 * student, subject and level, in order of time (rules §32). In arrears only those that were delivered or charged. What
 * waits for a payer's agreement is on none.
 */
export function listBillLessons(
  on: Executor,
  payerIds: readonly string[],
  { from, to }: { from: CivilDate; to: CivilDate },
): Promise<BillLessonRow[]> {
  return query(
    on,
    sql`
    SELECT p.payer_id AS "payerId", a.student_id AS "studentId", rtrim(s.name || ' ' || s.surname) AS "studentName",
           a.subject, a.level, l.date, l.block, l.price, coalesce(i.price, d.price) AS "studentPrice",
           NOT l.is_uncovered AS "isPrepaid"
      FROM student_payers p
      JOIN users s ON s.id = p.student_id AND s.erased_at IS NULL
      JOIN ledger_accounts a ON a.student_id = p.student_id
      LEFT JOIN prices d ON d.level = a.level
      LEFT JOIN individual_prices i ON i.student_id = p.student_id AND i.teacher_id IS NULL AND i.level = a.level
     CROSS JOIN LATERAL (SELECT ${ASKED} AS lessons OFFSET 0) asked
     CROSS JOIN LATERAL (SELECT greatest(0, ${UNCOVERED} - ${askedLessons(sql`asked.lessons`)}) AS lessons OFFSET 0) uncovered
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE l.date >= ${to}::date) AS later, count(*) FILTER (WHERE l.date < ${to}::date) AS now
         FROM lessons l WHERE ${COUNTED} AND NOT l.id = ANY (asked.lessons) AND l.date >= ${from}::date) month
     CROSS JOIN LATERAL (
       SELECT latest.*, row_number() OVER (ORDER BY date DESC, block DESC) + month.later <= uncovered.lessons AS is_uncovered
         FROM (SELECT l.date, l.block, l.price,
                      p.mode = 'advance' OR l.charged OR l.status IN ${DELIVERED_STATUSES} AS is_meant
                 FROM lessons l WHERE ${COUNTED} AND NOT l.id = ANY (asked.lessons) AND l.date < ${to}::date
                ORDER BY l.date DESC, l.block DESC LIMIT greatest(month.now, uncovered.lessons - month.later)) latest) l
     WHERE p.payer_id = ANY (${payerIds}::uuid[]) AND l.is_meant AND (l.date >= ${from}::date OR l.is_uncovered)
     ORDER BY p.payer_id, ${bySurname(sql`s`)}, a.subject, a.level,
              l.date, l.block`,
  );
}

/** A bill about to be issued; its lessons in the order in which money buys them. */
type NewBill = {
  id: string;
  payerId: string;
  month: CivilDate;
  mode: BilledMode;
  dueOn: CivilDate;
  amount: number;
  balance: number;
  halves: boolean;
  issuedAt: Date;
  issuedById: string | null;
  lines: readonly (SubjectLevel & {
    id: string;
    studentId: string;
    planned: number;
    prepaid: number;
    billed: number;
    amount: number;
  })[];
  lessons: readonly { lineId: string; price: number }[];
};

/** Lets bills be issued by one caller at a time, until the transaction ends. */
export async function lockBilling(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('korki.bills', 0))`);
}

/**
 * Issues bills and takes their payers' balances off. One whose payer has a bill of the month already is left out.
 * Returns the ids of the others.
 */
export async function insertBills(tx: Tx, bills: readonly NewBill[]): Promise<Set<string>> {
  const given = bills.map(({ lines: _, lessons: __, ...bill }) => bill);
  const rows = await query<{ id: string }>(
    tx,
    sql`INSERT INTO bills (id, payer_id, month, mode, due_on, amount, balance, halves, issued_at, issued_by_id)
        SELECT id, "payerId", month, mode, "dueOn", amount, balance, halves, "issuedAt", "issuedById"
          FROM json_to_recordset(${JSON.stringify(given)}::json) AS bill (
               id uuid, "payerId" uuid, month date, mode text, "dueOn" date, amount int, balance int, halves boolean,
               "issuedAt" timestamptz, "issuedById" uuid)
         ORDER BY "payerId"
        ON CONFLICT (payer_id, month) WHERE status <> 'withdrawn' DO NOTHING RETURNING id`,
  );
  const issued = new Set(rows.map(({ id }) => id));
  const made = bills.filter(({ id }) => issued.has(id));
  await tx.billLine.createMany({
    data: made.flatMap(({ id: billId, lines }) =>
      lines.map((line, position) => ({ ...line, billId, position })),
    ),
  });
  await tx.billLesson.createMany({
    data: made.flatMap(({ id: billId, lessons }) =>
      lessons.map((lesson, position) => ({ ...lesson, billId, position })),
    ),
  });
  await moveBalances(
    tx,
    made.map(({ payerId, balance }) => ({ payerId, amount: -balance })),
  );
  return issued;
}

/** Leaves payers out of what is issued by itself for a month. */
export async function insertExclusions(tx: Tx, month: CivilDate, payerIds: readonly string[]): Promise<void> {
  await tx.billExclusion.createMany({
    data: payerIds.map((payerId) => ({ month: toDbDate(month), payerId })),
    skipDuplicates: true,
  });
}

/** How far a preview's bills are issued: after which payer the next group begins, how many are made, and the answer. */
type BillPreviewRow = { after: string | null; made: number; issued: number | null };

/** Takes a preview's token, or returns how far it has come; null for another person's or month's. */
export async function takeBillPreview(
  tx: Tx,
  preview: { tokenHash: string; month: CivilDate; createdById: string; createdAt: Date },
): Promise<BillPreviewRow | null> {
  await tx.billPreview.createMany({
    data: [{ ...preview, month: toDbDate(preview.month) }],
    skipDuplicates: true,
  });
  const { tokenHash, month, createdById } = preview;
  const known = await tx.billPreview.findUnique({
    where: { tokenHash, month: toDbDate(month), createdById },
    select: { afterPayer: true, made: true, issued: true },
  });
  return known && { after: known.afterPayer, made: known.made, issued: known.issued };
}

/** Notes that a group of a preview's bills is issued. */
export async function advanceBillPreview(
  tx: Tx,
  tokenHash: string,
  { after, made, issued }: BillPreviewRow,
): Promise<void> {
  const data = { afterPayer: after, made, issued };
  await tx.billPreview.update({ where: { tokenHash }, data, select: { tokenHash: true } });
}

/** A month's run for the day that is set for its bills: a later day is another run. */
type BillRunKey = { month: CivilDate; mode: BilledMode; since: Date };

/**
 * Starts or resumes a month's run and locks it; returns null if it has finished or another worker holds the lock. What
 * finished before `since` ran for an earlier day and begins again.
 */
export async function takeBillRun(
  tx: Tx,
  { month, mode, since }: BillRunKey,
): Promise<{ after: string | null } | null> {
  await execute(
    tx,
    sql`INSERT INTO bill_runs (month, mode) VALUES (${month}::date, ${mode}) ON CONFLICT DO NOTHING`,
  );
  const [run] = await query<{ after: string | null }>(
    tx,
    sql`SELECT CASE WHEN finished_at IS NULL THEN after_payer END AS after
          FROM bill_runs WHERE month = ${month}::date AND mode = ${mode}
           AND (finished_at IS NULL OR finished_at < ${since}::timestamptz) FOR UPDATE SKIP LOCKED`,
  );
  return run ?? null;
}

/** Keeps how far a run has come; `finishedAt`: nobody is left. */
export async function advanceBillRun(
  tx: Tx,
  run: { month: CivilDate; mode: BilledMode; after: string | null; finishedAt: Date | null },
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE bill_runs SET after_payer = coalesce(${run.after}::uuid, after_payer), finished_at = ${run.finishedAt}::timestamptz
         WHERE month = ${run.month}::date AND mode = ${run.mode}`,
  );
}

/** Returns whether a run of a month is finished, without a lock. */
export async function isBillRunFinished(on: Executor, { month, mode, since }: BillRunKey): Promise<boolean> {
  const rows = await query<{ done: boolean }>(
    on,
    sql`SELECT coalesce(finished_at >= ${since}::timestamptz, false) AS done
          FROM bill_runs WHERE month = ${month}::date AND mode = ${mode}`,
  );
  return rows[0]?.done ?? false;
}
