-- Monthly bills (rules §32): who is charged how, what was issued, and which lessons a bill asks for.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE centre_settings
  ADD COLUMN billing_mode text NOT NULL DEFAULT 'perLesson',
  ADD COLUMN bill_issue_day integer NOT NULL DEFAULT 25,
  ADD COLUMN bill_due_day integer NOT NULL DEFAULT 10,
  ADD COLUMN bill_halves boolean NOT NULL DEFAULT false,
  ADD COLUMN billing_saved_at timestamptz(3) NOT NULL DEFAULT '2000-01-01';
ALTER TABLE centre_settings
  ADD CONSTRAINT centre_settings_billing_mode_check
    CHECK (billing_mode IN ('perLesson', 'advance', 'arrears')) NOT VALID,
  ADD CONSTRAINT centre_settings_bill_days_check
    CHECK (bill_issue_day BETWEEN 1 AND 28 AND bill_due_day BETWEEN 1 AND 28) NOT VALID;

-- How a payer is charged. `mode` null: as `default_mode`, the centre's default when the person became a payer. Who has no
-- row is charged by the present default. `balance` is money that bought no lesson yet, in whole złoty.
CREATE TABLE billing_payers (
  payer_id     uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  mode         text CHECK (mode IN ('perLesson', 'advance', 'arrears')),
  default_mode text NOT NULL CHECK (default_mode IN ('perLesson', 'advance', 'arrears')),
  balance      integer NOT NULL DEFAULT 0 CHECK (balance >= 0),
  saved_at     timestamptz(3) NOT NULL DEFAULT product_now()
);

CREATE TABLE bills (
  id              uuid PRIMARY KEY,
  payer_id        uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  month           date NOT NULL CHECK (date_trunc('month', month) = month),
  mode            text NOT NULL CHECK (mode IN ('advance', 'arrears')),
  status          text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'half', 'paid', 'withdrawn')),
  due_on          date NOT NULL,
  -- What is to be paid: the lessons less the balance that was taken off.
  amount          integer NOT NULL CHECK (amount >= 0),
  balance         integer NOT NULL CHECK (balance >= 0),
  paid            integer NOT NULL DEFAULT 0 CHECK (paid >= 0),
  -- What was left over when all lessons were bought, and went to the payer's balance.
  credited        integer NOT NULL DEFAULT 0 CHECK (credited >= 0),
  halves          boolean NOT NULL,
  issued_at       timestamptz(3) NOT NULL,
  issued_by_id    uuid REFERENCES users (id) ON DELETE SET NULL,
  withdrawn_at    timestamptz(3),
  reason          text NOT NULL DEFAULT '',
  overdue_action  text CHECK (overdue_action IN ('stop', 'release', 'wait')),
  overdue_until   date
);
CREATE UNIQUE INDEX bills_payer_month_key ON bills (payer_id, month) WHERE status <> 'withdrawn';
CREATE INDEX bills_payer_id_month_idx ON bills (payer_id, month);
CREATE INDEX bills_month_idx ON bills (month);
CREATE INDEX bills_unpaid_idx ON bills (due_on) WHERE status IN ('open', 'half');

CREATE TABLE bill_lines (
  id         uuid PRIMARY KEY,
  bill_id    uuid NOT NULL REFERENCES bills (id) ON DELETE CASCADE,
  position   smallint NOT NULL,
  student_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  subject    text NOT NULL,
  level      text NOT NULL,
  planned    integer NOT NULL,
  prepaid    integer NOT NULL CHECK (prepaid >= 0),
  billed     integer NOT NULL CHECK (billed >= 0),
  amount     integer NOT NULL,
  CONSTRAINT bill_lines_sum_check CHECK (planned = prepaid + billed)
);
CREATE UNIQUE INDEX bill_lines_key ON bill_lines (bill_id, student_id, subject, level);
CREATE INDEX bill_lines_student_id_idx ON bill_lines (student_id, subject, level);

-- The lessons that a bill asks for, in the order in which money buys them; whole złoty.
CREATE TABLE bill_lessons (
  bill_id    uuid NOT NULL REFERENCES bills (id) ON DELETE CASCADE,
  position   smallint NOT NULL,
  line_id    uuid NOT NULL REFERENCES bill_lines (id) ON DELETE CASCADE,
  price      integer NOT NULL CHECK (price >= 0),
  -- The payment that bought it.
  payment_id uuid REFERENCES payments (id) ON DELETE RESTRICT,
  PRIMARY KEY (bill_id, position)
);
CREATE INDEX bill_lessons_line_id_idx ON bill_lessons (line_id) WHERE payment_id IS NULL;
CREATE INDEX bill_lessons_payment_id_idx ON bill_lessons (payment_id) WHERE payment_id IS NOT NULL;

-- Who was left out of a month's bills.
CREATE TABLE bill_exclusions (
  month    date NOT NULL,
  payer_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (month, payer_id)
);

-- A preview that was issued, by the hash of its token: the same token again has the same answer.
CREATE TABLE bill_previews (
  token_hash    text PRIMARY KEY,
  month         date NOT NULL,
  issued        integer,
  created_by_id uuid REFERENCES users (id) ON DELETE CASCADE,
  created_at    timestamptz(3) NOT NULL
);

