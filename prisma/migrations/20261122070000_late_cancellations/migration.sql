-- What a cancellation cost (rules §13).
-- brief: the index holds rows that nobody has written yet; the table is read once.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION clear_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.charged := false;
  NEW.late_decision := NULL;
  NEW.late_free := false;
  NEW.credit_until := NULL;
  NEW.cancelled_at := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lessons_clear_charge BEFORE UPDATE ON lessons FOR EACH ROW
  WHEN (NEW.status <> 'Odwolana przez ucznia'
        AND (NEW.charged OR NEW.late_decision IS NOT NULL OR NEW.late_free OR NEW.credit_until IS NOT NULL
             OR NEW.cancelled_at IS NOT NULL))
  EXECUTE FUNCTION clear_charge();

-- Open decisions by age, and charged lessons, which are few among a teacher's thousands.
CREATE INDEX lessons_open_decision_idx ON lessons (cancelled_at) WHERE late_decision IS NOT NULL;
CREATE INDEX lessons_charged_idx ON lessons (teacher_id) WHERE charged AND deleted_at IS NULL;

-- Whether a payout run has settled a teacher's month; then no charge is waived any more.
CREATE FUNCTION is_month_settled(teacher uuid, first_day date) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM payouts p JOIN payout_runs r ON r.token = p.run_token
     WHERE p.teacher_id = teacher AND p.deleted_at IS NULL
       AND r.year = extract(year FROM first_day) AND r.month = extract(month FROM first_day))
$$;
