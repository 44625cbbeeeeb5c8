import type { Executor } from "./client";
import { query, sql } from "./sql";

/**
 * Returns where the ledger does not add up, per student, subject and level: entries, running balances, account and a
 * recount of payments, lessons and adjustments must agree, and lots must hold what is left (rules §14).
 *
 * @param studentIds null: all students
 */
export async function findLedgerFaults(
  on: Executor,
  studentIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await query<{ fault: string }>(
    on,
    sql`
    WITH students AS (SELECT id AS student_id FROM users
                       WHERE ${studentIds}::uuid[] IS NULL OR id = ANY (${studentIds}::uuid[])),
    recount AS (
      SELECT student_id, subject, level, sum(quantity)::int AS balance FROM (
        SELECT student_id, subject, level, lesson_amount AS quantity FROM payments WHERE deleted_at IS NULL
        UNION ALL
        SELECT student_id, subject, level, -1 FROM lessons
         WHERE deleted_at IS NULL
           AND (status NOT LIKE 'Odwolana%' OR charged OR late_decision IS NOT NULL)
        UNION ALL
        -- A void takes back what expiry and refunds had not taken: they count no more than the payment.
        SELECT e.student_id, e.subject, e.level, e.quantity FROM ledger_entries e
          LEFT JOIN ledger_entries v ON v.payment_id = e.source_payment_id AND v.kind = 'void'
         WHERE e.kind IN ('adjustment', 'expiry', 'refund') AND (v.seq IS NULL OR e.seq > v.seq)
      ) parts JOIN students USING (student_id) GROUP BY 1, 2, 3
    ),
    entered AS (
      SELECT student_id, subject, level, sum(quantity)::int AS balance, count(*) FILTER (WHERE wrong) AS wrong FROM (
        SELECT *, balance <> sum(quantity) OVER (PARTITION BY student_id, subject, level ORDER BY seq) AS wrong
          FROM ledger_entries
      ) e JOIN students USING (student_id) GROUP BY 1, 2, 3
    ),
    lots AS (
      SELECT student_id, subject, level, sum(remaining)::int AS remaining FROM ledger_lots
        JOIN students USING (student_id) GROUP BY 1, 2, 3
    )
    SELECT format('%s %s %s: account %s, entries %s, recount %s, wrong running balances %s, lots %s',
                  student_id, subject, level, a.balance, e.balance, r.balance, e.wrong, l.remaining) AS fault
      FROM entered e
      LEFT JOIN ledger_accounts a USING (student_id, subject, level)
      FULL JOIN recount r USING (student_id, subject, level)
      LEFT JOIN lots l USING (student_id, subject, level)
     WHERE coalesce(e.balance, 0) <> coalesce(r.balance, 0) OR a.balance IS DISTINCT FROM e.balance OR e.wrong > 0
        OR coalesce(l.remaining, 0) < greatest(a.balance, 0)`,
  );
  return rows.map(({ fault }) => fault);
}
