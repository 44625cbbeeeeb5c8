-- What a voided payment took off its bill: less than it had cost where a balance paid for a part (rules §32). What gives
-- the money back, or takes back the transfer that had brought it, goes by that. Null: the payment was not voided, or by a
-- version that noted nothing.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE payments ADD COLUMN taken_off integer;
