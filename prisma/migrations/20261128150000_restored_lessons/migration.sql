-- What a lesson returned is as valid as before once its cancellation is taken back or corrected (rules §14): it no longer
-- expires because of the cancellation, and what the centre returned without expiry expires as it did.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION record_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts;
  previous record;
  lot ledger_lots;
  free integer;
  owed integer;
  surplus integer;
  lesson_day date;
  returned bigint;
  day date := (NEW.created_at AT TIME ZONE 'Europe/Warsaw')::date;
  xid bigint := pg_current_xact_id()::text::bigint;
BEGIN
  -- Worked out with others by enter_holds.
  IF NEW.seq IS NOT NULL AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
  account := lock_ledger_account(NEW.student_id, NEW.subject, NEW.level);
  NEW.seq := nextval('ledger_entries_seq');

  IF NEW.kind IN ('hold', 'release') THEN
    SELECT e.lesson_turn, e.lot_id INTO previous FROM ledger_entries e
     WHERE e.lesson_id = NEW.lesson_id AND e.lesson_turn IS NOT NULL ORDER BY e.lesson_turn DESC LIMIT 1;
    NEW.lesson_turn := coalesce(previous.lesson_turn, 0) + 1;
    IF (NEW.lesson_turn % 2 = 1) <> (NEW.kind = 'hold') THEN
      RAISE EXCEPTION 'a lesson is held and released in turns' USING ERRCODE = 'check_violation',
        CONSTRAINT = 'ledger_entries_turn_check';
    END IF;
  END IF;

  IF NEW.kind = 'hold' THEN
    SELECT date INTO lesson_day FROM lessons WHERE id = NEW.lesson_id;
    -- What its last release gave back is valid as long as before; what another lesson uses by now is not cut short.
    UPDATE ledger_lots l SET expires_on = held.expires_on
      FROM (SELECT CASE WHEN p.deleted_at IS NULL THEN t.expires_on END AS expires_on
              FROM ledger_entries e LEFT JOIN payments p ON p.id = e.source_payment_id
              LEFT JOIN ledger_lots t ON t.id = e.lot_id
             WHERE e.lesson_id = NEW.lesson_id AND e.lesson_turn = previous.lesson_turn - 1) held
     WHERE l.id = previous.lot_id AND l.lesson_id = NEW.lesson_id
       AND l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level
       AND (l.expires_on IS NULL OR l.expires_on >= day)
       AND (held.expires_on IS NULL OR (held.expires_on >= lesson_day AND l.remaining > 0))
    RETURNING l.id INTO returned;
    SELECT * INTO lot FROM ledger_lots l
     WHERE l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level AND l.remaining > 0
       AND (l.expires_on IS NULL OR l.expires_on >= greatest(day, lesson_day) OR l.id = returned)
     ORDER BY l.expires_on NULLS LAST, l.id <> returned, l.id LIMIT 1;
    NEW.expires_on := lot.expires_on;
    NEW.lot_id := lot.id;
    NEW.source_payment_id := lot.payment_id;
    IF lot.id IS NOT NULL THEN
      UPDATE ledger_lots SET remaining = remaining - 1 WHERE id = lot.id;
    END IF;

  ELSIF NEW.quantity > 0 OR NEW.kind = 'purchase' THEN
    -- Lessons owed are settled first; what is left over can be used.
    SELECT coalesce(sum(l.remaining), 0) INTO free FROM ledger_lots l
     WHERE l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level AND l.remaining > 0;
    owed := free - account.balance;
    IF owed > 0 AND NEW.expires_on IS NOT NULL THEN
      owed := owed_lessons_until(NEW.student_id, NEW.subject, NEW.level, owed, NEW.expires_on);
    END IF;
    surplus := greatest(0, NEW.quantity - owed);
    IF NEW.kind = 'release' THEN
      SELECT * INTO lot FROM ledger_lots WHERE id = previous.lot_id;
      NEW.source_payment_id := lot.payment_id;
      IF surplus = 0 THEN
        NEW.expires_on := NULL;
      ELSIF lot.id IS NOT NULL AND lot.expires_on IS NOT DISTINCT FROM NEW.expires_on AND NOT lot.expired
            AND (lot.expires_on IS NULL OR lot.expires_on >= day) THEN
        UPDATE ledger_lots SET remaining = remaining + 1 WHERE id = lot.id;
        NEW.lot_id := lot.id;
      ELSE
        INSERT INTO ledger_lots (student_id, subject, level, payment_id, lesson_id, expires_on, remaining)
        VALUES (NEW.student_id, NEW.subject, NEW.level, lot.payment_id, NEW.lesson_id, NEW.expires_on, 1)
        RETURNING id INTO NEW.lot_id;
      END IF;
    ELSIF NEW.quantity > 0 THEN
      INSERT INTO ledger_lots (student_id, subject, level, payment_id, expires_on, remaining)
      VALUES (NEW.student_id, NEW.subject, NEW.level, NEW.payment_id, NEW.expires_on, surplus)
      RETURNING id INTO NEW.lot_id;
      NEW.source_payment_id := NEW.payment_id;
    END IF;

  ELSIF NEW.kind = 'expiry' THEN
    SELECT * INTO STRICT lot FROM ledger_lots l
     WHERE l.id = NEW.lot_id AND l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level;
    SELECT coalesce(sum(l.remaining), 0) INTO free FROM ledger_lots l
     WHERE l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level AND l.remaining > 0;
    owed := free - account.balance;
    IF owed > 0 THEN
      owed := owed_lessons_until(NEW.student_id, NEW.subject, NEW.level, owed, lot.expires_on);
    END IF;
    UPDATE ledger_lots SET remaining = 0, expired = true WHERE id = lot.id;
    IF owed >= lot.remaining THEN RETURN NULL; END IF;
    NEW.quantity := owed - lot.remaining;
    NEW.expires_on := lot.expires_on;
    NEW.source_payment_id := lot.payment_id;
    NEW.lesson_id := lot.lesson_id;
    NEW.payment_id := CASE WHEN lot.lesson_id IS NULL THEN lot.payment_id END;

  ELSIF NEW.kind = 'refund' THEN
    NEW.source_payment_id := NEW.payment_id;
    PERFORM take_from_lots(NEW, -NEW.quantity, NEW.payment_id, true, day);

  ELSIF NEW.kind = 'void' THEN
    -- What expiry and refund have not taken.
    SELECT -coalesce(sum(e.quantity), 0) INTO NEW.quantity FROM ledger_entries e
     WHERE (e.payment_id = NEW.payment_id AND e.kind = 'purchase')
        OR (e.source_payment_id = NEW.payment_id AND e.kind IN ('expiry', 'refund'));
    NEW.source_payment_id := NEW.payment_id;
    PERFORM take_from_lots(NEW, -NEW.quantity, NEW.payment_id, false, day);

  ELSE
    NEW.lot_id := take_from_lots(NEW, -NEW.quantity, NULL, false, day);
  END IF;

  NEW.balance := account.balance + NEW.quantity;
  UPDATE ledger_accounts a
     SET balance = NEW.balance,
         active = a.active + CASE WHEN NEW.kind IN ('purchase', 'hold', 'adjustment') THEN 1
                                  WHEN NEW.kind IN ('void', 'release') THEN -1 ELSE 0 END,
         opening_balance = CASE WHEN a.opening_xid = xid THEN a.opening_balance ELSE a.balance END,
         opening_xid = xid
   WHERE a.student_id = NEW.student_id AND a.subject = NEW.subject AND a.level = NEW.level;
  RETURN NEW;
END $$;

-- What expires first is also used first once a lesson counts again.
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
  RETURN NULL;
END $$;

-- The last day of what a lesson uses is its lot's: that can change after the lesson began to use it.
CREATE OR REPLACE FUNCTION lessons_holding(student uuid, of_subject text, of_level text, first_day date, last_day date)
RETURNS TABLE(id uuid, date date, block smallint, lot_id bigint, expires_on date) LANGUAGE sql STABLE AS $$
  SELECT l.id, l.date, l.block, CASE WHEN p.deleted_at IS NULL THEN held.lot_id END, t.expires_on
    FROM lessons l
   CROSS JOIN LATERAL (
     SELECT e.kind, e.lot_id, e.source_payment_id FROM ledger_entries e
      WHERE e.lesson_id = l.id AND e.lesson_turn IS NOT NULL ORDER BY e.lesson_turn DESC LIMIT 1) held
    LEFT JOIN payments p ON p.id = held.source_payment_id
    LEFT JOIN ledger_lots t ON t.id = held.lot_id
   WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.date BETWEEN first_day AND last_day
     AND lesson_counts(l.status, l.deleted_at, l.charged, l.late_decision) AND held.kind = 'hold'
$$;
