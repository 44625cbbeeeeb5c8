-- Lessons that expire and become free are used by lessons up to their last day that were to use what stays longer (rules
-- §32), so that nothing expires that a lesson needed. What lessons before today have used stays as it is.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Lessons of some days and what they hold: nothing if it was not paid for when it was booked, or its payment was voided.
CREATE FUNCTION lessons_holding(student uuid, of_subject text, of_level text, first_day date, last_day date)
RETURNS TABLE (id uuid, date date, block smallint, lot_id bigint, expires_on date) LANGUAGE sql STABLE AS $$
  SELECT l.id, l.date, l.block, CASE WHEN p.deleted_at IS NULL THEN held.lot_id END, held.expires_on
    FROM lessons l
   CROSS JOIN LATERAL (
     SELECT e.kind, e.lot_id, e.expires_on, e.source_payment_id FROM ledger_entries e
      WHERE e.lesson_id = l.id AND e.lesson_turn IS NOT NULL ORDER BY e.lesson_turn DESC LIMIT 1) held
    LEFT JOIN payments p ON p.id = held.source_payment_id
   WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.date BETWEEN first_day AND last_day
     AND lesson_counts(l.status, l.deleted_at, l.charged, l.late_decision) AND held.kind = 'hold'
$$;

-- How many lessons each payment paid for that hold nothing: they were booked before it.
CREATE FUNCTION lessons_settled(student uuid, of_subject text, of_level text)
RETURNS TABLE (payment_id uuid, expires_on date, paid_at timestamptz, lessons integer) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.expires_on, p.created_at,
         (p.lesson_amount + coalesce(used.lessons, 0) - coalesce(free.lessons, 0))::int
    FROM payments p
    LEFT JOIN (SELECT e.source_payment_id AS id, sum(e.quantity) AS lessons FROM ledger_entries e
                WHERE e.student_id = student AND e.source_payment_id IS NOT NULL
                  AND (e.kind IN ('expiry', 'refund')
                       OR (e.kind = 'hold' AND NOT EXISTS (SELECT FROM ledger_entries n
                             WHERE n.lesson_id = e.lesson_id AND n.lesson_turn = e.lesson_turn + 1)))
                GROUP BY e.source_payment_id) used USING (id)
    LEFT JOIN (SELECT l.payment_id AS id, sum(l.remaining) AS lessons FROM ledger_lots l
                WHERE l.student_id = student AND l.remaining > 0 GROUP BY l.payment_id) free USING (id)
   WHERE p.student_id = student AND p.subject = of_subject AND p.level = of_level AND p.deleted_at IS NULL
$$;

