SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- As of 20261122190000_signals_after_commit; a later file had put the version before it in its place.
CREATE OR REPLACE FUNCTION signal_change(topic text, people uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  concerned uuid[] := people || ARRAY(
    SELECT parent_id FROM current_guardianships WHERE student_id = ANY (people) ORDER BY 1);
BEGIN
  IF people IS NULL OR cardinality(concerned) > 190 THEN
    concerned := NULL;
  END IF;
  PERFORM send_signal('korki_changes', json_build_object('topic', topic, 'userIds', concerned)::text);
END $$;

-- Open registers of checks (rules §16): administrators hear of every topic.
CREATE FUNCTION signal_vetting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('people', '{}');
  RETURN NULL;
END $$;
CREATE TRIGGER vetting_checks_signal AFTER INSERT OR UPDATE OR DELETE ON vetting_checks
  FOR EACH STATEMENT EXECUTE FUNCTION signal_vetting();

-- For the notice 30 days before a check ends.
CREATE INDEX vetting_checks_valid_until_idx ON vetting_checks (valid_until);
