-- A trial lesson whose visitor has become a pupil takes the pupil's slot, too (rules §10).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION keep_trial_person_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM person_slots WHERE trial_lesson_id = NEW.id;
  END IF;
  IF trial_lesson_holds_slot(NEW) THEN
    PERFORM take_person_slots(NEW.teacher_id, NEW.student_id, NEW.date, NEW.block, NULL, NEW.id);
  END IF;
  RETURN NULL;
END $$;

-- Where such a pupil has a lesson at the same time by now, that stays as it is.
INSERT INTO person_slots (person_id, date, block, trial_lesson_id)
SELECT t.student_id, t.date, t.block, t.id FROM trial_lessons t
 WHERE t.student_id IS NOT NULL AND trial_lesson_holds_slot(t)
ON CONFLICT DO NOTHING;
