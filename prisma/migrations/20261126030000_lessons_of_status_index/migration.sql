-- The lessons of a status in the order of their list, whatever subject and level they are narrowed to: who is on a page is
-- read from the index alone. Concurrently, hence alone in its file.
CREATE INDEX CONCURRENTLY IF NOT EXISTS lessons_of_status_idx
  ON lessons (status, date, block, id) INCLUDE (subject, level) WHERE deleted_at IS NULL;
