SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- ledger_entries_statement_idx begins with the same columns. It is not valid where its building was broken off: then the
-- old one stays.
-- brief: an index is dropped without reading it
DO $$ BEGIN
  IF (SELECT indisvalid FROM pg_index WHERE indexrelid = 'ledger_entries_statement_idx'::regclass) THEN
    DROP INDEX IF EXISTS ledger_entries_student_idx;
  END IF;
END $$;
