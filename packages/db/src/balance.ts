import type { LessonStatus, Level, Subject } from "@korki/domain";
import type { Database } from "./client";
import type { PreparedTx } from "./prepared";

/** What a student paid for and what was made of it, counted by subject and level. */
export type BalanceFacts = {
  payments: { subject: Subject; level: Level; lessonAmount: number }[];
  lessons: { subject: Subject; level: Level; status: LessonStatus; count: number }[];
};

const BALANCE = `
  SELECT coalesce((SELECT json_agg(p) FROM (
           SELECT subject, level, sum(lesson_amount) AS "lessonAmount" FROM payments
            WHERE student_id = $1::uuid AND deleted_at IS NULL GROUP BY subject, level) p), '[]') AS payments,
         coalesce((SELECT json_agg(l) FROM (
           SELECT subject, level, status, count(*) AS count FROM lessons
            WHERE student_id = $1::uuid AND deleted_at IS NULL GROUP BY subject, level, status) l), '[]') AS lessons`;

const NOTHING: BalanceFacts = { payments: [], lessons: [] };

/** A student's balance facts for a screen. */
export async function loadBalance(db: Database, studentId: string): Promise<BalanceFacts> {
  const { rows } = await db.pool.query<BalanceFacts>({ name: "balance", text: BALANCE, values: [studentId] });
  return rows[0] ?? NOTHING;
}

/** The same within a transaction, for a booking that must not overspend. */
export async function loadBalanceIn(tx: PreparedTx, studentId: string): Promise<BalanceFacts> {
  const rows = await tx.rows<BalanceFacts>({ name: "balance", text: BALANCE, values: [studentId] });
  return rows[0] ?? NOTHING;
}
