-- What an account that is deleted is looked for in, once for each account: without these, all rows were read.
-- brief: a row per payer and month at most; a centre of 2,000 payers has some ten thousand of them.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE INDEX IF NOT EXISTS bill_exclusions_payer_id_idx ON bill_exclusions (payer_id);
CREATE INDEX IF NOT EXISTS bill_previews_created_by_id_idx ON bill_previews (created_by_id);
CREATE INDEX IF NOT EXISTS vetting_checks_checked_by_id_idx ON vetting_checks (checked_by_id);
-- Bills that the worker issues name nobody.
CREATE INDEX IF NOT EXISTS bills_issued_by_id_idx ON bills (issued_by_id) WHERE issued_by_id IS NOT NULL;
