-- Tells open screens of a trial lesson's change: the administrators', and those of the teacher who has it or had it.
CREATE FUNCTION signal_trial_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('korki_trials', json_build_object(
    'teacherIds', array_remove(ARRAY[OLD.teacher_id, NEW.teacher_id], NULL))::text);
  RETURN NULL;
END $$;

CREATE TRIGGER trial_lessons_signal AFTER INSERT OR UPDATE ON trial_lessons
  FOR EACH ROW EXECUTE FUNCTION signal_trial_change();

-- Who was away asks whether there was anything since.
CREATE INDEX trial_lessons_updated_at_idx ON trial_lessons (updated_at);
