-- A cancelled lesson that was not paid for only lowers what is owed (rules §14). It returned a lesson that expired where
-- what is returned ends before the lesson's own day; the student then owed another lesson that was paid for.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION record_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts;
  previous record;
  lot ledger_lots;
  free integer;
  owed integer;
  is_owed boolean := false;
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
    IF NEW.kind = 'release' AND owed > 0 AND NEW.expires_on IS NOT NULL THEN
      -- A cancelled lesson is owed itself if fewer lessons come after it than are owed with it. If it used nothing, lessons
      -- that use something do not count: that is theirs.
      is_owed := EXISTS (
        SELECT FROM lessons c
          LEFT JOIN ledger_lots t ON t.id = previous.lot_id
          LEFT JOIN payments p ON p.id = t.payment_id
         WHERE c.id = NEW.lesson_id AND NOT lesson_counts(c.status, c.deleted_at, c.charged, c.late_decision)
           AND owed > (SELECT count(*) FROM lessons_holding(NEW.student_id, NEW.subject, NEW.level, c.date, 'infinity') h
                        WHERE (h.date, h.block, h.id) > (c.date, c.block, c.id)
                          AND (h.lot_id IS NULL OR (t.id IS NOT NULL AND p.deleted_at IS NULL))));
    END IF;
    IF owed > 0 AND NEW.expires_on IS NOT NULL AND NOT is_owed THEN
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
