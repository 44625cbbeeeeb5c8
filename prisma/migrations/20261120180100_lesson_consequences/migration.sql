-- A proposal of another hour stands only while its lesson is planned and stands where it stood. Whoever cancels,
-- finishes, deletes or moves a lesson, by whichever way, voids it.
CREATE FUNCTION void_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reschedule_proposals SET status = 'void', resolved_at = now()
   WHERE lesson_id = NEW.id AND status = 'open';
  RETURN NULL;
END $$;

CREATE TRIGGER lessons_void_proposals AFTER UPDATE ON lessons FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL
     OR NEW.status NOT IN ('Nie potwierdzona', 'Potwierdzona')
     OR (OLD.date, OLD.block) IS DISTINCT FROM (NEW.date, NEW.block))
  EXECUTE FUNCTION void_proposals();
