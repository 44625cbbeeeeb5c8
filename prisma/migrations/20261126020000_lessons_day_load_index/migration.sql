-- How many lessons each day of a month has, of all subjects or of one, without reading a lesson. Equal keys are kept once.
-- Concurrently, hence alone in its file.
CREATE INDEX CONCURRENTLY IF NOT EXISTS lessons_day_load_idx ON lessons (date, subject, status) WHERE deleted_at IS NULL;
