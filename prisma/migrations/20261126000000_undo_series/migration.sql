-- An act on a weekly lesson that its author can take back: its move, the answer to one, its confirmation (rules §41).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: the steps of a day
ALTER TABLE undo_steps ADD COLUMN series_id UUID;
ALTER TABLE undo_steps ADD CONSTRAINT undo_steps_series_id_fkey
  FOREIGN KEY (series_id) REFERENCES series (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE undo_steps VALIDATE CONSTRAINT undo_steps_series_id_fkey;
ALTER TABLE undo_steps DROP CONSTRAINT undo_steps_target_check;
ALTER TABLE undo_steps ADD CONSTRAINT undo_steps_target_check
  CHECK (num_nonnulls(lesson_id, payment_id, series_id) = 1) NOT VALID;
ALTER TABLE undo_steps VALIDATE CONSTRAINT undo_steps_target_check;
CREATE INDEX undo_steps_series_id_idx ON undo_steps (series_id);
