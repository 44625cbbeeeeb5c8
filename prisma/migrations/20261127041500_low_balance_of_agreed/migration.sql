-- Lessons for which a payer was asked use up nothing that was paid for until the payer agrees (rules §39): the balance falls
-- to the threshold then, and that is when the message about it is written (rules §14). Without a yes, what has begun of them
-- stays, and counts from that answer.
-- brief: no row is read or written; the new trigger waits for writers of `approvals` at most as long as the lock timeout.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE FUNCTION asked_lessons(student uuid, of_subject text, of_level text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  SELECT count(*)::int FROM approvals w JOIN lessons l ON l.id = ANY (w.lesson_ids)
   WHERE w.student_id = student AND w.status = 'open' AND l.subject = of_subject AND l.level = of_level
     AND l.deleted_at IS NULL AND (l.charged OR l.late_decision = 'open'
       OR l.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela'))
$function$;

CREATE FUNCTION note_low_balance(student uuid, of_subject text, of_level text, before integer, after integer, crossing text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  threshold integer;
  asked integer;
BEGIN
  SELECT low_balance_threshold INTO threshold FROM centre_settings;
  IF threshold = 0 OR after > threshold THEN
    RETURN;
  END IF;
  asked := asked_lessons(student, of_subject, of_level);
  IF before + asked > threshold AND after + asked <= threshold
     AND EXISTS (SELECT FROM payments WHERE student_id = student) THEN
    INSERT INTO notifications (id, kind, recipient_id, child_id, undo_id, due_at, facts, dedupe_key)
    SELECT uuid_v7(), 'low-balance', recipient, child, nullif(current_setting('korki.undo_id', true), '')::uuid,
           coalesce(nullif(current_setting('korki.undo_until', true), '')::timestamptz, product_now()),
           jsonb_build_object('studentId', student, 'subject', of_subject, 'level', of_level,
                              'available', after + asked),
           concat_ws(':', 'low-balance', crossing, student, of_subject, of_level, recipient)
      FROM (SELECT recipient, child FROM told_for(student)
             UNION SELECT payer, student FROM payers_of(student) payer) people
    ON CONFLICT (dedupe_key) DO NOTHING;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION notify_low_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  account ledger_accounts;
BEGIN
  -- What this transaction used up is what the payer is asked for in it.
  IF current_setting('korki.asked_for', true) = NEW.student_id::text THEN
    RETURN NULL;
  END IF;
  SELECT * INTO account FROM ledger_accounts a
   WHERE a.student_id = NEW.student_id AND a.subject = NEW.subject AND a.level = NEW.level;
  PERFORM note_low_balance(NEW.student_id, NEW.subject, NEW.level, account.opening_balance, account.balance,
                           account.opening_xid::text);
  RETURN NULL;
END $function$;

CREATE FUNCTION note_asked() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM set_config('korki.asked_for', NEW.student_id::text, true);
  RETURN NULL;
END $function$;
CREATE TRIGGER approvals_asked AFTER INSERT ON approvals FOR EACH ROW WHEN (new.kind = 'series') EXECUTE FUNCTION note_asked();

CREATE FUNCTION notify_agreed_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Whoever uses up lessons at the same moment waits, and counts these as agreed to.
  PERFORM FROM ledger_accounts a WHERE a.student_id = NEW.student_id ORDER BY a.subject, a.level FOR SHARE;
  PERFORM note_low_balance(NEW.student_id, a.subject, a.level, a.balance + agreed.lessons, a.balance, NEW.id::text)
     FROM (SELECT l.subject, l.level, count(*)::int AS lessons FROM lessons l
            WHERE l.id = ANY (NEW.lesson_ids) AND l.deleted_at IS NULL AND (l.charged OR l.late_decision = 'open'
              OR l.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela'))
            GROUP BY l.subject, l.level) agreed
     JOIN ledger_accounts a ON (a.student_id, a.subject, a.level) = (NEW.student_id, agreed.subject, agreed.level);
  RETURN NULL;
END $function$;
CREATE CONSTRAINT TRIGGER approvals_agreed_low_balance AFTER UPDATE ON approvals DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (old.status = 'open' AND new.status IN ('agreed', 'declined', 'expired')) EXECUTE FUNCTION notify_agreed_balance();
