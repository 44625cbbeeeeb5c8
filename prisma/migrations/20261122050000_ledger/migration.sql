-- The ledger of prepaid lessons (rules §14): every movement of a student's lessons per subject and level. The database
-- writes it from lessons and payments, so that no writer, of this version or of the one before, goes past it.
--
-- Locks: adding columns with constant defaults and creating triggers takes an instant. The entries of the past are
-- written by the next migration, some students at a time.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- What lessons and payments gain -----------------------------------------------------------------------

ALTER TABLE lessons
  ADD COLUMN cancellation_policy_version integer,
  ADD COLUMN charged boolean NOT NULL DEFAULT false,
  ADD COLUMN late_decision text,
  ADD COLUMN credit_until date;

ALTER TABLE lessons
  ADD CONSTRAINT lessons_late_decision_check CHECK (late_decision IN ('open')) NOT VALID,
  ADD CONSTRAINT lessons_charged_check CHECK (
    (NOT charged AND late_decision IS NULL)
    OR (status = 'Odwolana przez ucznia' AND NOT (charged AND late_decision IS NOT NULL))) NOT VALID;
ALTER TABLE lessons VALIDATE CONSTRAINT lessons_late_decision_check;
ALTER TABLE lessons VALIDATE CONSTRAINT lessons_charged_check;

-- A charge belongs to the student's cancellation: a version that does not know of charges removes it with the status.
CREATE FUNCTION clear_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.charged := false;
  NEW.late_decision := NULL;
  NEW.credit_until := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER lessons_clear_charge BEFORE UPDATE ON lessons FOR EACH ROW
  WHEN (NEW.status <> 'Odwolana przez ucznia' AND (NEW.charged OR NEW.late_decision IS NOT NULL
                                                   OR NEW.credit_until IS NOT NULL))
  EXECUTE FUNCTION clear_charge();

CREATE TABLE packages (
  id         uuid PRIMARY KEY,
  name       text NOT NULL,
  subject    text,
  level      text NOT NULL,
  lessons    integer NOT NULL,
  price      integer NOT NULL,
  valid_days integer,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at timestamptz(3),
  CONSTRAINT packages_subject_check CHECK (subject IN ('Matematyka', 'Fizyka', 'Polski', 'Informatyka', 'Angielski')),
  CONSTRAINT packages_level_check CHECK (level IN ('szkolaP', 'liceumP', 'liceumR')),
  CONSTRAINT packages_amounts_check CHECK (lessons > 0 AND price >= 0 AND valid_days > 0)
);

ALTER TABLE payments
  ADD COLUMN paid_on date,
  ADD COLUMN method text NOT NULL DEFAULT 'przelew',
  ADD COLUMN expires_on date,
  ADD COLUMN package_id uuid;

ALTER TABLE payments
  ADD CONSTRAINT payments_method_check CHECK (method IN ('gotowka', 'przelew', 'online', 'inne')) NOT VALID,
  ADD CONSTRAINT payments_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages (id)
    ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE payments VALIDATE CONSTRAINT payments_method_check;
ALTER TABLE payments VALIDATE CONSTRAINT payments_package_id_fkey;

-- The ledger ------------------------------------------------------------------------------------------

-- Time-ordered ids, as the application makes them.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
            PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

-- One row per student, subject and level: its lock puts movements in an order.
CREATE TABLE ledger_accounts (
  student_id      uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  subject         text NOT NULL,
  level           text NOT NULL,
  balance         integer NOT NULL DEFAULT 0,
  -- payments, adjustments and lessons that count: none means that nothing was paid or used
  active          integer NOT NULL DEFAULT 0,
  -- the balance before the transaction that wrote last
  opening_balance integer NOT NULL DEFAULT 0,
  opening_xid     bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (student_id, subject, level)
);

