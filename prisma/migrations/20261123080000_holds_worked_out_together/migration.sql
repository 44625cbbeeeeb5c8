SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- What enter_holds has worked out passed through record_ledger_entry row by row, which returned it unchanged. Within the
-- trigger the depth is one more than here.
CREATE OR REPLACE TRIGGER ledger_entries_record BEFORE INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.seq IS NULL OR pg_trigger_depth() = 0) EXECUTE FUNCTION record_ledger_entry();
