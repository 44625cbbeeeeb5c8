-- Of notifications that the payment provider did not sign, one an hour is kept as a sample, with their number (rules §20).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE provider_notifications
  ADD COLUMN repeats integer NOT NULL DEFAULT 1,
  -- The hour that the row is the sample of; null: the provider signed it.
  ADD COLUMN forged_hour timestamptz(3);
-- brief: no row has the new column yet, and the table takes a row per payment
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX provider_notifications_forged_hour_key ON provider_notifications (forged_hour, kind)
  WHERE forged_hour IS NOT NULL;

-- A sample is stored as it was judged, so open screens follow its insertion, too.
CREATE TRIGGER provider_notifications_forged_signal AFTER INSERT ON provider_notifications FOR EACH ROW
  WHEN (NEW.outcome IN ('mismatch', 'wrong-signature', 'unknown-order'))
  EXECUTE FUNCTION signal_suspect_notification();
