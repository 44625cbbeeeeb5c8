-- Everything that a statement shows of an entry, in its order: the entries of a student lie side by side here, and all over
-- the table. Reasons of adjustments are too long for an index. Concurrently, hence alone in its file.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_entries_statement_idx ON ledger_entries (student_id, seq)
  INCLUDE (id, created_at, kind, subject, level, quantity, balance, lesson_id, payment_id, expires_on);
