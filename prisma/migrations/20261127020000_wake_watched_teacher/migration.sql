-- A change wakes the line of the teachers whom it can concern, named in the signal, instead of everybody's. Only a trigger's
-- definition is replaced, which is brief; a worker that does not read what is signalled looks at everybody, as before.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Slots of a teacher for whom somebody waits, or of a student who waits.
CREATE FUNCTION wake_watches_of_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM send_signal('korki_watches', found.id::text)
     FROM (SELECT w.teacher_id AS id FROM changed c JOIN watches w ON w.teacher_id = c.person_id
            UNION
           SELECT w.teacher_id FROM changed c JOIN watches w ON w.student_id = c.person_id) found;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER person_slots_wake_watches AFTER INSERT ON person_slots
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wake_watches_of_slots();
CREATE TRIGGER person_slots_freed_wake_watches AFTER DELETE ON person_slots
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wake_watches_of_slots();

-- Without a teacher it is about everybody: the whole centre is closed.
CREATE FUNCTION wake_watches_of_teacher() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  teacher uuid := coalesce(NEW.teacher_id, OLD.teacher_id);
BEGIN
  IF EXISTS (SELECT FROM watches WHERE teacher IS NULL OR teacher_id = teacher) THEN
    PERFORM send_signal('korki_watches', coalesce(teacher::text, ''));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER availability_sections_wake_watches AFTER INSERT OR DELETE ON availability_sections
  FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();
CREATE OR REPLACE TRIGGER day_hours_wake_watches AFTER INSERT OR UPDATE OR DELETE ON day_hours
  FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();
CREATE OR REPLACE TRIGGER closures_wake_watches AFTER INSERT OR DELETE ON closures
  FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();
CREATE OR REPLACE TRIGGER watches_wake AFTER DELETE ON watches
  FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();
CREATE OR REPLACE TRIGGER teaching_relations_wake_watches AFTER DELETE ON teaching_relations
  FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();

-- Where lessons are paid for before they are booked, it counts whether a student has any left.
CREATE FUNCTION wake_watches_of_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM send_signal('korki_watches', found.id::text)
     FROM (SELECT DISTINCT w.teacher_id AS id FROM watches w WHERE w.student_id = NEW.student_id) found;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ledger_accounts_wake_watches AFTER UPDATE OF balance ON ledger_accounts
  FOR EACH ROW WHEN ((OLD.balance > 0) <> (NEW.balance > 0)) EXECUTE FUNCTION wake_watches_of_student();
CREATE TRIGGER ledger_accounts_opened_wake_watches AFTER INSERT ON ledger_accounts
  FOR EACH ROW WHEN (NEW.balance > 0) EXECUTE FUNCTION wake_watches_of_student();
