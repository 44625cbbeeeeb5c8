-- When the teacher marked the outcome: it can be corrected until the end of the next day (rules §4). Null for older ones.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE lessons ADD COLUMN outcome_at timestamptz(3);
