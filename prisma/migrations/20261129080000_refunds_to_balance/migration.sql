-- What a refund gave back to the payer's balance: the order had not paid for all of the lessons that it took back (rules §20).
-- Null: a refund by a version that gave nothing back to the balance.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE refunds ADD COLUMN to_balance integer;
