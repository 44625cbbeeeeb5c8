-- Bills that an administrator issues are issued in groups of payers: how far a preview's token has come (rules §32).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE bill_previews ADD COLUMN after_payer uuid, ADD COLUMN made integer NOT NULL DEFAULT 0;
