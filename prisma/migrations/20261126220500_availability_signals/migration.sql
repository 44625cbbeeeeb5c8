-- Open screens read a teacher's hours again when the week changes, as they do after a day or an absence (rules §34).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE FUNCTION signal_weekly_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM signal_change('closures', ARRAY(
      SELECT teacher_id FROM changed
       UNION
      SELECT student_id FROM teaching_relations WHERE teacher_id IN (SELECT teacher_id FROM changed)
       ORDER BY 1));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER availability_sections_added_signal AFTER INSERT ON availability_sections
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_weekly_hours();
CREATE TRIGGER availability_sections_gone_signal AFTER DELETE ON availability_sections
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_weekly_hours();
