-- An administrator who has looked into a suspect notification of a payment provider says so (rules §20).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE provider_notifications
  ADD COLUMN reviewed_at timestamptz(3),
  ADD COLUMN reviewed_by_id uuid;

-- The index of suspect ones serves the list of those that nobody has looked into.
CREATE INDEX provider_notifications_unreviewed_idx ON provider_notifications (received_at)
  WHERE outcome IN ('mismatch', 'wrong-signature', 'unknown-order') AND reviewed_at IS NULL;
DROP INDEX provider_notifications_suspect_idx;

-- Open screens follow what needs an administrator's attention.
CREATE FUNCTION signal_suspect_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('money', ARRAY[]::uuid[]);
  RETURN NULL;
END $$;
CREATE TRIGGER provider_notifications_suspect_signal AFTER UPDATE ON provider_notifications FOR EACH ROW
  WHEN (NEW.outcome IN ('mismatch', 'wrong-signature', 'unknown-order')
        AND (NEW.outcome IS DISTINCT FROM OLD.outcome OR NEW.reviewed_at IS DISTINCT FROM OLD.reviewed_at))
  EXECUTE FUNCTION signal_suspect_notification();
