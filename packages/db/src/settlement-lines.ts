import { DELIVERED_STATUSES } from "./lesson-status";
import { type Sql, sql } from "./sql";
import { LESSONS, RATE } from "./statistics";

/** A lesson `l` that earns its teacher something. */
export const LESSON_EARNS = sql`l.deleted_at IS NULL AND (l.charged OR l.status IN ${DELIVERED_STATUSES})`;

/**
 * The lines of all months that are not accepted. A lesson stands in its month; one whose month was accepted, or that
 * stands in an accepted month, stands with the difference in the first month after it that is not accepted. Columns
 * `teacher_id, month, lesson_id, kind, amount, date, block, student_id, status`.
 *
 * @param whose condition on `t.teacher_id`
 */
export function openLines(whose: Sql): Sql {
  return sql`
    SELECT p.teacher_id, coalesce(later.month, p.month) AS month, p.lesson_id,
           CASE WHEN home.month IS NULL THEN 'lesson' ELSE 'correction' END AS kind,
           p.amount - coalesce(p.frozen, 0) AS amount, x.date, x.block, x.student_id, x.status
      FROM (
        SELECT coalesce(l.teacher_id, f.teacher_id) AS teacher_id, coalesce(l.lesson_id, f.lesson_id) AS lesson_id,
               coalesce(l.amount, 0) AS amount, l.month, f.amount AS frozen, f.month AS frozen_month
          FROM (SELECT t.teacher_id, t.id AS lesson_id, date_trunc('month', t.date)::date AS month, t.amount
                  FROM (SELECT l.*, (${RATE}) AS amount FROM ${LESSONS} WHERE ${LESSON_EARNS}) t WHERE ${whose}) l
          FULL JOIN (SELECT t.teacher_id, t.lesson_id, sum(t.amount)::int AS amount, max(t.month) AS month
                       FROM settlement_lines t WHERE ${whose} GROUP BY 1, 2) f
            ON f.teacher_id = l.teacher_id AND f.lesson_id = l.lesson_id) p
      LEFT JOIN settlements a ON a.teacher_id = p.teacher_id AND a.month = p.month AND a.state = 'accepted'
     CROSS JOIN LATERAL (SELECT greatest(p.frozen_month, a.month) AS month) home
      LEFT JOIN LATERAL (
        SELECT m::date AS month FROM generate_series(home.month + interval '1 month', home.month + interval '20 years', '1 month') m
         WHERE home.month IS NOT NULL AND p.amount <> coalesce(p.frozen, 0) AND NOT EXISTS (
           SELECT FROM settlements s WHERE s.teacher_id = p.teacher_id AND s.month = m::date AND s.state = 'accepted')
         ORDER BY m LIMIT 1) later ON true
      JOIN lessons x ON x.id = p.lesson_id
     WHERE home.month IS NULL OR p.amount <> coalesce(p.frozen, 0)`;
}