-- Lessons left that came together: of a payment, of an adjustment, or one that was returned.
CREATE TABLE ledger_lots (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  student_id uuid NOT NULL,
  subject    text NOT NULL,
  level      text NOT NULL,
  payment_id uuid REFERENCES payments (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  lesson_id  uuid REFERENCES lessons (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  expires_on date,
  remaining  integer NOT NULL,
  expired    boolean NOT NULL DEFAULT false,
  warned_at  timestamptz(3),
  CONSTRAINT ledger_lots_remaining_check CHECK (remaining >= 0)
);
CREATE INDEX ledger_lots_left_idx ON ledger_lots (student_id, subject, level, expires_on, id) WHERE remaining > 0;
CREATE INDEX ledger_lots_expiring_idx ON ledger_lots (expires_on) WHERE remaining > 0 AND expires_on IS NOT NULL;
CREATE INDEX ledger_lots_payment_id_idx ON ledger_lots (payment_id) WHERE payment_id IS NOT NULL;

CREATE SEQUENCE ledger_entries_seq;

CREATE TABLE ledger_entries (
  id                uuid PRIMARY KEY DEFAULT uuid_v7(),
  -- place in the ledger; entries of one account are in the order of their commits
  seq               bigint NOT NULL,
  student_id        uuid NOT NULL,
  subject           text NOT NULL,
  level             text NOT NULL,
  kind              text NOT NULL,
  quantity          integer NOT NULL,
  -- of this student, subject and level, this entry included
  balance           integer NOT NULL,
  lesson_id         uuid REFERENCES lessons (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- 1, 2, 3 … for the holds (odd) and releases (even) of one lesson
  lesson_turn       integer,
  payment_id        uuid REFERENCES payments (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- the payment whose lessons were used, returned or taken away
  source_payment_id uuid,
  lot_id            bigint,
  expires_on        date,
  description       text NOT NULL DEFAULT '',
  created_at        timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  created_by_id     uuid,
  CONSTRAINT ledger_entries_kind_check CHECK (
    kind IN ('purchase', 'hold', 'release', 'adjustment', 'expiry', 'refund', 'void')),
  CONSTRAINT ledger_entries_quantity_check CHECK (CASE kind
    WHEN 'hold' THEN quantity = -1
    WHEN 'release' THEN quantity = 1
    WHEN 'purchase' THEN quantity >= 0
    WHEN 'adjustment' THEN quantity <> 0
    WHEN 'void' THEN quantity <= 0
    ELSE quantity < 0 END),
  CONSTRAINT ledger_entries_turn_check CHECK (CASE kind
    WHEN 'hold' THEN lesson_turn IS NOT NULL AND lesson_turn % 2 = 1
    WHEN 'release' THEN lesson_turn IS NOT NULL AND lesson_turn % 2 = 0
    ELSE lesson_turn IS NULL END),
  CONSTRAINT ledger_entries_reference_check CHECK (CASE
    WHEN kind IN ('hold', 'release') THEN lesson_id IS NOT NULL AND payment_id IS NULL
    WHEN kind IN ('purchase', 'refund', 'void') THEN payment_id IS NOT NULL AND lesson_id IS NULL
    WHEN kind = 'adjustment' THEN payment_id IS NULL AND lesson_id IS NULL
    ELSE true END)
);
CREATE UNIQUE INDEX ledger_entries_seq_key ON ledger_entries (seq);
CREATE INDEX ledger_entries_student_idx ON ledger_entries (student_id, seq);
CREATE UNIQUE INDEX ledger_entries_lesson_turn_key ON ledger_entries (lesson_id, lesson_turn)
  WHERE lesson_turn IS NOT NULL;
CREATE UNIQUE INDEX ledger_entries_payment_kind_key ON ledger_entries (payment_id, kind)
  WHERE payment_id IS NOT NULL;
CREATE INDEX ledger_entries_taken_idx ON ledger_entries (source_payment_id)
  WHERE kind IN ('expiry', 'refund');

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- Balances and lots follow from entries: nobody else writes them.
CREATE TRIGGER ledger_accounts_derived BEFORE UPDATE OR DELETE ON ledger_accounts
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_lots_derived BEFORE UPDATE OF student_id, subject, level, payment_id, lesson_id, expires_on,
                                                    remaining, expired OR DELETE ON ledger_lots
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_ledger_change();

-- Takes lessons from the lots of an account, those of `own` first, then those that expire first; lots that have run
-- out by `day` are left to expire. What the lots do not have is owed. Returns the last lot taken from.
CREATE FUNCTION take_from_lots(entry ledger_entries, wanted integer, own uuid, only_own boolean, day date)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  lot record;
  part integer;
  last_lot bigint;
BEGIN
  FOR lot IN
    SELECT l.id, l.remaining FROM ledger_lots l
     WHERE l.student_id = entry.student_id AND l.subject = entry.subject AND l.level = entry.level AND l.remaining > 0
       AND (l.payment_id = own OR (NOT only_own AND (l.expires_on IS NULL OR l.expires_on >= day)))
     ORDER BY (l.payment_id = own) DESC NULLS LAST, l.expires_on NULLS LAST, l.id
  LOOP
    EXIT WHEN wanted = 0;
    part := least(wanted, lot.remaining);
    UPDATE ledger_lots SET remaining = remaining - part WHERE id = lot.id;
    wanted := wanted - part;
    last_lot := lot.id;
  END LOOP;
  IF only_own AND wanted > 0 THEN
    RAISE EXCEPTION 'only lessons that are still unused can be refunded' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'ledger_entries_refund_check';
  END IF;
  RETURN last_lot;
END $$;

-- Completes every entry, whoever writes it: its place, what it takes from which lot, and the running balance.
CREATE FUNCTION record_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts;
  previous record;
  lot ledger_lots;
  free integer;
  surplus integer;
  day date := (NEW.created_at AT TIME ZONE 'Europe/Warsaw')::date;
  xid bigint := pg_current_xact_id()::text::bigint;
BEGIN
  SELECT * INTO account FROM ledger_accounts a
   WHERE a.student_id = NEW.student_id AND a.subject = NEW.subject AND a.level = NEW.level FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO ledger_accounts (student_id, subject, level, opening_xid)
    VALUES (NEW.student_id, NEW.subject, NEW.level, xid) ON CONFLICT DO NOTHING;
    SELECT * INTO account FROM ledger_accounts a
     WHERE a.student_id = NEW.student_id AND a.subject = NEW.subject AND a.level = NEW.level FOR NO KEY UPDATE;
  END IF;
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

CREATE TRIGGER ledger_entries_record BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION record_ledger_entry();

-- From lessons and payments ---------------------------------------------------------------------------

-- Whether a lesson uses up a prepaid one: it is planned, delivered, charged, or waits for that decision.
CREATE FUNCTION lesson_counts(status text, deleted_at timestamptz, charged boolean, late_decision text)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT deleted_at IS NULL
     AND (status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela') OR charged OR late_decision IS NOT NULL)
$$;

-- Students whose past is not in the ledger yet; the next migration writes it and empties this list. What happens to
-- one of them meanwhile is part of that past.
CREATE TABLE ledger_students_to_fill (student_id uuid PRIMARY KEY);

CREATE FUNCTION ledger_waits_for(student uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM FROM ledger_students_to_fill WHERE student_id = student FOR SHARE;
  RETURN FOUND;
END $$;

CREATE FUNCTION enter_new_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, created_at)
  SELECT 'hold', -1, n.student_id, n.subject, n.level, n.id, n.created_at FROM new_rows n
   WHERE lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision) AND NOT ledger_waits_for(n.student_id)
   ORDER BY n.student_id, n.subject, n.level, n.date, n.block, n.id;
  RETURN NULL;
END $$;

CREATE FUNCTION enter_changed_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, expires_on)
  SELECT m.kind, m.quantity, m.student_id, m.subject, m.level, m.id, m.expires_on
    FROM (
      SELECT 'release' AS kind, 1 AS quantity, o.student_id, o.subject, o.level, o.id, o.date, o.block,
             -- Returned by the teacher or the centre: without expiry (rules §13).
             CASE WHEN (n.deleted_at IS NULL AND n.status = 'Odwolana przez nauczyciela')
                    OR (n.deleted_at IS NOT NULL AND o.status <> 'Nie potwierdzona') THEN NULL
                  WHEN n.credit_until IS NULL THEN held.expires_on
                  ELSE greatest(n.credit_until, held.expires_on) END AS expires_on
        FROM old_rows o JOIN new_rows n ON n.id = o.id
        LEFT JOIN LATERAL (
          SELECT e.expires_on FROM ledger_entries e WHERE e.lesson_id = o.id AND e.lesson_turn IS NOT NULL
           ORDER BY e.lesson_turn DESC LIMIT 1) held ON true
       WHERE lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
         AND (NOT lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
              OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level))
         AND NOT ledger_waits_for(o.student_id)
      UNION ALL
      SELECT 'hold', -1, n.student_id, n.subject, n.level, n.id, n.date, n.block, NULL
        FROM old_rows o JOIN new_rows n ON n.id = o.id
       WHERE lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
         AND (NOT lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
              OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level))
         AND NOT ledger_waits_for(n.student_id)
    ) m
   ORDER BY m.student_id, m.subject, m.level, m.kind DESC, m.date, m.block, m.id;
  RETURN NULL;
END $$;

CREATE FUNCTION enter_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, payment_id, expires_on, created_at, created_by_id)
  SELECT m.kind, m.quantity, m.student_id, m.subject, m.level, m.id, m.expires_on, m.at, m.by_id FROM (
    SELECT 'purchase' AS kind, n.lesson_amount AS quantity, n.student_id, n.subject, n.level, n.id, n.expires_on,
           n.created_at AS at, n.created_by_id AS by_id
      FROM new_rows n
     WHERE NOT ledger_waits_for(n.student_id)
    UNION ALL
    SELECT 'void', 0, n.student_id, n.subject, n.level, n.id, NULL, n.deleted_at, n.deleted_by_id
      FROM new_rows n WHERE n.deleted_at IS NOT NULL AND NOT ledger_waits_for(n.student_id)
  ) m
   ORDER BY m.student_id, m.subject, m.level, m.kind, m.at, m.id;
  RETURN NULL;
