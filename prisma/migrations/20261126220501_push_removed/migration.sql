-- The person removed the device of this session: its browser does not come back by itself (rules §33).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE sessions ADD COLUMN push_removed boolean NOT NULL DEFAULT false;
