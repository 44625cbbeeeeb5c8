-- Administrators look into refunds that the payment provider rejected as into what looks suspect (rules §20).
-- brief: the table has a row per notification of the payment provider, a few for each payment; few of them enter the index.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE INDEX provider_notifications_reviewable_idx ON provider_notifications (received_at)
  WHERE outcome IN ('mismatch', 'wrong-signature', 'unknown-order', 'refund-rejected') AND reviewed_at IS NULL;
DROP INDEX provider_notifications_unreviewed_idx;

CREATE OR REPLACE TRIGGER provider_notifications_forged_signal AFTER INSERT ON provider_notifications FOR EACH ROW
  WHEN (NEW.outcome IN ('mismatch', 'wrong-signature', 'unknown-order', 'refund-rejected'))
  EXECUTE FUNCTION signal_suspect_notification();
CREATE OR REPLACE TRIGGER provider_notifications_suspect_signal AFTER UPDATE ON provider_notifications FOR EACH ROW
  WHEN (NEW.outcome IN ('mismatch', 'wrong-signature', 'unknown-order', 'refund-rejected')
        AND (NEW.outcome IS DISTINCT FROM OLD.outcome OR NEW.reviewed_at IS DISTINCT FROM OLD.reviewed_at))
  EXECUTE FUNCTION signal_suspect_notification();
