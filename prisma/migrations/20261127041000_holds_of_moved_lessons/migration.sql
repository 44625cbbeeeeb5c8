-- A lesson that is moved past the last day of the prepaid lesson that it uses gives that one back, and uses one that is
-- valid on its new day, if there is one. One that is moved ahead uses what is free, valid on its new day and was not on the
-- old one (rules §32). What lessons have used until now stays as it is.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Lets what is free pay for lessons that are owed before its last day: the change of one lesson can leave another unpaid.
CREATE FUNCTION settle_owed(student uuid, of_subject text, of_level text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts := lock_ledger_account(student, of_subject, of_level);
  lot record;
  owed integer;
  settled integer;
BEGIN
  SELECT coalesce(sum(l.remaining), 0) - account.balance INTO owed FROM ledger_lots l
   WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0;
  FOR lot IN
    SELECT l.id, l.remaining, l.expires_on FROM ledger_lots l
     WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0
     ORDER BY l.expires_on NULLS LAST, l.id
  LOOP
    EXIT WHEN owed <= 0;
    settled := least(lot.remaining, owed_lessons_until(student, of_subject, of_level, owed,
                                                       coalesce(lot.expires_on, 'infinity')));
    IF settled > 0 THEN
      UPDATE ledger_lots SET remaining = remaining - settled WHERE id = lot.id;
      owed := owed - settled;
    END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION enter_changed_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever pays at this moment sees on which day a moved lesson is, or is waited for. All accounts are locked in order.
  IF EXISTS (SELECT FROM old_rows o JOIN new_rows n ON n.id = o.id
              WHERE n.date <> o.date AND lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
                AND lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)) THEN
    PERFORM lock_ledger_account(a.student_id, a.subject, a.level)
       FROM (SELECT student_id, subject, level FROM old_rows
              WHERE lesson_counts(status, deleted_at, charged, late_decision)
              UNION
             SELECT student_id, subject, level FROM new_rows
              WHERE lesson_counts(status, deleted_at, charged, late_decision)
              ORDER BY 1, 2, 3) a;
  END IF;
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
     SELECT counts.elsewhere OR (o.date <> n.date AND held.expires_on < n.date)
         OR (counts.before AND counts.after AND n.date < o.date AND EXISTS (
               SELECT FROM ledger_lots t
                WHERE t.student_id = n.student_id AND t.subject = n.subject AND t.level = n.level AND t.remaining > 0
                  AND t.expires_on >= n.date AND t.expires_on < o.date)) AS again OFFSET 0) changed
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
  PERFORM settle_owed(a.student_id, a.subject, a.level)
     FROM (SELECT DISTINCT o.student_id, o.subject, o.level FROM old_rows o JOIN new_rows n ON n.id = o.id
            WHERE lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
              AND (o.date <> n.date OR NOT lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
                   OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level))
            ORDER BY 1, 2, 3) a
    WHERE EXISTS (SELECT FROM ledger_lots l
                   WHERE l.student_id = a.student_id AND l.subject = a.subject AND l.level = a.level AND l.remaining > 0);
  RETURN NULL;
END $$;
