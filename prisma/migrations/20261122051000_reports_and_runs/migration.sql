-- brief: partial indexes on planned lessons only, a small part of the table; each reads it once.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- What was done in a lesson that was held, and its homework (rules §17). Whose report it is, is the lesson's matter.
CREATE TABLE lesson_reports (
  id uuid PRIMARY KEY,
  lesson_id uuid NOT NULL UNIQUE REFERENCES lessons (id) ON DELETE CASCADE ON UPDATE CASCADE,
  summary text NOT NULL,
  homework text,
  homework_due date,
  homework_done_at timestamptz(3),
  private_note text,
  understanding smallint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT lesson_reports_understanding_check CHECK (understanding BETWEEN 1 AND 5),
  CONSTRAINT lesson_reports_homework_check CHECK (homework IS NOT NULL OR (homework_due IS NULL AND homework_done_at IS NULL))
);
CREATE INDEX lesson_reports_open_homework_idx ON lesson_reports (lesson_id)
  WHERE homework IS NOT NULL AND homework_done_at IS NULL;
CREATE INDEX lesson_reports_done_homework_idx ON lesson_reports (homework_done_at) WHERE homework_done_at IS NOT NULL;

CREATE FUNCTION signal_report_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('reports', (SELECT ARRAY[l.teacher_id, l.student_id] FROM lessons l WHERE l.id = NEW.lesson_id));
  RETURN NULL;
END $$;
CREATE TRIGGER lesson_reports_signal AFTER INSERT OR UPDATE ON lesson_reports
  FOR EACH ROW EXECUTE FUNCTION signal_report_change();

-- Lessons of somebody that are over and have no outcome yet, or wait for a confirmation.
CREATE INDEX lessons_teacher_planned_idx ON lessons (teacher_id, date, block)
  WHERE deleted_at IS NULL AND status IN ('Nie potwierdzona', 'Potwierdzona');
CREATE INDEX lessons_student_planned_idx ON lessons (student_id, date, block)
  WHERE deleted_at IS NULL AND status IN ('Nie potwierdzona', 'Potwierdzona');
CREATE INDEX lessons_planned_date_idx ON lessons (date, block)
  WHERE deleted_at IS NULL AND status IN ('Nie potwierdzona', 'Potwierdzona');

-- Where a request came from, why it was lost, and the account that was made of it.
ALTER TABLE trial_lessons
  ADD COLUMN source text NOT NULL DEFAULT '',
  ADD COLUMN lost_reason text NOT NULL DEFAULT '',
  ADD COLUMN student_id uuid REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;
CREATE UNIQUE INDEX trial_lessons_student_id_key ON trial_lessons (student_id);

-- A month's payouts, confirmed once: the token is its preview's, and what it answered is its payouts.
CREATE TABLE payout_runs (
  token text PRIMARY KEY,
  year smallint NOT NULL,
  month smallint NOT NULL,
  request_hash text NOT NULL,
  created_by_id uuid REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX payout_runs_created_by_id_idx ON payout_runs (created_by_id);
ALTER TABLE payouts ADD COLUMN run_token text REFERENCES payout_runs (token) ON DELETE SET NULL ON UPDATE CASCADE;
-- Not concurrent: payouts are few, some hundreds a year.
CREATE UNIQUE INDEX payouts_run_teacher_key ON payouts (run_token, teacher_id);

-- Who owes lessons.
CREATE INDEX ledger_accounts_owing_idx ON ledger_accounts (student_id) WHERE balance < 0;

-- As before, and what reports said: a report is about its student and by its teacher.
CREATE OR REPLACE FUNCTION erase_history(person uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  words text[] := ARRAY['description', 'cancelMessage', 'meetingLink', 'summary', 'homework', 'privateNote', 'reason'];
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE public.history_entries SET changes = '{}'::jsonb
   WHERE entity = 'account' AND entity_id = person::text AND changes <> '{}'::jsonb;
  UPDATE public.history_entries SET changes = changes - words
   WHERE (student_id = person OR teacher_id = person) AND changes ?| words;
  PERFORM set_config('korki.erasing', 'off', true);
END $$;
