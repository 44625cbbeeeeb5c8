SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: columns with constant defaults; trial_lessons has a row per request.
-- A teacher agrees to be shown to visitors (rules §29), with a few words of their own.
ALTER TABLE users ADD COLUMN is_shown_to_visitors boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD COLUMN introduction text NOT NULL DEFAULT '';

-- Whether visitors choose a free half hour themselves.
ALTER TABLE centre_settings ADD COLUMN offers_trial_slots boolean NOT NULL DEFAULT false;

-- The half hour that a visitor chose; it occupies nobody until an administrator confirms it.
ALTER TABLE trial_lessons
  ADD COLUMN wished_teacher_id uuid,
  ADD COLUMN wished_date date,
  ADD COLUMN wished_block smallint;
-- Of any number of visitors who choose the same half hour, one gets it.
CREATE UNIQUE INDEX trial_lessons_wished_key ON trial_lessons (wished_teacher_id, wished_date, wished_block)
  WHERE status = 'Nowa';
