SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- The record of consents outlives the accounts it names (rules §16): it holds ids alone, which say nothing about a
-- person once the account is erased, and it neither keeps a registration that nobody confirmed nor goes with it.
ALTER TABLE consents DROP CONSTRAINT consents_given_by_id_fkey;
ALTER TABLE consents DROP CONSTRAINT consents_person_id_fkey;
CREATE INDEX consents_document_id_person_id_idx ON consents (document_id, person_id);
CREATE INDEX consents_given_by_id_idx ON consents (given_by_id);

-- The day it is in Warsaw: the one definition for everything that begins or ends with a day.
CREATE FUNCTION warsaw_today() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (now() AT TIME ZONE 'Europe/Warsaw')::date
$$;

CREATE OR REPLACE VIEW current_guardianships AS
  SELECT id, parent_id, student_id, can_book, can_pay, is_payer FROM guardianships
   WHERE ended_at IS NULL AND first_day <= warsaw_today() AND (last_day IS NULL OR last_day >= warsaw_today());

-- Guardianships that begin or end with a day, for the open screens of their people.
CREATE INDEX guardianships_last_day_idx ON guardianships (last_day) WHERE last_day IS NOT NULL;
CREATE INDEX guardianships_first_day_idx ON guardianships (first_day);

-- A trial lesson that changes hands has a substitute too.
CREATE TRIGGER trial_lessons_vetted BEFORE UPDATE OF teacher_id ON trial_lessons
  FOR EACH ROW WHEN (OLD.teacher_id IS NOT NULL AND NEW.teacher_id <> OLD.teacher_id)
  EXECUTE FUNCTION require_vetted_teacher();
