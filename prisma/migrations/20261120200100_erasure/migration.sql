-- A person's own words may be taken out of the history on request (GDPR, article 17); nothing else may change there.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('korki.erasing', true) = 'on'
     AND to_jsonb(NEW) - 'changes' = to_jsonb(OLD) - 'changes' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'history entries are append-only';
END $$;