END $$;

CREATE FUNCTION enter_voided_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE (o.student_id, o.subject, o.level, o.lesson_amount) <> (n.student_id, n.subject, n.level, n.lesson_amount)
       OR o.expires_on IS DISTINCT FROM n.expires_on OR (o.deleted_at IS NOT NULL AND n.deleted_at IS NULL);
  IF FOUND THEN
    RAISE EXCEPTION 'a payment is voided for good and otherwise unchanged';
  END IF;
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, payment_id, created_by_id)
  SELECT 'void', 0, n.student_id, n.subject, n.level, n.id, n.deleted_by_id
    FROM old_rows o JOIN new_rows n ON n.id = o.id
   WHERE o.deleted_at IS NULL AND n.deleted_at IS NOT NULL AND NOT ledger_waits_for(n.student_id)
   ORDER BY n.student_id, n.subject, n.level, n.created_at, n.id;
  RETURN NULL;
END $$;

CREATE TRIGGER lessons_ledger_insert AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION enter_new_lessons();
CREATE TRIGGER lessons_ledger_update AFTER UPDATE ON lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION enter_changed_lessons();
CREATE TRIGGER payments_ledger_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION enter_payments();
CREATE TRIGGER payments_ledger_update AFTER UPDATE ON payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION enter_voided_payments();

