SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- A statement is read from an index alone where VACUUM has seen the table's pages: after a hundredth of new entries, not a
-- fifth. What it has seen once it does not read again, because entries never change.
ALTER TABLE ledger_entries SET (autovacuum_vacuum_insert_scale_factor = 0.01);
