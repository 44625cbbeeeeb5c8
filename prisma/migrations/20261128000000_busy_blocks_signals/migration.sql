-- Open screens read a teacher's free blocks again when a calendar from outside changes them, as they do after the week
-- changes (rules §35).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION signal_busy_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM signal_change('attention', ARRAY(SELECT DISTINCT teacher_id FROM changed));
    PERFORM signal_change('closures', ARRAY(
      SELECT teacher_id FROM changed
       UNION
      SELECT student_id FROM teaching_relations WHERE teacher_id IN (SELECT teacher_id FROM changed)
       ORDER BY 1));
  END IF;
  RETURN NULL;
END $$;