-- Lets lessons from today on use what is free and expires first, in order of their days, instead of what stays longer. That
-- pays for lessons that are owed, or is free.
CREATE FUNCTION use_expiring_first(student uuid, of_subject text, of_level text, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts := lock_ledger_account(student, of_subject, of_level);
  day date := greatest((at AT TIME ZONE 'Europe/Warsaw')::date, warsaw_today());
  lot ledger_lots;
  last_day date := '-infinity';
  last_id bigint := 0;
  wanted integer;
  part integer;
  paid record;
BEGIN
  LOOP
    -- What a lesson gives back expires later, and comes later in this order.
    SELECT * INTO lot FROM ledger_lots l
     WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0
       AND l.expires_on >= day AND (l.expires_on, l.id) > (last_day, last_id)
     ORDER BY l.expires_on, l.id LIMIT 1;
    EXIT WHEN NOT FOUND;
    last_day := lot.expires_on;
    last_id := lot.id;

    INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, expires_on, created_at)
    SELECT m.kind, m.quantity, student, of_subject, of_level, l.id, CASE m.kind WHEN 'release' THEN l.expires_on END, at
      FROM (SELECT h.* FROM lessons_holding(student, of_subject, of_level, day, lot.expires_on) h
             WHERE h.lot_id IS NOT NULL AND (h.expires_on IS NULL OR h.expires_on > lot.expires_on)
             ORDER BY h.date, h.block, h.id LIMIT lot.remaining) l
     CROSS JOIN (VALUES ('release', 1), ('hold', -1)) AS m (kind, quantity)
     ORDER BY l.date, l.block, l.id, m.kind DESC;

    -- Lessons that hold nothing, less those for which something that expires may have paid.
    SELECT least(l.remaining,
                 (SELECT count(*) FROM lessons_holding(student, of_subject, of_level, day, lot.expires_on) h
                   WHERE h.lot_id IS NULL)
                 - (SELECT coalesce(sum(s.lessons), 0) FROM lessons_settled(student, of_subject, of_level) s
                     WHERE s.lessons > 0 AND s.expires_on >= day)
                 - (SELECT count(*) FROM ledger_lots r
                     WHERE r.student_id = student AND r.subject = of_subject AND r.level = of_level
                       AND r.lesson_id IS NOT NULL AND r.expires_on >= day AND r.remaining = 0 AND NOT r.expired))::int
      INTO wanted FROM ledger_lots l WHERE l.id = lot.id AND l.remaining > 0;
    CONTINUE WHEN wanted IS NULL OR wanted <= 0;
    SELECT sum(l.remaining) - a.balance INTO part FROM ledger_lots l JOIN ledger_accounts a USING (student_id, subject, level)
     WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0 GROUP BY a.balance;
    part := least(wanted, greatest(0, part));
    wanted := wanted - part;
    UPDATE ledger_lots SET remaining = remaining - part WHERE id = lot.id;
    FOR paid IN
      SELECT s.lessons, (SELECT min(l.id) FROM ledger_lots l
                          WHERE l.payment_id = s.payment_id AND l.lesson_id IS NULL AND l.expires_on IS NULL) AS lot_id
        FROM lessons_settled(student, of_subject, of_level) s
       WHERE s.lessons > 0 AND s.expires_on IS NULL ORDER BY s.paid_at DESC, s.payment_id
    LOOP
      CONTINUE WHEN paid.lot_id IS NULL;
      EXIT WHEN wanted = 0;
      part := least(wanted, paid.lessons);
      UPDATE ledger_lots SET remaining = remaining - part WHERE id = lot.id;
      UPDATE ledger_lots SET remaining = remaining + part WHERE id = paid.lot_id;
      wanted := wanted - part;
    END LOOP;
  END LOOP;
END $$;

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
      SELECT CASE WHEN p.deleted_at IS NULL THEN e.expires_on END AS expires_on
        FROM ledger_entries e LEFT JOIN payments p ON p.id = e.source_payment_id
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
            WHERE lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
              AND (o.date <> n.date OR NOT lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
                   OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level))
            ORDER BY 1, 2, 3) a
    WHERE EXISTS (SELECT FROM ledger_lots l
                   WHERE l.student_id = a.student_id AND l.subject = a.subject AND l.level = a.level AND l.remaining > 0);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION enter_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, payment_id, expires_on, created_at, created_by_id)
  SELECT m.kind, m.quantity, m.student_id, m.subject, m.level, m.id, m.expires_on, m.at, m.by_id FROM (
    SELECT 'purchase' AS kind, n.lesson_amount AS quantity, n.student_id, n.subject, n.level, n.id, n.expires_on,
           n.created_at AS at, n.created_by_id AS by_id
      FROM new_rows n
    UNION ALL
    SELECT 'void', 0, n.student_id, n.subject, n.level, n.id, NULL, n.deleted_at, n.deleted_by_id
      FROM new_rows n WHERE n.deleted_at IS NOT NULL
  ) m
   ORDER BY m.student_id, m.subject, m.level, m.kind, m.at, m.id;
  PERFORM use_expiring_first(a.student_id, a.subject, a.level, a.at)
     FROM (SELECT n.student_id, n.subject, n.level, max(n.created_at) AS at FROM new_rows n
            WHERE n.expires_on IS NOT NULL GROUP BY n.student_id, n.subject, n.level ORDER BY 1, 2, 3) a;
  RETURN NULL;
END $$;
