-- When somebody ended a weekly lesson: who did is not asked whether it goes on (rules §11).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE series ADD COLUMN ended_at timestamptz(3);
