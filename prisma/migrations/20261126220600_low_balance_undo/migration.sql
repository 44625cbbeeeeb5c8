-- A low balance that an act causes waits, and is taken back, with the other messages of the act (rules §41). The transaction
-- of the act says which act it is and until when it can be taken back.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION notify_low_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  account ledger_accounts;
  threshold integer;
BEGIN
  SELECT * INTO account FROM ledger_accounts a
   WHERE a.student_id = NEW.student_id AND a.subject = NEW.subject AND a.level = NEW.level;
  SELECT low_balance_threshold INTO threshold FROM centre_settings;
  IF threshold > 0 AND account.opening_balance > threshold AND account.balance <= threshold
     AND EXISTS (SELECT FROM payments WHERE student_id = NEW.student_id) THEN
    INSERT INTO notifications (id, kind, recipient_id, child_id, undo_id, due_at, facts, dedupe_key)
    SELECT uuid_v7(), 'low-balance', recipient, child, nullif(current_setting('korki.undo_id', true), '')::uuid,
           coalesce(nullif(current_setting('korki.undo_until', true), '')::timestamptz, product_now()),
           jsonb_build_object('studentId', NEW.student_id, 'subject', NEW.subject, 'level', NEW.level,
                              'available', account.balance),
           concat_ws(':', 'low-balance', account.opening_xid, NEW.student_id, NEW.subject, NEW.level, recipient)
      FROM (SELECT recipient, child FROM told_for(NEW.student_id)
             UNION SELECT payer, NEW.student_id FROM payers_of(NEW.student_id) payer) people
    ON CONFLICT (dedupe_key) DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;
