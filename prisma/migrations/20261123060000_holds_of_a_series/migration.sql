SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- A weekly lesson enters forty holds of one account at once. Row by row each read the account and the lots and wrote
-- both: most of what making a series cost. Now they are worked out together, with the same result.

-- Returns the account of a student, subject and level, locked until the transaction ends; opens it where there is none.
CREATE FUNCTION lock_ledger_account(student uuid, of_subject text, of_level text) RETURNS ledger_accounts
LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts;
BEGIN
  SELECT * INTO account FROM ledger_accounts a
   WHERE a.student_id = student AND a.subject = of_subject AND a.level = of_level FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO ledger_accounts (student_id, subject, level, opening_xid)
    VALUES (student, of_subject, of_level, pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING;
    SELECT * INTO account FROM ledger_accounts a
     WHERE a.student_id = student AND a.subject = of_subject AND a.level = of_level FOR NO KEY UPDATE;
  END IF;
  RETURN account;
END $$;

-- Enters the holds of new lessons of one student, subject and level, made at one moment: as record_ledger_entry would one
-- after the other, the lots that expire first being used first.
CREATE FUNCTION enter_holds(lessons uuid[], student uuid, of_subject text, of_level text, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts := lock_ledger_account(student, of_subject, of_level);
  day date := (at AT TIME ZONE 'Europe/Warsaw')::date;
  xid bigint := pg_current_xact_id()::text::bigint;
BEGIN
  WITH lots AS (
    SELECT l.id, l.payment_id, l.expires_on, l.remaining,
           sum(l.remaining) OVER (ORDER BY l.expires_on NULLS LAST, l.id) AS up_to
      FROM ledger_lots l
     WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0
       AND (l.expires_on IS NULL OR l.expires_on >= day)),
  used AS (
    UPDATE ledger_lots l SET remaining = l.remaining - least(l.remaining, cardinality(lessons) - (lots.up_to - lots.remaining))
      FROM lots WHERE l.id = lots.id AND lots.up_to - lots.remaining < cardinality(lessons))
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, created_at, seq, lesson_turn, balance,
                              expires_on, lot_id, source_payment_id)
  SELECT 'hold', -1, student, of_subject, of_level, n.lesson, at, nextval('ledger_entries_seq'), 1,
         account.balance - n.place, lots.expires_on, lots.id, lots.payment_id
    FROM unnest(lessons) WITH ORDINALITY AS n (lesson, place)
    LEFT JOIN lots ON n.place > lots.up_to - lots.remaining AND n.place <= lots.up_to;

  UPDATE ledger_accounts a
     SET balance = a.balance - cardinality(lessons), active = a.active + cardinality(lessons),
         opening_balance = CASE WHEN a.opening_xid = xid THEN a.opening_balance ELSE a.balance END,
         opening_xid = xid
   WHERE a.student_id = student AND a.subject = of_subject AND a.level = of_level;
END $$;

CREATE OR REPLACE FUNCTION record_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts;
  previous record;
  lot ledger_lots;
  free integer;
  surplus integer;
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
    SELECT * INTO lot FROM ledger_lots l
     WHERE l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level AND l.remaining > 0
       AND (l.expires_on IS NULL OR l.expires_on >= day)
     ORDER BY l.expires_on NULLS LAST, l.id LIMIT 1;
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
    surplus := greatest(0, NEW.quantity - (free - account.balance));
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
    NEW.quantity := -lot.remaining;
    NEW.expires_on := lot.expires_on;
    NEW.source_payment_id := lot.payment_id;
    NEW.lesson_id := lot.lesson_id;
    NEW.payment_id := CASE WHEN lot.lesson_id IS NULL THEN lot.payment_id END;
    UPDATE ledger_lots SET remaining = 0, expired = true WHERE id = lot.id;

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

CREATE OR REPLACE FUNCTION enter_new_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enter_holds(made.lessons, made.student_id, made.subject, made.level, made.created_at) FROM (
    SELECT n.student_id, n.subject, n.level, n.created_at, array_agg(n.id ORDER BY n.date, n.block, n.id) AS lessons
      FROM new_rows n
     WHERE lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
     GROUP BY n.student_id, n.subject, n.level, n.created_at
     ORDER BY n.student_id, n.subject, n.level, n.created_at) made;
  RETURN NULL;
END $$;

-- brief: takes two indexes away. lessons_planned_teacher_idx and lessons_planned_student_idx have the same columns of the
-- same rows, and the id behind them.
DROP INDEX lessons_teacher_planned_idx, lessons_student_planned_idx;
