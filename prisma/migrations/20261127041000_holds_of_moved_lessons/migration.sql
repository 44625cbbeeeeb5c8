-- A lesson that is moved past the last day of the prepaid lesson that it uses gives that one back, and uses one that is
-- valid on its new day, if there is one (rules §32). What lessons have used until now stays as it is.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION enter_changed_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, expires_on)
  SELECT m.kind, m.quantity, m.student_id, m.subject, m.level, o.id, m.expires_on
    FROM old_rows o
    JOIN new_rows n ON n.id = o.id
   CROSS JOIN LATERAL (
     SELECT lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision) AS before,
            lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision) AS after,
            (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level) AS elsewhere OFFSET 0) counts
    -- What it uses, looked up only where that may change.
    LEFT JOIN LATERAL (
      SELECT e.expires_on FROM ledger_entries e
       WHERE counts.before AND (NOT counts.after OR counts.elsewhere OR o.date <> n.date)
         AND e.lesson_id = o.id AND e.lesson_turn IS NOT NULL
       ORDER BY e.lesson_turn DESC LIMIT 1) held ON true
   CROSS JOIN LATERAL (
     SELECT counts.elsewhere OR (o.date <> n.date AND held.expires_on < n.date) AS again OFFSET 0) changed
   CROSS JOIN LATERAL (
     SELECT 'release' AS kind, 1 AS quantity, o.student_id, o.subject, o.level, o.date, o.block,
            -- Returned by the teacher or the centre: without expiry (rules §13).
            CASE WHEN (n.deleted_at IS NULL AND n.status = 'Odwolana przez nauczyciela')
                   OR (n.deleted_at IS NOT NULL AND o.status <> 'Nie potwierdzona') THEN NULL
                 WHEN n.credit_until IS NULL THEN held.expires_on
                 ELSE greatest(n.credit_until, held.expires_on) END AS expires_on
      WHERE counts.before AND (NOT counts.after OR changed.again)
      UNION ALL
     SELECT 'hold', -1, n.student_id, n.subject, n.level, n.date, n.block, NULL
      WHERE counts.after AND (NOT counts.before OR changed.again)) m
   ORDER BY m.student_id, m.subject, m.level, m.kind DESC, m.date, m.block, o.id;
  RETURN NULL;
END $$;
