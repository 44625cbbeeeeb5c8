-- A child's large step waits for the payer (rules §39).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE centre_settings ADD COLUMN approval_above integer NOT NULL DEFAULT 300;
ALTER TABLE centre_settings
  ADD CONSTRAINT centre_settings_approval_above_check CHECK (approval_above BETWEEN 0 AND 100000) NOT VALID;

-- brief: a new table.
CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  student_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  -- Of a weekly lesson: the series, and those of its lessons that wait.
  series_id uuid REFERENCES series (id) ON DELETE CASCADE ON UPDATE CASCADE,
  lesson_ids uuid[] NOT NULL DEFAULT '{}',
  order_id uuid REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The parent who is to join.
  parent_id uuid REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  status text NOT NULL DEFAULT 'open',
  created_at timestamptz(3) NOT NULL,
  -- Without an answer until then it is declined.
  expires_at timestamptz(3) NOT NULL,
  answered_at timestamptz(3),
  answered_by_id uuid,
  CONSTRAINT approvals_status_check CHECK (status IN ('open', 'agreed', 'declined', 'expired', 'withdrawn')),
  CONSTRAINT approvals_subject_check CHECK (
    CASE kind WHEN 'series' THEN series_id IS NOT NULL AND cardinality(lesson_ids) > 0
              WHEN 'order' THEN order_id IS NOT NULL
              WHEN 'guardian' THEN parent_id IS NOT NULL ELSE false END)
);
CREATE INDEX approvals_open_idx ON approvals (student_id) WHERE status = 'open';
CREATE INDEX approvals_student_id_idx ON approvals (student_id, created_at);
CREATE INDEX approvals_due_idx ON approvals (expires_at) WHERE status = 'open';
CREATE INDEX approvals_series_id_idx ON approvals (series_id);
CREATE UNIQUE INDEX approvals_order_key ON approvals (order_id);
CREATE INDEX approvals_parent_id_idx ON approvals (parent_id);
CREATE UNIQUE INDEX approvals_guardian_key ON approvals (student_id, parent_id) WHERE status = 'open';

-- The screens of the family, and of the teacher whose lessons wait.
CREATE FUNCTION signal_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('family', ARRAY[NEW.student_id] || ARRAY(
    SELECT DISTINCT teacher_id FROM lessons WHERE id = ANY (NEW.lesson_ids) ORDER BY 1));
  RETURN NULL;
END $$;
CREATE TRIGGER approvals_signal AFTER INSERT OR UPDATE OF status ON approvals
  FOR EACH ROW EXECUTE FUNCTION signal_approval();

ALTER TABLE orders DROP CONSTRAINT orders_status_check;
ALTER TABLE orders ADD CONSTRAINT orders_status_check
  CHECK (status IN ('waiting', 'open', 'paid', 'expired', 'failed', 'declined', 'refunded')) NOT VALID;

-- When the provider said that it has a payment which is not confirmed yet.
ALTER TABLE orders ADD COLUMN reported_at timestamptz(3);
