-- The forty lessons of a series are compared with the closures together, not one by one.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Refuses new lessons on closed days as refuse_closed_slot does; the first one of them gives the text of the error.
CREATE FUNCTION refuse_closed_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closing record;
BEGIN
  -- From here on nobody closes anything until the transaction ends: the next statement sees every closure.
  PERFORM share_closures();
  SELECT c.teacher_id, c.label INTO closing
    FROM new_rows n JOIN closures c
      ON (c.teacher_id IS NULL OR c.teacher_id = n.teacher_id) AND c.first_date <= n.date AND c.last_date >= n.date
     AND n.block BETWEEN coalesce(c.first_block, 0) AND coalesce(c.last_block, 13)
   WHERE NOT n.closure_overridden AND n.deleted_at IS NULL
     AND n.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
   ORDER BY n.date, n.block, n.id, c.teacher_id NULLS FIRST, c.first_date, c.id LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'closed slot: %', json_build_object(
      'scope', CASE WHEN closing.teacher_id IS NULL THEN 'centre' ELSE 'teacher' END, 'label', closing.label)
      USING ERRCODE = 'check_violation', CONSTRAINT = 'open_slot', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

-- Named before "lessons_hold_slots": a closed slot is refused before anybody waits for a taken one.
CREATE TRIGGER lessons_closed_slots AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_lessons();

-- A row that comes with an override keeps it only where its slot is closed: that is left to do row by row.
CREATE OR REPLACE TRIGGER lessons_open_slot_insert BEFORE INSERT ON lessons FOR EACH ROW
  WHEN (NEW.closure_overridden AND lesson_holds_slot(NEW)) EXECUTE FUNCTION refuse_closed_slot();
