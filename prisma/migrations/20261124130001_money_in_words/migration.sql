-- What is due is told apart from what is planned later (rules §39): lessons planned within `due_days` days are due.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE centre_settings ADD COLUMN due_days integer NOT NULL DEFAULT 7;
ALTER TABLE centre_settings
  ADD CONSTRAINT centre_settings_due_days_check CHECK (due_days BETWEEN 0 AND 60) NOT VALID;
