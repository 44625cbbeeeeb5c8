-- A payout names the month that it pays for (rules §21). Older ones belong to their run's month, or to that of their day.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE payouts ADD COLUMN month date;
ALTER TABLE payouts ADD CONSTRAINT payouts_month_check CHECK (extract(day FROM month) = 1) NOT VALID;
