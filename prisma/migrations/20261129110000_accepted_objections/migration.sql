-- An accepted month never changes (rules §37): what the lesson of an objection was when the month was accepted. Null: the
-- month is not accepted, or was by a version that noted nothing.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE settlement_objections ADD COLUMN date date, ADD COLUMN block smallint, ADD COLUMN student_id uuid,
  ADD COLUMN status text;
