-- What parents were told of an account that is deleted. Concurrently, hence alone in its file.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_child_id_idx ON notifications (child_id) WHERE child_id IS NOT NULL;
