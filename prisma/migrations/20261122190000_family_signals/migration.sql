SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Open screens hear of documents, decisions and checks (rules §16): administrators of all, people of their own.
CREATE FUNCTION signal_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('people', '{}');
  RETURN NULL;
END $$;
CREATE TRIGGER documents_signal AFTER INSERT ON documents
  FOR EACH STATEMENT EXECUTE FUNCTION signal_documents();
CREATE TRIGGER vetting_checks_signal AFTER INSERT OR UPDATE OR DELETE ON vetting_checks
  FOR EACH STATEMENT EXECUTE FUNCTION signal_documents();

CREATE FUNCTION signal_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('people', ARRAY[NEW.person_id, NEW.given_by_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER consents_signal AFTER INSERT ON consents FOR EACH ROW EXECUTE FUNCTION signal_consent();

-- For the notice 30 days before a check ends.
CREATE INDEX vetting_checks_valid_until_idx ON vetting_checks (valid_until);
