-- A statement that writes many lessons, such as those of a weekly lesson, takes their slots at once and signals once
-- instead of once a row.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- A statement may concern more people than a signal can name: then everybody hears of it.
CREATE OR REPLACE FUNCTION signal_change(topic text, people uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  concerned uuid[] := people || ARRAY(
    SELECT parent_id FROM current_guardianships WHERE student_id = ANY (people) ORDER BY 1);
BEGIN
  IF people IS NULL OR cardinality(concerned) > 190 THEN
    concerned := NULL;
  END IF;
  PERFORM pg_notify('korki_changes', json_build_object('topic', topic, 'userIds', concerned)::text);
END $$;

CREATE FUNCTION signal_new_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM signal_change('lessons', ARRAY(
      SELECT DISTINCT person FROM new_rows, unnest(ARRAY[teacher_id, student_id]) AS person));
  END IF;
  RETURN NULL;
END $$;

-- Who had a lesson until now hears of it too.
CREATE FUNCTION signal_changed_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM signal_change('lessons', ARRAY(
      SELECT person FROM new_rows, unnest(ARRAY[teacher_id, student_id]) AS person
       UNION
      SELECT person FROM old_rows, unnest(ARRAY[teacher_id, student_id]) AS person));
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER lessons_signal ON lessons;
CREATE TRIGGER lessons_signal_insert AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION signal_new_lessons();
CREATE TRIGGER lessons_signal_update AFTER UPDATE ON lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_lessons();
DROP FUNCTION signal_lesson_change();

-- Takes the slots of new lessons in the order in which take_person_slots takes them one by one. ON CONFLICT DO NOTHING
-- waits for a concurrent writer of the same slot. The names in the error are those that take_person_slots gives.
CREATE FUNCTION take_new_lessons_slots() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted int;
  taken int;
  busy text;
BEGIN
  SELECT 2 * count(*) INTO wanted FROM new_rows
   WHERE deleted_at IS NULL AND status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela');
  INSERT INTO person_slots (person_id, date, block, lesson_id)
  SELECT person, n.date, n.block, n.id FROM new_rows n, unnest(ARRAY[n.teacher_id, n.student_id]) AS person
   WHERE n.deleted_at IS NULL AND n.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
   ORDER BY n.date, n.block, person
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS taken = ROW_COUNT;
  IF taken = wanted THEN RETURN NULL; END IF;
  SELECT CASE WHEN EXISTS (SELECT FROM person_slots s WHERE s.person_id = n.teacher_id AND s.lesson_id = n.id)
              THEN 'student' ELSE 'teacher' END INTO busy
    FROM new_rows n
   WHERE n.deleted_at IS NULL AND n.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
     AND (SELECT count(*) FROM person_slots s WHERE s.lesson_id = n.id) < 2
   ORDER BY n.date, n.block LIMIT 1;
  RAISE EXCEPTION 'duplicate key value violates unique constraint "occupied_slots_%_key"', busy
    USING ERRCODE = 'unique_violation', CONSTRAINT = format('occupied_slots_%s_key', busy),
          TABLE = 'person_slots';
END $$;

-- Named before "lessons_ledger": slots are taken before balances are locked, as when a lesson moves.
CREATE TRIGGER lessons_hold_slots AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_new_lessons_slots();
DROP TRIGGER lessons_slot_of_person ON lessons;
CREATE TRIGGER lessons_slot_of_person AFTER UPDATE ON lessons
  FOR EACH ROW EXECUTE FUNCTION keep_lesson_person_slots();
