-- How many lessons a filter by subject, level and status lets through, and how many there are at all. Equal keys are kept
-- once, so that the index has a twentieth of the table's size. Concurrently, hence alone in its file.
CREATE INDEX CONCURRENTLY IF NOT EXISTS lessons_counted_idx ON lessons (subject, level, status) WHERE deleted_at IS NULL;
