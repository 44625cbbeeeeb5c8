-- A person is in at most one place per date and block, as teacher or as student, in a lesson or a trial lesson
-- (rules §10): one row per person, and one unique constraint that decides every race.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE person_slots (
  person_id uuid NOT NULL,
  date date NOT NULL,
  block smallint NOT NULL,
  lesson_id uuid,
  trial_lesson_id uuid,
  CONSTRAINT person_slots_pkey PRIMARY KEY (person_id, date, block),
  CONSTRAINT person_slots_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons (id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT person_slots_trial_lesson_id_fkey FOREIGN KEY (trial_lesson_id) REFERENCES trial_lessons (id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT person_slots_source_check CHECK ((lesson_id IS NULL) <> (trial_lesson_id IS NULL))
);

CREATE INDEX person_slots_lesson_id_idx ON person_slots (lesson_id);
CREATE INDEX person_slots_trial_lesson_id_idx ON person_slots (trial_lesson_id);

-- Takes a slot for a teacher and, in a lesson, a student. ON CONFLICT DO NOTHING waits for a concurrent writer of the
-- same slot. Rows are written in one order, so that two writers never wait for each other. The names in the error are
-- those of the indexes that came before this table: processes of both versions know them.
CREATE FUNCTION take_person_slots(teacher uuid, student uuid, day date, hour smallint, lesson uuid, trial uuid)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  taken int;
  busy text := 'teacher';
BEGIN
  INSERT INTO person_slots (person_id, date, block, lesson_id, trial_lesson_id)
  SELECT person, day, hour, lesson, trial FROM unnest(ARRAY[teacher, student]) AS person
   WHERE person IS NOT NULL ORDER BY person
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS taken = ROW_COUNT;
  IF taken = num_nonnulls(teacher, student) THEN RETURN; END IF;
  PERFORM FROM person_slots
    WHERE person_id = teacher AND date = day AND block = hour
      AND lesson_id IS NOT DISTINCT FROM lesson AND trial_lesson_id IS NOT DISTINCT FROM trial;
  IF FOUND THEN busy := 'student'; END IF;
  RAISE EXCEPTION 'duplicate key value violates unique constraint "occupied_slots_%_key"', busy
    USING ERRCODE = 'unique_violation', CONSTRAINT = format('occupied_slots_%s_key', busy),
          TABLE = 'person_slots';
END $$;

CREATE FUNCTION keep_lesson_person_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF lesson_holds_slot(OLD) = lesson_holds_slot(NEW)
       AND (OLD.teacher_id, OLD.student_id, OLD.date, OLD.block)
         = (NEW.teacher_id, NEW.student_id, NEW.date, NEW.block) THEN
      RETURN NULL;
    END IF;
    DELETE FROM person_slots WHERE lesson_id = NEW.id;
  END IF;
  IF lesson_holds_slot(NEW) THEN
    PERFORM take_person_slots(NEW.teacher_id, NEW.student_id, NEW.date, NEW.block, NEW.id, NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_trial_person_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM person_slots WHERE trial_lesson_id = NEW.id;
  END IF;
  IF trial_lesson_holds_slot(NEW) THEN
    PERFORM take_person_slots(NEW.teacher_id, NULL, NEW.date, NEW.block, NULL, NEW.id);
  END IF;
  RETURN NULL;
END $$;

-- Named after "lessons_slot", so that until the switch the old table's indexes answer first.
CREATE TRIGGER lessons_slot_of_person AFTER INSERT OR UPDATE ON lessons
  FOR EACH ROW EXECUTE FUNCTION keep_lesson_person_slots();
CREATE TRIGGER trial_lessons_slot_of_person AFTER INSERT OR UPDATE ON trial_lessons
  FOR EACH ROW EXECUTE FUNCTION keep_trial_person_slots();

-- Fills the table with what was written before its triggers, a few thousand lessons at a time. FOR SHARE makes a writer
-- of one of these lessons wait until its rows are here; everybody else goes on.
CREATE PROCEDURE fill_person_slots() LANGUAGE plpgsql AS $$
DECLARE
  batch uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    batch := ARRAY(SELECT id FROM lessons WHERE id > last ORDER BY id LIMIT 5000);
    EXIT WHEN cardinality(batch) = 0;
    WITH held AS (
      SELECT l.id, l.teacher_id, l.student_id, l.date, l.block FROM lessons l
       WHERE l.id = ANY(batch) AND lesson_holds_slot(l) FOR SHARE
    )
    INSERT INTO person_slots (person_id, date, block, lesson_id)
    SELECT teacher_id, date, block, id FROM held UNION ALL SELECT student_id, date, block, id FROM held
    ON CONFLICT DO NOTHING;
    last := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
  WITH held AS (
    SELECT t.id, t.teacher_id, t.date, t.block FROM trial_lessons t WHERE trial_lesson_holds_slot(t) FOR SHARE
  )
  INSERT INTO person_slots (person_id, date, block, trial_lesson_id)
  SELECT teacher_id, date, block, id FROM held ON CONFLICT DO NOTHING;
END $$;
