SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Whether payers are reminded every week of what is owed (rules §21).
ALTER TABLE centre_settings ADD COLUMN weekly_debt_reminder boolean NOT NULL DEFAULT false;

-- As before; everybody stays everybody. (An array appended to NULL is that array.)
CREATE OR REPLACE FUNCTION signal_change(topic text, people uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('korki_changes', json_build_object('topic', topic, 'userIds', CASE WHEN people IS NOT NULL THEN
    people || ARRAY(SELECT parent_id FROM current_guardianships WHERE student_id = ANY (people) ORDER BY 1) END)::text)
$$;

-- What waits for somebody changes with what failed to reach people, and with documents and their acceptance.
CREATE FUNCTION signal_attention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('attention', '{}');
  RETURN NULL;
END $$;

CREATE TRIGGER notifications_failed_signal AFTER UPDATE OF status ON notifications
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND 'failed' IN (OLD.status, NEW.status))
  EXECUTE FUNCTION signal_attention();

CREATE FUNCTION signal_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('attention', ARRAY[NEW.person_id, NEW.given_by_id]);
  RETURN NULL;
END $$;

CREATE TRIGGER consents_signal AFTER INSERT ON consents FOR EACH ROW EXECUTE FUNCTION signal_consent();

CREATE FUNCTION signal_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('attention', NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER documents_signal AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION signal_document();