-- How far the worker has come with a month's bills.
CREATE TABLE bill_runs (
  month       date NOT NULL,
  mode        text NOT NULL CHECK (mode IN ('advance', 'arrears')),
  after_payer uuid,
  finished_at timestamptz(3),
  PRIMARY KEY (month, mode)
);

ALTER TABLE orders ADD COLUMN bill_id uuid;
ALTER TABLE orders ADD CONSTRAINT orders_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills (id) NOT VALID;
ALTER TABLE orders VALIDATE CONSTRAINT orders_bill_id_fkey;
-- brief: few orders, and none with a bill yet
CREATE INDEX orders_bill_id_idx ON orders (bill_id) WHERE bill_id IS NOT NULL;
ALTER TABLE order_items ADD COLUMN student_id uuid;
ALTER TABLE payments ADD COLUMN bill_id uuid;
ALTER TABLE payments ADD CONSTRAINT payments_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills (id) NOT VALID;
ALTER TABLE payments VALIDATE CONSTRAINT payments_bill_id_fkey;

-- Who pays for each student, and how that person is charged.
CREATE VIEW student_payers AS
  SELECT s.id AS student_id, coalesce(g.parent_id, s.id) AS payer_id,
         coalesce(b.mode, b.default_mode, c.billing_mode) AS mode,
         greatest(c.billing_saved_at, b.saved_at) AS saved_at
    FROM users s
    LEFT JOIN current_guardianships g ON g.student_id = s.id AND g.is_payer
    LEFT JOIN billing_payers b ON b.payer_id = coalesce(g.parent_id, s.id)
   CROSS JOIN centre_settings c
   WHERE s.role = 'Student';

-- How many of the lessons that count of one student, subject and level are on a day or before, beyond those that are paid
-- for: payments reach the oldest lessons first.
CREATE FUNCTION owed_lessons_until(student uuid, of_subject text, of_level text, owed integer, day date) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT greatest(0, count(*) FILTER (WHERE l.date <= day) - (count(*) - owed))::int FROM lessons l
   WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.deleted_at IS NULL
     AND (l.charged OR l.late_decision = 'open'
          OR l.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela'))
$$;

-- How many of the lessons left over will expire before any lesson owed can use them.
CREATE FUNCTION lessons_lost(student uuid, of_subject text, of_level text, balance integer) RETURNS integer
LANGUAGE sql STABLE AS $$
  WITH lots AS (
    SELECT expires_on, sum(remaining) OVER (ORDER BY expires_on NULLS LAST, id)::int AS up_to,
           sum(remaining) OVER ()::int AS total
      FROM ledger_lots
     WHERE student_id = student AND subject = of_subject AND level = of_level AND remaining > 0)
  SELECT coalesce(max(greatest(0, up_to - owed_lessons_until(student, of_subject, of_level, total - balance, expires_on))), 0)
    FROM lots WHERE expires_on IS NOT NULL
$$;

-- A hold uses only what is valid on the lesson's day, too; a purchase settles only lessons on whose day it is valid; expiry
-- takes what lessons up to that day do not need.
CREATE OR REPLACE FUNCTION record_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts;
  previous record;
  lot ledger_lots;
  free integer;
  owed integer;
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
       AND (l.expires_on IS NULL
            OR l.expires_on >= greatest(day, (SELECT date FROM lessons WHERE id = NEW.lesson_id)))
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

CREATE OR REPLACE FUNCTION enter_new_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made record;
BEGIN
  FOR made IN
    SELECT n.student_id, n.subject, n.level, n.created_at, max(n.date) AS last_day,
           array_agg(n.id ORDER BY n.date, n.block, n.id) AS lessons
      FROM new_rows n
     WHERE lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
     GROUP BY n.student_id, n.subject, n.level, n.created_at
     ORDER BY n.student_id, n.subject, n.level, n.created_at
  LOOP
    PERFORM lock_ledger_account(made.student_id, made.subject, made.level);
    IF EXISTS (SELECT FROM ledger_lots l
                WHERE l.student_id = made.student_id AND l.subject = made.subject AND l.level = made.level
                  AND l.remaining > 0 AND l.expires_on < made.last_day) THEN
      -- Not every lot is valid on every day: one after the other.
      INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, created_at)
      SELECT 'hold', -1, made.student_id, made.subject, made.level, id, made.created_at
        FROM unnest(made.lessons) WITH ORDINALITY AS n (id, place) ORDER BY place;
    ELSE
      PERFORM enter_holds(made.lessons, made.student_id, made.subject, made.level, made.created_at);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Whoever looks at money sees a bill that changed.
CREATE FUNCTION signal_changed_bills() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM signal_change('money', ARRAY(SELECT DISTINCT payer_id FROM new_rows));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bills_signal_insert AFTER INSERT ON bills REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_bills();
CREATE TRIGGER bills_signal_update AFTER UPDATE ON bills REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_bills();
