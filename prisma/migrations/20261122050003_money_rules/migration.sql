-- Individual prices, versions of the cancellation policy, the centre's settings, and the message of a low balance
-- (rules §§13–14).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Of a student, of a teacher, or of both together.
CREATE TABLE individual_prices (
  id         uuid PRIMARY KEY,
  student_id uuid REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  teacher_id uuid REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  level      text NOT NULL,
  price      integer NOT NULL,
  rate       integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT individual_prices_level_check CHECK (level IN ('szkolaP', 'liceumP', 'liceumR')),
  CONSTRAINT individual_prices_money_check CHECK (price >= 0 AND rate >= 0),
  CONSTRAINT individual_prices_whose_check CHECK (student_id IS NOT NULL OR teacher_id IS NOT NULL)
);
CREATE UNIQUE INDEX individual_prices_key ON individual_prices (student_id, teacher_id, level) NULLS NOT DISTINCT;
CREATE INDEX individual_prices_teacher_id_idx ON individual_prices (teacher_id);

CREATE TABLE centre_settings (
  id                    boolean PRIMARY KEY DEFAULT true,
  low_balance_threshold integer NOT NULL DEFAULT 1,
  monthly_summary       boolean NOT NULL DEFAULT false,
  CONSTRAINT centre_settings_single_check CHECK (id),
  CONSTRAINT centre_settings_threshold_check CHECK (low_balance_threshold BETWEEN 0 AND 20)
);
INSERT INTO centre_settings DEFAULT VALUES;

-- Versions 1, 2, 3 …; the newest one is in force, none: cancelling is free.
CREATE TABLE cancellation_policies (
  version             integer PRIMARY KEY,
  cut_off_hours       integer,
  -- local time on the day before, HH:MM
  cut_off_day_before  text,
  late                text NOT NULL,
  free_late_per_month integer NOT NULL,
  pay_teacher         boolean NOT NULL,
  credit_days         integer,
  created_at          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_by_id       uuid,
  CONSTRAINT cancellation_policies_version_check CHECK (version > 0),
  CONSTRAINT cancellation_policies_cut_off_check CHECK (
    cut_off_hours BETWEEN 1 AND 168 AND cut_off_day_before IS NULL
    OR cut_off_hours IS NULL AND cut_off_day_before ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    OR cut_off_hours IS NULL AND cut_off_day_before IS NULL),
  CONSTRAINT cancellation_policies_late_check CHECK (late IN ('charge', 'free', 'ask')),
  CONSTRAINT cancellation_policies_free_check CHECK (free_late_per_month BETWEEN 0 AND 31),
  CONSTRAINT cancellation_policies_credit_check CHECK (credit_days BETWEEN 1 AND 365)
);

CREATE FUNCTION refuse_policy_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of the cancellation policy is never edited';
END $$;
CREATE TRIGGER cancellation_policies_unchanged BEFORE UPDATE OR DELETE ON cancellation_policies
  FOR EACH ROW EXECUTE FUNCTION refuse_policy_change();

-- The version in force when a lesson is created is the lesson's for good, whichever version of the product creates it.
CREATE FUNCTION keep_policy_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.cancellation_policy_version := OLD.cancellation_policy_version;
  ELSE
    NEW.cancellation_policy_version := (SELECT max(version) FROM cancellation_policies);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lessons_policy_version BEFORE INSERT ON lessons
  FOR EACH ROW EXECUTE FUNCTION keep_policy_version();
CREATE TRIGGER lessons_policy_version_kept BEFORE UPDATE OF cancellation_policy_version ON lessons
  FOR EACH ROW EXECUTE FUNCTION keep_policy_version();

-- Cancellations that the monthly allowance made free, and decisions that wait for a teacher.
ALTER TABLE lessons ADD COLUMN late_free boolean NOT NULL DEFAULT false,
                    ADD COLUMN cancelled_at timestamptz(3);
-- brief: both indexes are empty when they are made, since no row has these columns set yet; one look at each row
CREATE INDEX lessons_late_free_idx ON lessons (student_id, date) WHERE late_free;
CREATE INDEX lessons_late_decision_idx ON lessons (teacher_id, date, block) WHERE late_decision IS NOT NULL;

-- Who pays for a student, beside the student.
CREATE FUNCTION payers_of(student uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT NULL::uuid WHERE false
$$;

-- Tells a student and the payer, at the end of the transaction, that few lessons are left: once each time that the
-- balance falls to the threshold.
CREATE FUNCTION notify_low_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts;
  threshold integer;
BEGIN
  SELECT * INTO account FROM ledger_accounts a
   WHERE a.student_id = NEW.student_id AND a.subject = NEW.subject AND a.level = NEW.level;
  SELECT low_balance_threshold INTO threshold FROM centre_settings;
  IF threshold > 0 AND account.opening_balance > threshold AND account.balance <= threshold
     AND EXISTS (SELECT FROM payments WHERE student_id = NEW.student_id) THEN
    INSERT INTO notifications (id, kind, recipient_id, facts, dedupe_key)
    SELECT uuid_v7(), 'low-balance', recipient,
           jsonb_build_object('studentId', NEW.student_id, 'subject', NEW.subject, 'level', NEW.level,
                              'available', account.balance),
           concat_ws(':', 'low-balance', account.opening_xid, NEW.student_id, NEW.subject, NEW.level, recipient)
      FROM (SELECT NEW.student_id AS recipient UNION SELECT payers_of(NEW.student_id)) people
    ON CONFLICT (dedupe_key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_accounts_low_balance AFTER UPDATE ON ledger_accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.balance < OLD.balance)
  EXECUTE FUNCTION notify_low_balance();

-- Open screens show the ledger; what follows from payments and lessons is signalled by those.
CREATE FUNCTION signal_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('money', ARRAY[NEW.student_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_signal AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.kind IN ('adjustment', 'expiry', 'refund')) EXECUTE FUNCTION signal_ledger_change();
