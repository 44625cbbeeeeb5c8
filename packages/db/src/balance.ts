import type { LessonStatus, Level, Subject } from "@korki/domain";
import type { Executor } from "./client";
import { query, sql } from "./sql";

/** What a student paid for and what was made of it, counted by subject and level. */
export type BalanceFacts = {
  payments: { subject: Subject; level: Level; lessonAmount: number }[];
  lessons: { subject: Subject; level: Level; status: LessonStatus; count: number }[];
};

const balanceOf = (studentId: string) => sql`
  SELECT coalesce((SELECT json_agg(p) FROM (
           SELECT subject, level, sum(lesson_amount) AS "lessonAmount" FROM payments
            WHERE student_id = ${studentId}::uuid AND deleted_at IS NULL GROUP BY subject, level) p), '[]') AS payments,
         coalesce((SELECT json_agg(l) FROM (
           SELECT subject, level, status, count(*) AS count FROM lessons
            WHERE student_id = ${studentId}::uuid AND deleted_at IS NULL GROUP BY subject, level, status) l), '[]') AS lessons`;

const NOTHING: BalanceFacts = { payments: [], lessons: [] };

/** Returns a student's balance facts; in a transaction that locks the student, for a booking that must not overspend. */
export async function loadBalance(on: Executor, studentId: string): Promise<BalanceFacts> {
  const rows = await query<BalanceFacts>(on, balanceOf(studentId));
  return rows[0] ?? NOTHING;
}
