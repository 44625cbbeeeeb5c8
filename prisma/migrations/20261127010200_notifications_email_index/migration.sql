-- What was sent to an address without an account: an erasure reads these rows alone. Concurrently, hence alone in its file.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_email_idx ON notifications (email) WHERE email IS NOT NULL;