-- Creating the triggers has waited for every writer of lessons and payments, and keeps new ones waiting: this list is
-- whole when they go on.
INSERT INTO ledger_students_to_fill SELECT student_id FROM lessons UNION SELECT student_id FROM payments;

-- Writes what happened to these students, who have no entries yet. When a lesson was cancelled is only known as when it
-- was changed last.
CREATE FUNCTION enter_past(students uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, payment_id, created_at, created_by_id)
  SELECT kind, quantity, student_id, subject, level, lesson_id, payment_id, at, by_id FROM (
    SELECT 'purchase' AS kind, lesson_amount AS quantity, student_id, subject, level, NULL::uuid AS lesson_id,
           id AS payment_id, created_at AS at, created_by_id AS by_id, 1 AS place
      FROM payments WHERE student_id = ANY (students)
    UNION ALL
    SELECT 'hold', -1, student_id, subject, level, id, NULL, created_at, NULL, 2
      FROM lessons WHERE student_id = ANY (students)
    UNION ALL
    SELECT 'release', 1, student_id, subject, level, id, NULL,
           greatest(created_at, coalesce(deleted_at, updated_at)), NULL, 3
      FROM lessons WHERE student_id = ANY (students) AND NOT lesson_counts(status, deleted_at, charged, late_decision)
    UNION ALL
    SELECT 'void', 0, student_id, subject, level, NULL, id, greatest(created_at, deleted_at), deleted_by_id, 4
      FROM payments WHERE student_id = ANY (students) AND deleted_at IS NOT NULL
  ) past
  ORDER BY student_id, at, place, lesson_id, payment_id
$$;

CREATE PROCEDURE fill_ledger(students_at_once integer) LANGUAGE plpgsql AS $$
DECLARE
  students uuid[];
BEGIN
  LOOP
    -- Waits for whoever is writing of these students; who comes after them waits for this step alone.
    PERFORM set_config('lock_timeout', '60s', true);
    SELECT array_agg(s.student_id) INTO students
      FROM (SELECT student_id FROM ledger_students_to_fill ORDER BY student_id LIMIT students_at_once FOR UPDATE) s;
    EXIT WHEN students IS NULL;
    PERFORM enter_past(students);
    DELETE FROM ledger_students_to_fill WHERE student_id = ANY (students);
    COMMIT;
  END LOOP;
END $$;
