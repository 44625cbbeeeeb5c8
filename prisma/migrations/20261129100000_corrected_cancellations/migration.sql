-- A cancellation by the student that an administrator corrects to the teacher's returns the lesson without expiry, like
-- one that was the teacher's from the start (rules §13).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION enter_changed_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever pays at this moment sees on which day a moved lesson is, or is waited for, as it can change what a lesson uses.
  -- All accounts are locked in order.
  IF EXISTS (SELECT FROM old_rows o JOIN new_rows n ON n.id = o.id
              WHERE lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
                AND (n.date <> o.date OR NOT lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
                     OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level))) THEN
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
      -- What a voided payment had sold expires no more: something else paid for the lesson.
      SELECT CASE WHEN p.deleted_at IS NULL THEN t.expires_on END AS expires_on
        FROM ledger_entries e LEFT JOIN payments p ON p.id = e.source_payment_id
        LEFT JOIN ledger_lots t ON t.id = e.lot_id
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
  PERFORM settle_owed(a.student_id, a.subject, a.level),
          use_expiring_first(a.student_id, a.subject, a.level, product_clock_timestamp())
     FROM (SELECT DISTINCT o.student_id, o.subject, o.level FROM old_rows o JOIN new_rows n ON n.id = o.id
            WHERE CASE WHEN lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
                       THEN o.date <> n.date OR NOT lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
                            OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level)
                       ELSE lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
                            AND (o.student_id, o.subject, o.level) = (n.student_id, n.subject, n.level) END
            ORDER BY 1, 2, 3) a
    WHERE EXISTS (SELECT FROM ledger_lots l
                   WHERE l.student_id = a.student_id AND l.subject = a.subject AND l.level = a.level AND l.remaining > 0);
  -- A cancellation that turns out to be the teacher's: what the lesson returned is valid without an end (rules §13).
  IF EXISTS (SELECT FROM old_rows o JOIN new_rows n ON n.id = o.id
              WHERE o.status = 'Odwolana przez ucznia' AND n.status = 'Odwolana przez nauczyciela') THEN
    PERFORM lock_ledger_account(a.student_id, a.subject, a.level)
       FROM (SELECT DISTINCT n.student_id, n.subject, n.level FROM old_rows o JOIN new_rows n ON n.id = o.id
              WHERE o.status = 'Odwolana przez ucznia' AND n.status = 'Odwolana przez nauczyciela' ORDER BY 1, 2, 3) a;
    WITH returned AS (
      SELECT n.id, e.lot_id FROM old_rows o JOIN new_rows n ON n.id = o.id
       CROSS JOIN LATERAL (
         SELECT e.kind, e.lot_id FROM ledger_entries e
          WHERE e.lesson_id = n.id AND e.lesson_turn IS NOT NULL ORDER BY e.lesson_turn DESC LIMIT 1) e
       WHERE o.status = 'Odwolana przez ucznia' AND n.status = 'Odwolana przez nauczyciela' AND n.deleted_at IS NULL
         AND NOT lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision) AND e.kind = 'release'),
    taken AS (
      UPDATE ledger_lots t SET remaining = t.remaining - r.lessons
        FROM (SELECT lot_id, count(*)::int AS lessons FROM returned GROUP BY 1) r
       WHERE t.id = r.lot_id AND t.remaining >= r.lessons AND NOT t.expired
         AND t.expires_on >= (product_clock_timestamp() AT TIME ZONE 'Europe/Warsaw')::date
      RETURNING t.id, t.student_id, t.subject, t.level, t.payment_id)
    INSERT INTO ledger_lots (student_id, subject, level, payment_id, lesson_id, expires_on, remaining)
    SELECT t.student_id, t.subject, t.level, t.payment_id, r.id, NULL, 1 FROM taken t JOIN returned r ON r.lot_id = t.id;
  END IF;
  RETURN NULL;
END $$;
