-- Today's views, functions, triggers, constraints and indexes, as the migrations leave them; columns are in
-- schema.prisma. Generated: vitest run --project integration packages/testing/src/structure.test.ts --update

CREATE VIEW current_documents AS
 SELECT DISTINCT ON (kind) id,
    kind,
    version,
    mandatory,
    roles,
    title,
    text,
    created_at
   FROM documents
  ORDER BY kind, version DESC;

CREATE VIEW current_guardianships AS
 SELECT id,
    parent_id,
    student_id,
    can_book,
    can_pay,
    is_payer
   FROM guardianships
  WHERE ((ended_at IS NULL) AND (first_day <= warsaw_today()) AND ((last_day IS NULL) OR (last_day >= warsaw_today())));

CREATE VIEW invoice_sources AS
 SELECT p.id AS payment_id,
        CASE
            WHEN (b.id IS NOT NULL) THEN 'bill'::text
            WHEN (o.id IS NOT NULL) THEN 'order'::text
            ELSE 'payment'::text
        END AS source_kind,
    COALESCE(b.id, o.id, p.id) AS source_id,
    COALESCE(b.payer_id, o.payer_id, p.payer_id, ( SELECT g.parent_id
           FROM current_guardianships g
          WHERE ((g.student_id = p.student_id) AND g.is_payer)
         LIMIT 1), p.student_id) AS payer_id
   FROM (((payments p
     LEFT JOIN order_items i ON ((i.payment_id = p.id)))
     LEFT JOIN orders o ON ((o.id = i.order_id)))
     LEFT JOIN bills b ON (((b.id = p.bill_id) AND (NOT (EXISTS ( SELECT
           FROM invoices n
          WHERE ((n.kind = 'invoice'::text) AND (((n.source_kind = 'payment'::text) AND (n.source_id = p.id)) OR ((n.source_kind = 'order'::text) AND (n.source_id = o.id) AND (o.bill_id IS NOT NULL))))))))));

CREATE VIEW occupied_slots AS
 SELECT l.teacher_id,
    l.student_id,
    l.date,
    l.block,
    l.id AS lesson_id,
    NULL::uuid AS trial_lesson_id
   FROM (person_slots s
     JOIN lessons l ON (((l.id = s.lesson_id) AND (l.teacher_id = s.person_id))))
UNION ALL
 SELECT s.person_id AS teacher_id,
    NULL::uuid AS student_id,
    s.date,
    s.block,
    NULL::uuid AS lesson_id,
    s.trial_lesson_id
   FROM person_slots s
  WHERE (s.trial_lesson_id IS NOT NULL);

CREATE VIEW student_payers AS
 SELECT s.id AS student_id,
    COALESCE(g.parent_id, o.parent_id, s.id) AS payer_id,
    COALESCE(b.mode, b.default_mode, c.billing_mode) AS mode,
    GREATEST(c.billing_saved_at, b.saved_at) AS saved_at
   FROM ((((users s
     LEFT JOIN current_guardianships g ON (((g.student_id = s.id) AND g.is_payer)))
     LEFT JOIN LATERAL ( SELECT may.parent_id
           FROM (current_guardianships may
             JOIN users p ON (((p.id = may.parent_id) AND (NOT p.is_disabled))))
          WHERE ((s.email IS NULL) AND (g.parent_id IS NULL) AND (may.student_id = s.id) AND may.can_pay)
          ORDER BY may.id
         LIMIT 1) o ON (true))
     LEFT JOIN billing_payers b ON ((b.payer_id = COALESCE(g.parent_id, o.parent_id, s.id))))
     CROSS JOIN centre_settings c)
  WHERE (s.role = 'Student'::text);

-- 20261127041500_low_balance_of_agreed
CREATE OR REPLACE FUNCTION asked_lessons(student uuid, of_subject text, of_level text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  SELECT count(*)::int FROM approvals w JOIN lessons l ON l.id = ANY (w.lesson_ids)
   WHERE w.student_id = student AND w.status = 'open' AND l.subject = of_subject AND l.level = of_level
     AND l.deleted_at IS NULL AND (l.charged OR l.late_decision = 'open'
       OR l.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela'))
$function$;

-- 20261122070000_late_cancellations
CREATE OR REPLACE FUNCTION clear_charge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.charged := false;
  NEW.late_decision := NULL;
  NEW.late_free := false;
  NEW.credit_until := NULL;
  NEW.cancelled_at := NULL;
  RETURN NEW;
END $function$;
CREATE TRIGGER lessons_clear_charge BEFORE UPDATE ON lessons FOR EACH ROW WHEN (((new.status <> 'Odwolana przez ucznia'::text) AND (new.charged OR (new.late_decision IS NOT NULL) OR new.late_free OR (new.credit_until IS NOT NULL) OR (new.cancelled_at IS NOT NULL)))) EXECUTE FUNCTION clear_charge();

-- 20261122032000_complete_erasure
CREATE OR REPLACE FUNCTION contains_word(body text, words text[], is_json boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM unnest(words) AS word
     WHERE word <> ''
       AND strpos(lower(body), lower(CASE WHEN is_json THEN substr(to_json(word)::text, 2, length(to_json(word)::text) - 2)
                                          ELSE word END)) > 0)
$function$;

-- 20261124210002_lesson_boards
CREATE OR REPLACE FUNCTION delete_board()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM lesson_boards WHERE lesson_id = NEW.id;
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_delete_board AFTER UPDATE OF deleted_at ON lessons FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION delete_board();

-- 20261125010100_watches
CREATE OR REPLACE FUNCTION end_watch_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM slot_holds WHERE id = OLD.hold_id;
  RETURN NULL;
END $function$;
CREATE TRIGGER watches_end_hold AFTER DELETE ON watches FOR EACH ROW WHEN ((old.hold_id IS NOT NULL)) EXECUTE FUNCTION end_watch_hold();

-- 20261129100000_corrected_cancellations
CREATE OR REPLACE FUNCTION enter_changed_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Whoever pays at this moment sees on which day a moved lesson is, or is waited for, as it can change what a lesson uses.
  -- All accounts are locked in order.
  IF EXISTS (SELECT FROM old_rows o JOIN new_rows n ON n.id = o.id
              WHERE lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
                AND (n.date <> o.date OR NOT lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
                     OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level))) THEN
    PERFORM lock_ledger_account(a.student_id, a.subject, a.level)
       FROM (SELECT student_id, subject, level FROM old_rows
              WHERE lesson_counts(status, deleted_at, charged, late_decision)
              UNION
             SELECT student_id, subject, level FROM new_rows
              WHERE lesson_counts(status, deleted_at, charged, late_decision)
              ORDER BY 1, 2, 3) a;
  END IF;
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, expires_on)
  SELECT m.kind, m.quantity, m.student_id, m.subject, m.level, o.id, m.expires_on
    FROM old_rows o
    JOIN new_rows n ON n.id = o.id
   CROSS JOIN LATERAL (
     SELECT lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision) AS before,
            lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision) AS after,
            (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level) AS elsewhere OFFSET 0) counts
    -- What it uses, looked up only where that may change.
    LEFT JOIN LATERAL (
      -- What a voided payment had sold expires no more: something else paid for the lesson.
      SELECT CASE WHEN p.deleted_at IS NULL THEN t.expires_on END AS expires_on
        FROM ledger_entries e LEFT JOIN payments p ON p.id = e.source_payment_id
        LEFT JOIN ledger_lots t ON t.id = e.lot_id
       WHERE counts.before AND (NOT counts.after OR counts.elsewhere OR o.date <> n.date)
         AND e.lesson_id = o.id AND e.lesson_turn IS NOT NULL
       ORDER BY e.lesson_turn DESC LIMIT 1) held ON true
   CROSS JOIN LATERAL (
     SELECT counts.elsewhere OR (o.date <> n.date AND held.expires_on < n.date)
         OR (counts.before AND counts.after AND n.date < o.date AND EXISTS (
               SELECT FROM ledger_lots t
                WHERE t.student_id = n.student_id AND t.subject = n.subject AND t.level = n.level AND t.remaining > 0
                  AND t.expires_on >= n.date AND t.expires_on < o.date)) AS again OFFSET 0) changed
   CROSS JOIN LATERAL (
     SELECT 'release' AS kind, 1 AS quantity, o.student_id, o.subject, o.level, o.date, o.block,
            -- Returned by the teacher or the centre: without expiry (rules §13).
            CASE WHEN (n.deleted_at IS NULL AND n.status = 'Odwolana przez nauczyciela')
                   OR (n.deleted_at IS NOT NULL AND o.status <> 'Nie potwierdzona') THEN NULL
                 WHEN n.credit_until IS NULL THEN held.expires_on
                 ELSE greatest(n.credit_until, held.expires_on) END AS expires_on
      WHERE counts.before AND (NOT counts.after OR changed.again)
      UNION ALL
     SELECT 'hold', -1, n.student_id, n.subject, n.level, n.date, n.block, NULL
      WHERE counts.after AND (NOT counts.before OR changed.again)) m
   ORDER BY m.student_id, m.subject, m.level, m.kind DESC, m.date, m.block, o.id;
  PERFORM settle_owed(a.student_id, a.subject, a.level),
          use_expiring_first(a.student_id, a.subject, a.level, product_clock_timestamp())
     FROM (SELECT DISTINCT o.student_id, o.subject, o.level FROM old_rows o JOIN new_rows n ON n.id = o.id
            WHERE CASE WHEN lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
                       THEN o.date <> n.date OR NOT lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
                            OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level)
                       ELSE lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
                            AND (o.student_id, o.subject, o.level) = (n.student_id, n.subject, n.level) END
            ORDER BY 1, 2, 3) a
    WHERE EXISTS (SELECT FROM ledger_lots l
                   WHERE l.student_id = a.student_id AND l.subject = a.subject AND l.level = a.level AND l.remaining > 0);
  -- A cancellation that turns out to be the teacher's: what the lesson returned is valid without an end (rules §13).
  IF EXISTS (SELECT FROM old_rows o JOIN new_rows n ON n.id = o.id
              WHERE o.status = 'Odwolana przez ucznia' AND n.status = 'Odwolana przez nauczyciela') THEN
    PERFORM lock_ledger_account(a.student_id, a.subject, a.level)
       FROM (SELECT DISTINCT n.student_id, n.subject, n.level FROM old_rows o JOIN new_rows n ON n.id = o.id
              WHERE o.status = 'Odwolana przez ucznia' AND n.status = 'Odwolana przez nauczyciela' ORDER BY 1, 2, 3) a;
    WITH returned AS (
      SELECT n.id, e.lot_id FROM old_rows o JOIN new_rows n ON n.id = o.id
       CROSS JOIN LATERAL (
         SELECT e.kind, e.lot_id FROM ledger_entries e
          WHERE e.lesson_id = n.id AND e.lesson_turn IS NOT NULL ORDER BY e.lesson_turn DESC LIMIT 1) e
       WHERE o.status = 'Odwolana przez ucznia' AND n.status = 'Odwolana przez nauczyciela' AND n.deleted_at IS NULL
         AND NOT lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision) AND e.kind = 'release'),
    taken AS (
      UPDATE ledger_lots t SET remaining = t.remaining - r.lessons
        FROM (SELECT lot_id, count(*)::int AS lessons FROM returned GROUP BY 1) r
       WHERE t.id = r.lot_id AND t.remaining >= r.lessons AND NOT t.expired
         AND t.expires_on >= (product_clock_timestamp() AT TIME ZONE 'Europe/Warsaw')::date
      RETURNING t.id, t.student_id, t.subject, t.level, t.payment_id)
    INSERT INTO ledger_lots (student_id, subject, level, payment_id, lesson_id, expires_on, remaining)
    SELECT t.student_id, t.subject, t.level, t.payment_id, r.id, NULL, 1 FROM taken t JOIN returned r ON r.lot_id = t.id;
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_ledger_update AFTER UPDATE ON lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION enter_changed_lessons();

-- 20261123060000_holds_of_a_series
CREATE OR REPLACE FUNCTION enter_holds(lessons uuid[], student uuid, of_subject text, of_level text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  account ledger_accounts := lock_ledger_account(student, of_subject, of_level);
  day date := (at AT TIME ZONE 'Europe/Warsaw')::date;
  xid bigint := pg_current_xact_id()::text::bigint;
BEGIN
  WITH lots AS (
    SELECT l.id, l.payment_id, l.expires_on, l.remaining,
           sum(l.remaining) OVER (ORDER BY l.expires_on NULLS LAST, l.id) AS up_to
      FROM ledger_lots l
     WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0
       AND (l.expires_on IS NULL OR l.expires_on >= day)),
  used AS (
    UPDATE ledger_lots l SET remaining = l.remaining - least(l.remaining, cardinality(lessons) - (lots.up_to - lots.remaining))
      FROM lots WHERE l.id = lots.id AND lots.up_to - lots.remaining < cardinality(lessons))
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, created_at, seq, lesson_turn, balance,
                              expires_on, lot_id, source_payment_id)
  SELECT 'hold', -1, student, of_subject, of_level, n.lesson, at, nextval('ledger_entries_seq'), 1,
         account.balance - n.place, lots.expires_on, lots.id, lots.payment_id
    FROM unnest(lessons) WITH ORDINALITY AS n (lesson, place)
    LEFT JOIN lots ON n.place > lots.up_to - lots.remaining AND n.place <= lots.up_to;

  UPDATE ledger_accounts a
     SET balance = a.balance - cardinality(lessons), active = a.active + cardinality(lessons),
         opening_balance = CASE WHEN a.opening_xid = xid THEN a.opening_balance ELSE a.balance END,
         opening_xid = xid
   WHERE a.student_id = student AND a.subject = of_subject AND a.level = of_level;
END $function$;

-- 20261124210004_bills
CREATE OR REPLACE FUNCTION enter_new_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  made record;
BEGIN
  FOR made IN
    SELECT n.student_id, n.subject, n.level, n.created_at, max(n.date) AS last_day,
           array_agg(n.id ORDER BY n.date, n.block, n.id) AS lessons
      FROM new_rows n
     WHERE lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
     GROUP BY n.student_id, n.subject, n.level, n.created_at
     ORDER BY n.student_id, n.subject, n.level, n.created_at
  LOOP
    PERFORM lock_ledger_account(made.student_id, made.subject, made.level);
    IF EXISTS (SELECT FROM ledger_lots l
                WHERE l.student_id = made.student_id AND l.subject = made.subject AND l.level = made.level
                  AND l.remaining > 0 AND l.expires_on < made.last_day) THEN
      -- Not every lot is valid on every day: one after the other.
      INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, created_at)
      SELECT 'hold', -1, made.student_id, made.subject, made.level, id, made.created_at
        FROM unnest(made.lessons) WITH ORDINALITY AS n (id, place) ORDER BY place;
    ELSE
      PERFORM enter_holds(made.lessons, made.student_id, made.subject, made.level, made.created_at);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_ledger_insert AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION enter_new_lessons();

-- 20261127050000_expiring_lessons_first
CREATE OR REPLACE FUNCTION enter_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, payment_id, expires_on, created_at, created_by_id)
  SELECT m.kind, m.quantity, m.student_id, m.subject, m.level, m.id, m.expires_on, m.at, m.by_id FROM (
    SELECT 'purchase' AS kind, n.lesson_amount AS quantity, n.student_id, n.subject, n.level, n.id, n.expires_on,
           n.created_at AS at, n.created_by_id AS by_id
      FROM new_rows n
    UNION ALL
    SELECT 'void', 0, n.student_id, n.subject, n.level, n.id, NULL, n.deleted_at, n.deleted_by_id
      FROM new_rows n WHERE n.deleted_at IS NOT NULL
  ) m
   ORDER BY m.student_id, m.subject, m.level, m.kind, m.at, m.id;
  PERFORM use_expiring_first(a.student_id, a.subject, a.level, a.at)
     FROM (SELECT n.student_id, n.subject, n.level, max(n.created_at) AS at FROM new_rows n
            WHERE n.expires_on IS NOT NULL GROUP BY n.student_id, n.subject, n.level ORDER BY 1, 2, 3) a;
  RETURN NULL;
END $function$;
CREATE TRIGGER payments_ledger_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION enter_payments();

-- 20261122050002_ledger_live
CREATE OR REPLACE FUNCTION enter_voided_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE (o.student_id, o.subject, o.level, o.lesson_amount) <> (n.student_id, n.subject, n.level, n.lesson_amount)
       OR o.expires_on IS DISTINCT FROM n.expires_on OR (o.deleted_at IS NOT NULL AND n.deleted_at IS NULL);
  IF FOUND THEN
    RAISE EXCEPTION 'a payment is voided for good and otherwise unchanged';
  END IF;
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, payment_id, created_by_id)
  SELECT 'void', 0, n.student_id, n.subject, n.level, n.id, n.deleted_by_id
    FROM old_rows o JOIN new_rows n ON n.id = o.id
   WHERE o.deleted_at IS NULL AND n.deleted_at IS NOT NULL
   ORDER BY n.student_id, n.subject, n.level, n.created_at, n.id;
  RETURN NULL;
END $function$;
CREATE TRIGGER payments_ledger_update AFTER UPDATE ON payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION enter_voided_payments();

-- 20261127040100_erased_remarks
CREATE OR REPLACE FUNCTION erase_history(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  words text[] := ARRAY['description', 'cancelMessage', 'meetingLink', 'summary', 'homework', 'privateNote', 'reason',
                        'label'];
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE history_entries SET changes = '{}'::jsonb
   WHERE entity = 'account' AND entity_id = person::text AND changes <> '{}'::jsonb;
  UPDATE history_entries SET changes = changes - words
   WHERE (student_id = person OR teacher_id = person) AND changes ?| words;
  UPDATE history_entries h SET changes = h.changes - words
    FROM (SELECT 'bill' AS entity, b.id::text AS entity_id FROM bills b WHERE b.payer_id = person
          UNION
          SELECT 'bill', b.id::text FROM bill_lines n JOIN bills b ON b.id = n.bill_id
           WHERE n.student_id = person AND b.reason = ''
          UNION
          SELECT 'order', o.id::text FROM orders o WHERE o.payer_id = person
          UNION
          SELECT 'order', i.order_id::text FROM order_items i WHERE i.student_id = person
          UNION
          SELECT 'payment', p.id::text FROM payments p WHERE p.payer_id = person
          UNION
          SELECT 'payment', p.id::text FROM guardianships g JOIN payments p ON p.student_id = g.student_id
           WHERE g.parent_id = person AND p.description = ''
          UNION
          SELECT 'ledger', e.id::text FROM guardianships g JOIN ledger_entries e ON e.student_id = g.student_id
           WHERE g.parent_id = person AND e.kind = 'adjustment' AND e.description = '') said
   WHERE h.entity = said.entity AND h.entity_id = said.entity_id AND h.changes ?| words;
  UPDATE history_entries h SET changes = h.changes - 'teacher'
    FROM (SELECT 'lesson' AS entity, l.id::text AS entity_id FROM lessons l WHERE l.teacher_id = person
          UNION
          SELECT 'trialLesson', t.id::text FROM trial_lessons t WHERE t.teacher_id = person
          UNION
          SELECT o.entity, o.entity_id FROM history_entries o WHERE o.teacher_id = person) taught
   WHERE h.entity = taught.entity AND h.entity_id = taught.entity_id AND h.action = 'substitute'
     AND h.changes ? 'teacher';
  PERFORM set_config('korki.erasing', 'off', true);
END $function$;

-- 20261128140000_erased_history_words
CREATE OR REPLACE FUNCTION erase_history_words(students uuid[], patterns text[], words text[], replacements text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE history_entries h SET changes = replace_words(h.changes::text, words, replacements, true)::jsonb
   WHERE h.student_id = ANY (students) AND h.entity <> 'account' AND lower(h.changes::text) LIKE ANY (patterns);
  PERFORM set_config('korki.erasing', 'off', true);
END $function$;

-- 20261127040100_erased_remarks
CREATE OR REPLACE FUNCTION erase_ledger_remarks(entries uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE ledger_entries SET description = '' WHERE id = ANY (entries) AND description <> '';
  PERFORM set_config('korki.erasing', 'off', true);
END $function$;

-- 20261128090000_erased_parent_phones
CREATE OR REPLACE FUNCTION erase_parent_phones(students uuid[], phones text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE history_entries h SET changes = h.changes - 'phoneParent'
    FROM unnest(students, phones) AS erased (student_id, phone)
   WHERE h.entity = 'account' AND h.entity_id = erased.student_id::text
     AND erased.phone IN (h.changes #>> '{phoneParent,from}', h.changes #>> '{phoneParent,to}');
  PERFORM set_config('korki.erasing', 'off', true);
END $function$;

-- 20261125030000_bank_statements
CREATE OR REPLACE FUNCTION folded_words(text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT regexp_split_to_array(trim(regexp_replace(
    translate(lower($1), 'ąćęłńóśźżáäčďéěíňöřšťúůüýž', 'acelnoszzaacdeeinorstuuuyz'), '[^a-z0-9]+', ' ', 'g')), ' ')
$function$;

-- 20261124230001_push
CREATE OR REPLACE FUNCTION forget_push_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM push_subscriptions WHERE user_id = NEW.id;
  RETURN NULL;
END $function$;
CREATE TRIGGER users_disabled_push AFTER UPDATE OF is_disabled ON users FOR EACH ROW WHEN ((new.is_disabled AND (NOT old.is_disabled))) EXECUTE FUNCTION forget_push_of_account();

-- 20261124230001_push
CREATE OR REPLACE FUNCTION forget_push_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM push_subscriptions WHERE session_id = NEW.id;
  RETURN NULL;
END $function$;
CREATE TRIGGER sessions_ended_push AFTER UPDATE OF ended_at ON sessions FOR EACH ROW WHEN (((new.ended_at IS NOT NULL) AND (old.ended_at IS NULL))) EXECUTE FUNCTION forget_push_of_session();

-- 20261122070000_late_cancellations
CREATE OR REPLACE FUNCTION is_month_settled(teacher uuid, first_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM payouts p JOIN payout_runs r ON r.token = p.run_token
     WHERE p.teacher_id = teacher AND p.deleted_at IS NULL
       AND r.year = extract(year FROM first_day) AND r.month = extract(month FROM first_day))
$function$;

-- 20261124210001_demo_clock
CREATE OR REPLACE FUNCTION is_vetted(teacher uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT count(DISTINCT kind) = 3 FROM vetting_checks
   WHERE teacher_id = teacher AND (valid_until IS NULL OR valid_until >= warsaw_today())
$function$;

-- 20261125010100_watches
CREATE OR REPLACE FUNCTION keep_lesson_person_slots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF lesson_holds_slot(OLD) = lesson_holds_slot(NEW)
       AND (OLD.teacher_id, OLD.student_id, OLD.date, OLD.block)
         = (NEW.teacher_id, NEW.student_id, NEW.date, NEW.block) THEN
      RETURN NULL;
    END IF;
    DELETE FROM person_slots WHERE lesson_id = NEW.id;
  END IF;
  IF lesson_holds_slot(NEW) THEN
    PERFORM take_held_slot(NEW.teacher_id, NEW.student_id, NEW.date, NEW.block);
    PERFORM take_person_slots(NEW.teacher_id, NEW.student_id, NEW.date, NEW.block, NEW.id, NULL);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_slot_of_person AFTER UPDATE ON lessons FOR EACH ROW EXECUTE FUNCTION keep_lesson_person_slots();

-- 20261122050003_money_rules
CREATE OR REPLACE FUNCTION keep_policy_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.cancellation_policy_version := OLD.cancellation_policy_version;
  ELSE
    NEW.cancellation_policy_version := (SELECT max(version) FROM cancellation_policies);
  END IF;
  RETURN NEW;
END $function$;
CREATE TRIGGER lessons_policy_version BEFORE INSERT ON lessons FOR EACH ROW EXECUTE FUNCTION keep_policy_version();
CREATE TRIGGER lessons_policy_version_kept BEFORE UPDATE OF cancellation_policy_version ON lessons FOR EACH ROW EXECUTE FUNCTION keep_policy_version();

-- 20261122055000_guardianships
CREATE OR REPLACE FUNCTION keep_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search_text := lower(translate(
    NEW.name || ' ' || NEW.surname || ' ' || coalesce(NEW.email, '') || ' ' || NEW.phone || ' ' || NEW.phone_parent,
    'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ', 'acelnoszzACELNOSZZ'));
  RETURN NEW;
END $function$;
CREATE TRIGGER users_search_text BEFORE INSERT OR UPDATE OF name, surname, email, phone, phone_parent, search_text ON users FOR EACH ROW EXECUTE FUNCTION keep_search_text();

-- 20261125010100_watches
CREATE OR REPLACE FUNCTION keep_trial_person_slots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM person_slots WHERE trial_lesson_id = NEW.id;
  END IF;
  IF trial_lesson_holds_slot(NEW) THEN
    PERFORM take_held_slot(NEW.teacher_id, NULL, NEW.date, NEW.block);
    PERFORM take_person_slots(NEW.teacher_id, NEW.student_id, NEW.date, NEW.block, NULL, NEW.id);
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER trial_lessons_slot_of_person AFTER INSERT OR UPDATE ON trial_lessons FOR EACH ROW EXECUTE FUNCTION keep_trial_person_slots();

-- 20261124220000_series_moves
CREATE OR REPLACE FUNCTION leave_series_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone record;
BEGIN
  FOR gone IN DELETE FROM series_move_dates WHERE lesson_id = NEW.id RETURNING move_id, date LOOP
    DELETE FROM person_slots WHERE hold_id = gone.move_id AND date = gone.date;
    IF NOT EXISTS (SELECT FROM series_move_dates
                    WHERE move_id = gone.move_id AND lesson_id IS NOT NULL AND outcome = 'free') THEN
      UPDATE series_moves SET status = 'void', resolved_at = product_now() WHERE id = gone.move_id AND status = 'open';
      DELETE FROM slot_holds WHERE id = gone.move_id;
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_leave_series_move AFTER UPDATE ON lessons FOR EACH ROW WHEN (((new.series_id IS NOT NULL) AND ((new.deleted_at IS NOT NULL) OR (new.status <> ALL (ARRAY['Nie potwierdzona'::text, 'Potwierdzona'::text])) OR (((old.date IS DISTINCT FROM new.date) OR (old.block IS DISTINCT FROM new.block)) OR (old.teacher_id IS DISTINCT FROM new.teacher_id))))) EXECUTE FUNCTION leave_series_move();

-- 20261122050000_ledger
CREATE OR REPLACE FUNCTION lesson_counts(status text, deleted_at timestamp with time zone, charged boolean, late_decision text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT deleted_at IS NULL
     AND (status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela') OR charged OR late_decision IS NOT NULL)
$function$;

-- 20261120100100_guarantees
CREATE OR REPLACE FUNCTION lesson_holds_slot(lesson lessons)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT lesson.deleted_at IS NULL
     AND lesson.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
$function$;

-- 20261128150000_restored_lessons
CREATE OR REPLACE FUNCTION lessons_holding(student uuid, of_subject text, of_level text, first_day date, last_day date)
 RETURNS TABLE(id uuid, date date, block smallint, lot_id bigint, expires_on date)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT l.id, l.date, l.block, CASE WHEN p.deleted_at IS NULL THEN held.lot_id END, t.expires_on
    FROM lessons l
   CROSS JOIN LATERAL (
     SELECT e.kind, e.lot_id, e.source_payment_id FROM ledger_entries e
      WHERE e.lesson_id = l.id AND e.lesson_turn IS NOT NULL ORDER BY e.lesson_turn DESC LIMIT 1) held
    LEFT JOIN payments p ON p.id = held.source_payment_id
    LEFT JOIN ledger_lots t ON t.id = held.lot_id
   WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.date BETWEEN first_day AND last_day
     AND lesson_counts(l.status, l.deleted_at, l.charged, l.late_decision) AND held.kind = 'hold'
$function$;

-- 20261124210004_bills
CREATE OR REPLACE FUNCTION lessons_lost(student uuid, of_subject text, of_level text, balance integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  WITH lots AS (
    SELECT expires_on, sum(remaining) OVER (ORDER BY expires_on NULLS LAST, id)::int AS up_to,
           sum(remaining) OVER ()::int AS total
      FROM ledger_lots
     WHERE student_id = student AND subject = of_subject AND level = of_level AND remaining > 0)
  SELECT coalesce(max(greatest(0, up_to - owed_lessons_until(student, of_subject, of_level, total - balance, expires_on))), 0)
    FROM lots WHERE expires_on IS NOT NULL
$function$;

-- 20261127050000_expiring_lessons_first
CREATE OR REPLACE FUNCTION lessons_settled(student uuid, of_subject text, of_level text)
 RETURNS TABLE(payment_id uuid, expires_on date, paid_at timestamp with time zone, lessons integer)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT p.id, p.expires_on, p.created_at,
         (p.lesson_amount + coalesce(used.lessons, 0) - coalesce(free.lessons, 0))::int
    FROM payments p
    LEFT JOIN (SELECT e.source_payment_id AS id, sum(e.quantity) AS lessons FROM ledger_entries e
                WHERE e.student_id = student AND e.source_payment_id IS NOT NULL
                  AND (e.kind IN ('expiry', 'refund')
                       OR (e.kind = 'hold' AND NOT EXISTS (SELECT FROM ledger_entries n
                             WHERE n.lesson_id = e.lesson_id AND n.lesson_turn = e.lesson_turn + 1)))
                GROUP BY e.source_payment_id) used USING (id)
    LEFT JOIN (SELECT l.payment_id AS id, sum(l.remaining) AS lessons FROM ledger_lots l
                WHERE l.student_id = student AND l.remaining > 0 GROUP BY l.payment_id) free USING (id)
   WHERE p.student_id = student AND p.subject = of_subject AND p.level = of_level AND p.deleted_at IS NULL
$function$;

-- 20261123060000_holds_of_a_series
CREATE OR REPLACE FUNCTION lock_ledger_account(student uuid, of_subject text, of_level text)
 RETURNS ledger_accounts
 LANGUAGE plpgsql
AS $function$
DECLARE
  account ledger_accounts;
BEGIN
  SELECT * INTO account FROM ledger_accounts a
   WHERE a.student_id = student AND a.subject = of_subject AND a.level = of_level FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO ledger_accounts (student_id, subject, level, opening_xid)
    VALUES (student, of_subject, of_level, pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING;
    SELECT * INTO account FROM ledger_accounts a
     WHERE a.student_id = student AND a.subject = of_subject AND a.level = of_level FOR NO KEY UPDATE;
  END IF;
  RETURN account;
END $function$;

-- 20261122150100_consents_and_vetting
CREATE OR REPLACE FUNCTION missing_consents(person uuid, role_of text, published_until timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ARRAY(
    SELECT d.id FROM current_documents d
     WHERE d.mandatory AND role_of = ANY (d.roles) AND d.created_at <= published_until
       AND NOT coalesce((SELECT c.accepted FROM consents c WHERE c.person_id = person AND c.document_id = d.id
                          ORDER BY c.created_at DESC, c.id DESC LIMIT 1), false)
     ORDER BY d.kind)
$function$;

-- 20261127041500_low_balance_of_agreed
CREATE OR REPLACE FUNCTION note_asked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM set_config('korki.asked_for', NEW.student_id::text, true);
  RETURN NULL;
END $function$;
CREATE TRIGGER approvals_asked AFTER INSERT ON approvals FOR EACH ROW WHEN ((new.kind = 'series'::text)) EXECUTE FUNCTION note_asked();

-- 20261127041500_low_balance_of_agreed
CREATE OR REPLACE FUNCTION note_low_balance(student uuid, of_subject text, of_level text, before integer, after integer, crossing text)
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

-- 20261127041500_low_balance_of_agreed
CREATE OR REPLACE FUNCTION notify_agreed_balance()
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
CREATE CONSTRAINT TRIGGER approvals_agreed_low_balance AFTER UPDATE ON approvals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status = 'open'::text) AND (new.status = ANY (ARRAY['agreed'::text, 'declined'::text, 'expired'::text])))) EXECUTE FUNCTION notify_agreed_balance();

-- 20261127041500_low_balance_of_agreed
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
CREATE CONSTRAINT TRIGGER ledger_accounts_low_balance AFTER UPDATE ON ledger_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.balance < old.balance)) EXECUTE FUNCTION notify_low_balance();

-- 20261125010000_day_hours
CREATE OR REPLACE FUNCTION offered_blocks(first_day date, last_day date)
 RETURNS TABLE(teacher_id uuid, date date, block integer)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT a.teacher_id, d.day::date, b.block
    FROM generate_series(first_day, last_day, interval '1 day') AS d (day)
    JOIN availability_sections a
      ON a.day = (ARRAY['pon', 'wt', 'sr', 'czw', 'pt', 'sob', 'niedz'])[extract(isodow FROM d.day)::int]
   CROSS JOIN LATERAL generate_series(a.start_block::int, a.end_block::int) AS b (block)
   WHERE NOT EXISTS (SELECT FROM day_hours h
                      WHERE h.teacher_id = a.teacher_id AND h.date = d.day::date AND h.replaces)
   UNION
  SELECT s.teacher_id, s.date, b.block
    FROM day_sections s CROSS JOIN LATERAL generate_series(s.start_block::int, s.end_block::int) AS b (block)
   WHERE s.date BETWEEN first_day AND last_day
$function$;

-- 20261124210004_bills
CREATE OR REPLACE FUNCTION owed_lessons_until(student uuid, of_subject text, of_level text, owed integer, day date)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  SELECT greatest(0, count(*) FILTER (WHERE l.date <= day) - (count(*) - owed))::int FROM lessons l
   WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.deleted_at IS NULL
     AND (l.charged OR l.late_decision = 'open'
          OR l.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela'))
$function$;

-- 20261122055000_guardianships
CREATE OR REPLACE FUNCTION payers_of(student uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT parent_id FROM current_guardianships WHERE student_id = student AND is_payer
$function$;

-- 20261124210001_demo_clock
CREATE OR REPLACE FUNCTION product_clock_timestamp()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  SELECT clock_timestamp() + coalesce(nullif(current_setting('korki.clock_ahead', true), ''), '0')::interval
$function$;

-- 20261124210001_demo_clock
CREATE OR REPLACE FUNCTION product_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT now() + coalesce(nullif(current_setting('korki.clock_ahead', true), ''), '0')::interval
$function$;

-- 20261120190000_chat
CREATE OR REPLACE FUNCTION read_messages(reader uuid, sender uuid, up_to integer, read_at timestamp with time zone)
 RETURNS TABLE(read_seq integer)
 LANGUAGE plpgsql
AS $function$
DECLARE
  conversation conversations;
  already int;
  reached int;
BEGIN
  SELECT * INTO conversation FROM conversations
   WHERE low_user_id = least(reader, sender) AND high_user_id = greatest(reader, sender)
     FOR NO KEY UPDATE;
  already := CASE WHEN reader < sender THEN conversation.low_read_seq ELSE conversation.high_read_seq END;
  SELECT max(m.seq) INTO reached FROM messages m
   WHERE m.conversation_id = conversation.id AND m.seq > already AND m.seq <= up_to
     AND m.recipient_id = reader;
  IF reached IS NULL THEN RETURN; END IF;
  UPDATE messages m SET read_at = read_messages.read_at
   WHERE m.conversation_id = conversation.id AND m.seq > already AND m.seq <= reached
     AND m.recipient_id = reader;
  UPDATE conversations SET
      low_read_seq = CASE WHEN reader < sender THEN reached ELSE low_read_seq END,
      high_read_seq = CASE WHEN reader < sender THEN high_read_seq ELSE reached END
   WHERE id = conversation.id;
  PERFORM pg_notify('korki_chat', json_build_object('read', json_build_object(
    'reader', reader, 'sender', sender, 'seq', reached,
    'readAt', to_char(read_messages.read_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text);
  read_seq := reached;
  RETURN NEXT;
END $function$;

-- 20261128160000_cancelled_owed_lessons
CREATE OR REPLACE FUNCTION record_ledger_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  account ledger_accounts;
  previous record;
  lot ledger_lots;
  free integer;
  owed integer;
  is_owed boolean := false;
  surplus integer;
  lesson_day date;
  returned bigint;
  day date := (NEW.created_at AT TIME ZONE 'Europe/Warsaw')::date;
  xid bigint := pg_current_xact_id()::text::bigint;
BEGIN
  -- Worked out with others by enter_holds.
  IF NEW.seq IS NOT NULL AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
  account := lock_ledger_account(NEW.student_id, NEW.subject, NEW.level);
  NEW.seq := nextval('ledger_entries_seq');

  IF NEW.kind IN ('hold', 'release') THEN
    SELECT e.lesson_turn, e.lot_id INTO previous FROM ledger_entries e
     WHERE e.lesson_id = NEW.lesson_id AND e.lesson_turn IS NOT NULL ORDER BY e.lesson_turn DESC LIMIT 1;
    NEW.lesson_turn := coalesce(previous.lesson_turn, 0) + 1;
    IF (NEW.lesson_turn % 2 = 1) <> (NEW.kind = 'hold') THEN
      RAISE EXCEPTION 'a lesson is held and released in turns' USING ERRCODE = 'check_violation',
        CONSTRAINT = 'ledger_entries_turn_check';
    END IF;
  END IF;

  IF NEW.kind = 'hold' THEN
    SELECT date INTO lesson_day FROM lessons WHERE id = NEW.lesson_id;
    -- What its last release gave back is valid as long as before; what another lesson uses by now is not cut short.
    UPDATE ledger_lots l SET expires_on = held.expires_on
      FROM (SELECT CASE WHEN p.deleted_at IS NULL THEN t.expires_on END AS expires_on
              FROM ledger_entries e LEFT JOIN payments p ON p.id = e.source_payment_id
              LEFT JOIN ledger_lots t ON t.id = e.lot_id
             WHERE e.lesson_id = NEW.lesson_id AND e.lesson_turn = previous.lesson_turn - 1) held
     WHERE l.id = previous.lot_id AND l.lesson_id = NEW.lesson_id
       AND l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level
       AND (l.expires_on IS NULL OR l.expires_on >= day)
       AND (held.expires_on IS NULL OR (held.expires_on >= lesson_day AND l.remaining > 0))
    RETURNING l.id INTO returned;
    SELECT * INTO lot FROM ledger_lots l
     WHERE l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level AND l.remaining > 0
       AND (l.expires_on IS NULL OR l.expires_on >= greatest(day, lesson_day) OR l.id = returned)
     ORDER BY l.expires_on NULLS LAST, l.id <> returned, l.id LIMIT 1;
    NEW.expires_on := lot.expires_on;
    NEW.lot_id := lot.id;
    NEW.source_payment_id := lot.payment_id;
    IF lot.id IS NOT NULL THEN
      UPDATE ledger_lots SET remaining = remaining - 1 WHERE id = lot.id;
    END IF;

  ELSIF NEW.quantity > 0 OR NEW.kind = 'purchase' THEN
    -- Lessons owed are settled first; what is left over can be used.
    SELECT coalesce(sum(l.remaining), 0) INTO free FROM ledger_lots l
     WHERE l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level AND l.remaining > 0;
    owed := free - account.balance;
    IF NEW.kind = 'release' AND owed > 0 AND NEW.expires_on IS NOT NULL THEN
      -- A cancelled lesson is owed itself if fewer lessons come after it than are owed with it. If it used nothing, lessons
      -- that use something do not count: that is theirs.
      is_owed := EXISTS (
        SELECT FROM lessons c
          LEFT JOIN ledger_lots t ON t.id = previous.lot_id
          LEFT JOIN payments p ON p.id = t.payment_id
         WHERE c.id = NEW.lesson_id AND NOT lesson_counts(c.status, c.deleted_at, c.charged, c.late_decision)
           AND owed > (SELECT count(*) FROM lessons_holding(NEW.student_id, NEW.subject, NEW.level, c.date, 'infinity') h
                        WHERE (h.date, h.block, h.id) > (c.date, c.block, c.id)
                          AND (h.lot_id IS NULL OR (t.id IS NOT NULL AND p.deleted_at IS NULL))));
    END IF;
    IF owed > 0 AND NEW.expires_on IS NOT NULL AND NOT is_owed THEN
      owed := owed_lessons_until(NEW.student_id, NEW.subject, NEW.level, owed, NEW.expires_on);
    END IF;
    surplus := greatest(0, NEW.quantity - owed);
    IF NEW.kind = 'release' THEN
      SELECT * INTO lot FROM ledger_lots WHERE id = previous.lot_id;
      NEW.source_payment_id := lot.payment_id;
      IF surplus = 0 THEN
        NEW.expires_on := NULL;
      ELSIF lot.id IS NOT NULL AND lot.expires_on IS NOT DISTINCT FROM NEW.expires_on AND NOT lot.expired
            AND (lot.expires_on IS NULL OR lot.expires_on >= day) THEN
        UPDATE ledger_lots SET remaining = remaining + 1 WHERE id = lot.id;
        NEW.lot_id := lot.id;
      ELSE
        INSERT INTO ledger_lots (student_id, subject, level, payment_id, lesson_id, expires_on, remaining)
        VALUES (NEW.student_id, NEW.subject, NEW.level, lot.payment_id, NEW.lesson_id, NEW.expires_on, 1)
        RETURNING id INTO NEW.lot_id;
      END IF;
    ELSIF NEW.quantity > 0 THEN
      INSERT INTO ledger_lots (student_id, subject, level, payment_id, expires_on, remaining)
      VALUES (NEW.student_id, NEW.subject, NEW.level, NEW.payment_id, NEW.expires_on, surplus)
      RETURNING id INTO NEW.lot_id;
      NEW.source_payment_id := NEW.payment_id;
    END IF;

  ELSIF NEW.kind = 'expiry' THEN
    SELECT * INTO STRICT lot FROM ledger_lots l
     WHERE l.id = NEW.lot_id AND l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level;
    SELECT coalesce(sum(l.remaining), 0) INTO free FROM ledger_lots l
     WHERE l.student_id = NEW.student_id AND l.subject = NEW.subject AND l.level = NEW.level AND l.remaining > 0;
    owed := free - account.balance;
    IF owed > 0 THEN
      owed := owed_lessons_until(NEW.student_id, NEW.subject, NEW.level, owed, lot.expires_on);
    END IF;
    UPDATE ledger_lots SET remaining = 0, expired = true WHERE id = lot.id;
    IF owed >= lot.remaining THEN RETURN NULL; END IF;
    NEW.quantity := owed - lot.remaining;
    NEW.expires_on := lot.expires_on;
    NEW.source_payment_id := lot.payment_id;
    NEW.lesson_id := lot.lesson_id;
    NEW.payment_id := CASE WHEN lot.lesson_id IS NULL THEN lot.payment_id END;

  ELSIF NEW.kind = 'refund' THEN
    NEW.source_payment_id := NEW.payment_id;
    PERFORM take_from_lots(NEW, -NEW.quantity, NEW.payment_id, true, day);

  ELSIF NEW.kind = 'void' THEN
    -- What expiry and refund have not taken.
    SELECT -coalesce(sum(e.quantity), 0) INTO NEW.quantity FROM ledger_entries e
     WHERE (e.payment_id = NEW.payment_id AND e.kind = 'purchase')
        OR (e.source_payment_id = NEW.payment_id AND e.kind IN ('expiry', 'refund'));
    NEW.source_payment_id := NEW.payment_id;
    PERFORM take_from_lots(NEW, -NEW.quantity, NEW.payment_id, false, day);

  ELSE
    NEW.lot_id := take_from_lots(NEW, -NEW.quantity, NULL, false, day);
  END IF;

  NEW.balance := account.balance + NEW.quantity;
  UPDATE ledger_accounts a
     SET balance = NEW.balance,
         active = a.active + CASE WHEN NEW.kind IN ('purchase', 'hold', 'adjustment') THEN 1
                                  WHEN NEW.kind IN ('void', 'release') THEN -1 ELSE 0 END,
         opening_balance = CASE WHEN a.opening_xid = xid THEN a.opening_balance ELSE a.balance END,
         opening_xid = xid
   WHERE a.student_id = NEW.student_id AND a.subject = NEW.subject AND a.level = NEW.level;
  RETURN NEW;
END $function$;
CREATE TRIGGER ledger_entries_record BEFORE INSERT ON ledger_entries FOR EACH ROW WHEN (((new.seq IS NULL) OR (pg_trigger_depth() = 0))) EXECUTE FUNCTION record_ledger_entry();

-- 20261120200100_erasure
CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('korki.erasing', true) = 'on'
     AND to_jsonb(NEW) - 'changes' = to_jsonb(OLD) - 'changes' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'history entries are append-only';
END $function$;
CREATE TRIGGER history_entries_append_only BEFORE DELETE OR UPDATE ON history_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- 20261123090000_closed_days_by_statement
CREATE OR REPLACE FUNCTION refuse_closed_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  closing record;
BEGIN
  -- From here on nobody closes anything until the transaction ends: the next statement sees every closure.
  PERFORM share_closures();
  SELECT c.teacher_id, c.label INTO closing
    FROM new_rows n JOIN closures c
      ON (c.teacher_id IS NULL OR c.teacher_id = n.teacher_id) AND c.first_date <= n.date AND c.last_date >= n.date
     AND n.block BETWEEN coalesce(c.first_block, 0) AND coalesce(c.last_block, 13)
   WHERE NOT n.closure_overridden AND n.deleted_at IS NULL
     AND n.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
   ORDER BY n.date, n.block, n.id, c.teacher_id NULLS FIRST, c.first_date, c.id LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'closed slot: %', json_build_object(
      'scope', CASE WHEN closing.teacher_id IS NULL THEN 'centre' ELSE 'teacher' END, 'label', closing.label)
      USING ERRCODE = 'check_violation', CONSTRAINT = 'open_slot', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_closed_slots AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_lessons();

-- 20261123090000_closed_days_by_statement
CREATE OR REPLACE FUNCTION refuse_closed_slot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  closing closures;
BEGIN
  PERFORM share_closures();
  SELECT c.* INTO closing FROM closures c
   WHERE (c.teacher_id IS NULL OR c.teacher_id = NEW.teacher_id)
     AND c.first_date <= NEW.date AND c.last_date >= NEW.date
     AND NEW.block BETWEEN coalesce(c.first_block, 0) AND coalesce(c.last_block, 13)
   ORDER BY c.teacher_id NULLS FIRST, c.first_date, c.id LIMIT 1;
  IF NOT FOUND THEN
    NEW.closure_overridden := false;
  ELSIF NOT NEW.closure_overridden THEN
    RAISE EXCEPTION 'closed slot: %', json_build_object(
      'scope', CASE WHEN closing.teacher_id IS NULL THEN 'centre' ELSE 'teacher' END, 'label', closing.label)
      USING ERRCODE = 'check_violation', CONSTRAINT = 'open_slot', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $function$;
CREATE TRIGGER lessons_open_slot_insert BEFORE INSERT ON lessons FOR EACH ROW WHEN ((new.closure_overridden AND lesson_holds_slot(new.*))) EXECUTE FUNCTION refuse_closed_slot();
CREATE TRIGGER lessons_open_slot_update BEFORE UPDATE ON lessons FOR EACH ROW WHEN ((lesson_holds_slot(new.*) AND ((NOT lesson_holds_slot(old.*)) OR (((old.teacher_id IS DISTINCT FROM new.teacher_id) OR (old.date IS DISTINCT FROM new.date)) OR (old.block IS DISTINCT FROM new.block))))) EXECUTE FUNCTION refuse_closed_slot();
CREATE TRIGGER trial_lessons_open_slot_insert BEFORE INSERT ON trial_lessons FOR EACH ROW WHEN (trial_lesson_holds_slot(new.*)) EXECUTE FUNCTION refuse_closed_slot();
CREATE TRIGGER trial_lessons_open_slot_update BEFORE UPDATE ON trial_lessons FOR EACH ROW WHEN ((trial_lesson_holds_slot(new.*) AND ((NOT trial_lesson_holds_slot(old.*)) OR (((old.teacher_id IS DISTINCT FROM new.teacher_id) OR (old.date IS DISTINCT FROM new.date)) OR (old.block IS DISTINCT FROM new.block))))) EXECUTE FUNCTION refuse_closed_slot();

-- 20261122150100_consents_and_vetting
CREATE OR REPLACE FUNCTION refuse_consent_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'consents are only added' USING ERRCODE = '23514', CONSTRAINT = 'consents_append_only';
END $function$;
CREATE TRIGGER consents_append_only BEFORE DELETE OR UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_consent_change();

-- 20261127040100_erased_remarks
CREATE OR REPLACE FUNCTION refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'ledger_entries' AND current_setting('korki.erasing', true) = 'on' THEN
    IF NEW.description = '' AND to_jsonb(NEW) - 'description' = to_jsonb(OLD) - 'description' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the ledger is append-only';
END $function$;
CREATE TRIGGER ledger_accounts_derived BEFORE DELETE OR UPDATE ON ledger_accounts FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_lots_derived BEFORE DELETE OR UPDATE OF student_id, subject, level, payment_id, lesson_id, expires_on, remaining, expired ON ledger_lots FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_ledger_change();

-- 20261122050003_money_rules
CREATE OR REPLACE FUNCTION refuse_policy_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a version of the cancellation policy is never edited';
END $function$;
CREATE TRIGGER cancellation_policies_unchanged BEFORE DELETE OR UPDATE ON cancellation_policies FOR EACH ROW EXECUTE FUNCTION refuse_policy_change();

-- 20261125000100_settlement
CREATE OR REPLACE FUNCTION refuse_settlement_line_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    RAISE EXCEPTION 'lines of an accepted month are never changed' USING ERRCODE = 'restrict_violation';
END $function$;
CREATE TRIGGER settlement_lines_append_only BEFORE DELETE OR UPDATE ON settlement_lines FOR EACH ROW EXECUTE FUNCTION refuse_settlement_line_change();

-- 20261122032000_complete_erasure
CREATE OR REPLACE FUNCTION replace_words(body text, words text[], replacements text[], is_json boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  word text;
BEGIN
  FOR at IN 1 .. coalesce(array_length(words, 1), 0) LOOP
    CONTINUE WHEN words[at] = '';
    word := CASE WHEN is_json THEN substr(to_json(words[at])::text, 2, length(to_json(words[at])::text) - 2)
                 ELSE words[at] END;
    -- Whatever its case, with every character of it meant as it is.
    body := regexp_replace(body, regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g'),
                           replace(replacements[at], '\', '\\'), 'gi');
  END LOOP;
  RETURN body;
END $function$;

-- 20261122180000_consents_without_accounts
CREATE OR REPLACE FUNCTION require_vetted_teacher()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (SELECT require_vetting FROM centre_settings) AND NOT is_vetted(NEW.teacher_id) THEN
    RAISE EXCEPTION 'the teacher lacks a required check' USING ERRCODE = '23505', CONSTRAINT = 'teacher_vetted';
  END IF;
  RETURN NEW;
END $function$;
CREATE TRIGGER lessons_vetted BEFORE UPDATE OF teacher_id ON lessons FOR EACH ROW WHEN ((new.teacher_id <> old.teacher_id)) EXECUTE FUNCTION require_vetted_teacher();
CREATE TRIGGER teaching_relations_vetted BEFORE INSERT ON teaching_relations FOR EACH ROW EXECUTE FUNCTION require_vetted_teacher();
CREATE TRIGGER trial_lessons_vetted BEFORE UPDATE OF teacher_id ON trial_lessons FOR EACH ROW WHEN (((old.teacher_id IS NOT NULL) AND (new.teacher_id <> old.teacher_id))) EXECUTE FUNCTION require_vetted_teacher();

-- 20261122190000_signals_after_commit
CREATE OR REPLACE FUNCTION send_signal(channel text, payload text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF pg_try_advisory_lock_shared(hashtextextended('korki.signals', 0)) THEN
    PERFORM pg_advisory_unlock_shared(hashtextextended('korki.signals', 0));
    PERFORM pg_notify(channel, payload);
  ELSE
    INSERT INTO waiting_signals (channel, payload) VALUES (channel, payload);
  END IF;
END $function$;

-- 20261127041000_holds_of_moved_lessons
CREATE OR REPLACE FUNCTION settle_owed(student uuid, of_subject text, of_level text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  account ledger_accounts := lock_ledger_account(student, of_subject, of_level);
  lot record;
  owed integer;
  settled integer;
BEGIN
  SELECT coalesce(sum(l.remaining), 0) - account.balance INTO owed FROM ledger_lots l
   WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0;
  FOR lot IN
    SELECT l.id, l.remaining, l.expires_on FROM ledger_lots l
     WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0
     ORDER BY l.expires_on NULLS LAST, l.id
  LOOP
    EXIT WHEN owed <= 0;
    settled := least(lot.remaining, owed_lessons_until(student, of_subject, of_level, owed,
                                                       coalesce(lot.expires_on, 'infinity')));
    IF settled > 0 THEN
      UPDATE ledger_lots SET remaining = remaining - settled WHERE id = lot.id;
      owed := owed - settled;
    END IF;
  END LOOP;
END $function$;

-- 20261122060300_series_and_closures
CREATE OR REPLACE FUNCTION share_closures()
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT pg_advisory_xact_lock_shared(hashtextextended('korki.closures', 0))
$function$;

-- 20261120180200_access_signals
CREATE OR REPLACE FUNCTION signal_account_disabled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('korki_access', json_build_object('userId', NEW.id)::text);
  RETURN NULL;
END $function$;
CREATE TRIGGER users_disabled_signal AFTER UPDATE OF is_disabled ON users FOR EACH ROW WHEN ((new.is_disabled AND (NOT old.is_disabled))) EXECUTE FUNCTION signal_account_disabled();

-- 20261124210003_approvals
CREATE OR REPLACE FUNCTION signal_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('family', ARRAY[NEW.student_id] || ARRAY(
    SELECT DISTINCT teacher_id FROM lessons WHERE id = ANY (NEW.lesson_ids) ORDER BY 1));
  RETURN NULL;
END $function$;
CREATE TRIGGER approvals_signal AFTER INSERT OR UPDATE OF status ON approvals FOR EACH ROW EXECUTE FUNCTION signal_approval();

-- 20261124230001_push
CREATE OR REPLACE FUNCTION signal_attention()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('attention', '{}');
  RETURN NULL;
END $function$;
CREATE TRIGGER lesson_visits_teacher_signal AFTER INSERT ON lesson_visits FOR EACH ROW WHEN ((new.role = 'teacher'::text)) EXECUTE FUNCTION signal_attention();
CREATE TRIGGER notifications_failed_signal AFTER UPDATE OF status ON notifications FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND (('failed'::text = old.status) OR ('failed'::text = new.status)))) EXECUTE FUNCTION signal_attention();
CREATE TRIGGER notifications_teacher_absent_signal AFTER INSERT ON notifications FOR EACH ROW WHEN ((new.kind = 'teacher-absent'::text)) EXECUTE FUNCTION signal_attention();
CREATE TRIGGER push_stops_signal AFTER INSERT OR DELETE ON push_stops FOR EACH STATEMENT EXECUTE FUNCTION signal_attention();

-- 20261128000000_busy_blocks_signals
CREATE OR REPLACE FUNCTION signal_busy_blocks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM signal_change('attention', ARRAY(SELECT DISTINCT teacher_id FROM changed));
    PERFORM signal_change('closures', ARRAY(
      SELECT teacher_id FROM changed
       UNION
      SELECT student_id FROM teaching_relations WHERE teacher_id IN (SELECT teacher_id FROM changed)
       ORDER BY 1));
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER busy_blocks_added_signal AFTER INSERT ON busy_blocks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_busy_blocks();
CREATE TRIGGER busy_blocks_gone_signal AFTER DELETE ON busy_blocks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_busy_blocks();

-- 20261123010000_brand
CREATE OR REPLACE FUNCTION signal_centre()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('attention', '{}');
  RETURN NULL;
END $function$;
CREATE TRIGGER centre_settings_signal AFTER UPDATE ON centre_settings FOR EACH STATEMENT EXECUTE FUNCTION signal_centre();

-- 20261122230000_family_signals
CREATE OR REPLACE FUNCTION signal_change(topic text, people uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  concerned uuid[] := people || ARRAY(
    SELECT parent_id FROM current_guardianships WHERE student_id = ANY (people) ORDER BY 1);
BEGIN
  IF people IS NULL OR cardinality(concerned) > 190 THEN
    concerned := NULL;
  END IF;
  PERFORM send_signal('korki_changes', json_build_object('topic', topic, 'userIds', concerned)::text);
END $function$;

-- 20261124210004_bills
CREATE OR REPLACE FUNCTION signal_changed_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM signal_change('money', ARRAY(SELECT DISTINCT payer_id FROM new_rows));
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER bills_signal_insert AFTER INSERT ON bills REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_bills();
CREATE TRIGGER bills_signal_update AFTER UPDATE ON bills REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_bills();

-- 20261122210000_lessons_by_statement
CREATE OR REPLACE FUNCTION signal_changed_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM signal_change('lessons', ARRAY(
      SELECT person FROM new_rows, unnest(ARRAY[teacher_id, student_id]) AS person
       UNION
      SELECT person FROM old_rows, unnest(ARRAY[teacher_id, student_id]) AS person));
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_signal_update AFTER UPDATE ON lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_lessons();

-- 20261125010000_day_hours
CREATE OR REPLACE FUNCTION signal_closure_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  teacher uuid := coalesce(NEW.teacher_id, OLD.teacher_id);
BEGIN
  PERFORM signal_change('closures', CASE WHEN teacher IS NOT NULL THEN
    ARRAY(SELECT teacher UNION ALL SELECT student_id FROM teaching_relations WHERE teacher_id = teacher) END);
  RETURN NULL;
END $function$;
CREATE TRIGGER closures_signal AFTER INSERT OR DELETE ON closures FOR EACH ROW EXECUTE FUNCTION signal_closure_change();
CREATE TRIGGER day_hours_signal AFTER INSERT OR DELETE OR UPDATE ON day_hours FOR EACH ROW EXECUTE FUNCTION signal_closure_change();

-- 20261122200000_reminders_and_attention
CREATE OR REPLACE FUNCTION signal_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('attention', ARRAY[NEW.person_id, NEW.given_by_id]);
  RETURN NULL;
END $function$;
CREATE TRIGGER consents_signal AFTER INSERT ON consents FOR EACH ROW EXECUTE FUNCTION signal_consent();

-- 20261122200000_reminders_and_attention
CREATE OR REPLACE FUNCTION signal_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('attention', NULL);
  RETURN NULL;
END $function$;
CREATE TRIGGER documents_signal AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION signal_document();

-- 20261122055000_guardianships
CREATE OR REPLACE FUNCTION signal_guardianship()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  guardianship guardianships := coalesce(NEW, OLD);
BEGIN
  PERFORM signal_change('family', ARRAY[guardianship.parent_id, guardianship.student_id]);
  PERFORM pg_notify('korki_chat', json_build_object('contacts', to_json(ARRAY[guardianship.parent_id] || ARRAY(
    SELECT teacher_id FROM teaching_relations WHERE student_id = guardianship.student_id)))::text);
  RETURN NULL;
END $function$;
CREATE TRIGGER guardianships_signal AFTER INSERT OR DELETE OR UPDATE ON guardianships FOR EACH ROW EXECUTE FUNCTION signal_guardianship();

-- 20261123040000_imports
CREATE OR REPLACE FUNCTION signal_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('people', '{}');
  RETURN NULL;
END $function$;
CREATE TRIGGER imports_signal AFTER INSERT OR UPDATE ON imports FOR EACH STATEMENT EXECUTE FUNCTION signal_import();

-- 20261125000000_invoices
CREATE OR REPLACE FUNCTION signal_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM signal_change('money', ARRAY[NEW.payer_id]);
    RETURN NULL;
END $function$;
CREATE TRIGGER invoices_signal AFTER INSERT OR UPDATE OF state, ksef ON invoices FOR EACH ROW EXECUTE FUNCTION signal_invoice();

-- 20261125000000_invoices
CREATE OR REPLACE FUNCTION signal_invoice_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM pg_notify('korki_invoices', '');
    RETURN NULL;
END $function$;
CREATE TRIGGER billing_data_work AFTER INSERT OR UPDATE ON billing_data FOR EACH STATEMENT EXECUTE FUNCTION signal_invoice_work();
CREATE TRIGGER invoices_work AFTER INSERT OR UPDATE OF state ON invoices FOR EACH ROW WHEN ((new.state = 'wanted'::text)) EXECUTE FUNCTION signal_invoice_work();
CREATE TRIGGER invoicing_settings_work AFTER UPDATE OF mode, domain, token ON invoicing_settings FOR EACH STATEMENT EXECUTE FUNCTION signal_invoice_work();

-- 20261122050003_money_rules
CREATE OR REPLACE FUNCTION signal_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('money', ARRAY[NEW.student_id]);
  RETURN NULL;
END $function$;
CREATE TRIGGER ledger_entries_signal AFTER INSERT ON ledger_entries FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['adjustment'::text, 'expiry'::text, 'refund'::text]))) EXECUTE FUNCTION signal_ledger_change();

-- 20261122210000_lessons_by_statement
CREATE OR REPLACE FUNCTION signal_new_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM signal_change('lessons', ARRAY(
      SELECT DISTINCT person FROM new_rows, unnest(ARRAY[teacher_id, student_id]) AS person));
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_signal_insert AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION signal_new_lessons();

-- 20261122150000_orders
CREATE OR REPLACE FUNCTION signal_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM signal_change('money', ARRAY[NEW.payer_id, NEW.student_id]);
    RETURN NULL;
END $function$;
CREATE TRIGGER orders_signal AFTER INSERT OR UPDATE OF status ON orders FOR EACH ROW EXECUTE FUNCTION signal_order();

-- 20261122190000_signals_after_commit
CREATE OR REPLACE FUNCTION signal_outbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM send_signal('korki_outbox', '');
  RETURN NULL;
END $function$;
CREATE TRIGGER notifications_signal AFTER INSERT ON notifications FOR EACH STATEMENT EXECUTE FUNCTION signal_outbox();

-- 20261122030000_change_signals
CREATE OR REPLACE FUNCTION signal_payment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('money', ARRAY[NEW.student_id]);
  RETURN NULL;
END $function$;
CREATE TRIGGER payments_signal AFTER INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION signal_payment_change();

-- 20261122150000_orders
CREATE OR REPLACE FUNCTION signal_payment_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM pg_notify('korki_payments', '');
    RETURN NULL;
END $function$;
CREATE TRIGGER provider_notifications_signal AFTER INSERT ON provider_notifications FOR EACH STATEMENT EXECUTE FUNCTION signal_payment_work();
CREATE TRIGGER refunds_signal AFTER INSERT ON refunds FOR EACH STATEMENT EXECUTE FUNCTION signal_payment_work();

-- 20261122030000_change_signals
CREATE OR REPLACE FUNCTION signal_payout_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('money', ARRAY[NEW.teacher_id]);
  RETURN NULL;
END $function$;
CREATE TRIGGER payouts_signal AFTER INSERT OR UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION signal_payout_change();

-- 20261122030000_change_signals
CREATE OR REPLACE FUNCTION signal_relation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  relation teaching_relations := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('korki_chat', json_build_object(
    'contacts', json_build_array(relation.student_id, relation.teacher_id))::text);
  PERFORM signal_change('people', ARRAY[relation.student_id, relation.teacher_id]);
  RETURN NULL;
END $function$;
CREATE TRIGGER teaching_relations_signal AFTER INSERT OR DELETE ON teaching_relations FOR EACH ROW EXECUTE FUNCTION signal_relation();

-- 20261122051000_reports_and_runs
CREATE OR REPLACE FUNCTION signal_report_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('reports', (SELECT ARRAY[l.teacher_id, l.student_id] FROM lessons l WHERE l.id = NEW.lesson_id));
  RETURN NULL;
END $function$;
CREATE TRIGGER lesson_reports_signal AFTER INSERT OR UPDATE ON lesson_reports FOR EACH ROW EXECUTE FUNCTION signal_report_change();

-- 20261122060300_series_and_closures
CREATE OR REPLACE FUNCTION signal_series_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('series', ARRAY[NEW.teacher_id, NEW.student_id]);
  RETURN NULL;
END $function$;
CREATE TRIGGER series_signal AFTER INSERT OR UPDATE ON series FOR EACH ROW EXECUTE FUNCTION signal_series_change();

-- 20261124220000_series_moves
CREATE OR REPLACE FUNCTION signal_series_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('lessons', ARRAY(
    SELECT DISTINCT person FROM series x, unnest(ARRAY[x.teacher_id, x.student_id]) AS person WHERE x.id = NEW.series_id));
  RETURN NULL;
END $function$;
CREATE TRIGGER series_moves_signal AFTER INSERT OR UPDATE ON series_moves FOR EACH ROW EXECUTE FUNCTION signal_series_move();

-- 20261120180200_access_signals
CREATE OR REPLACE FUNCTION signal_session_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('korki_access', json_build_object('userId', NEW.user_id, 'sessionId', NEW.id)::text);
  RETURN NULL;
END $function$;
CREATE TRIGGER sessions_ended_signal AFTER UPDATE OF ended_at ON sessions FOR EACH ROW WHEN (((new.ended_at IS NOT NULL) AND (old.ended_at IS NULL))) EXECUTE FUNCTION signal_session_ended();

-- 20261125000100_settlement
CREATE OR REPLACE FUNCTION signal_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM signal_change('money', ARRAY[NEW.teacher_id]);
    RETURN NULL;
END $function$;
CREATE TRIGGER settlement_objections_signal AFTER INSERT OR UPDATE ON settlement_objections FOR EACH ROW EXECUTE FUNCTION signal_settlement();
CREATE TRIGGER settlements_signal AFTER INSERT OR UPDATE OF state ON settlements FOR EACH ROW EXECUTE FUNCTION signal_settlement();

-- 20261126220220_rejected_refunds
CREATE OR REPLACE FUNCTION signal_suspect_notification()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('money', ARRAY[]::uuid[]);
  RETURN NULL;
END $function$;
CREATE TRIGGER provider_notifications_forged_signal AFTER INSERT ON provider_notifications FOR EACH ROW WHEN ((new.outcome = ANY (ARRAY['mismatch'::text, 'wrong-signature'::text, 'unknown-order'::text, 'refund-rejected'::text]))) EXECUTE FUNCTION signal_suspect_notification();
CREATE TRIGGER provider_notifications_suspect_signal AFTER UPDATE ON provider_notifications FOR EACH ROW WHEN (((new.outcome = ANY (ARRAY['mismatch'::text, 'wrong-signature'::text, 'unknown-order'::text, 'refund-rejected'::text])) AND ((new.outcome IS DISTINCT FROM old.outcome) OR (new.reviewed_at IS DISTINCT FROM old.reviewed_at)))) EXECUTE FUNCTION signal_suspect_notification();

-- 20261125030600_telegram_signal
CREATE OR REPLACE FUNCTION signal_telegram_chat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('attention', ARRAY[NEW.id]);
  RETURN NULL;
END $function$;
CREATE TRIGGER users_telegram_chat_signal AFTER UPDATE OF telegram_chat_id ON users FOR EACH ROW WHEN ((new.telegram_chat_id IS DISTINCT FROM old.telegram_chat_id)) EXECUTE FUNCTION signal_telegram_chat();

-- 20261122030000_change_signals
CREATE OR REPLACE FUNCTION signal_trial_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('trials', array_remove(ARRAY[OLD.teacher_id, NEW.teacher_id], NULL));
  RETURN NULL;
END $function$;
CREATE TRIGGER trial_lessons_signal AFTER INSERT OR UPDATE ON trial_lessons FOR EACH ROW EXECUTE FUNCTION signal_trial_change();

-- 20261122230000_family_signals
CREATE OR REPLACE FUNCTION signal_vetting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('people', '{}');
  RETURN NULL;
END $function$;
CREATE TRIGGER vetting_checks_signal AFTER INSERT OR DELETE OR UPDATE ON vetting_checks FOR EACH STATEMENT EXECUTE FUNCTION signal_vetting();

-- 20261125010100_watches
CREATE OR REPLACE FUNCTION signal_watch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM signal_change('lessons', ARRAY[coalesce(NEW.teacher_id, OLD.teacher_id),
                                         coalesce(NEW.student_id, OLD.student_id)]);
  RETURN NULL;
END $function$;
CREATE TRIGGER watches_signal AFTER INSERT OR DELETE OR UPDATE ON watches FOR EACH ROW EXECUTE FUNCTION signal_watch();

-- 20261126220500_availability_signals
CREATE OR REPLACE FUNCTION signal_weekly_hours()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM signal_change('closures', ARRAY(
      SELECT teacher_id FROM changed
       UNION
      SELECT student_id FROM teaching_relations WHERE teacher_id IN (SELECT teacher_id FROM changed)
       ORDER BY 1));
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER availability_sections_added_signal AFTER INSERT ON availability_sections REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_weekly_hours();
CREATE TRIGGER availability_sections_gone_signal AFTER DELETE ON availability_sections REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_weekly_hours();

-- 20261125050000_unused_functions
CREATE OR REPLACE FUNCTION store_messages(conversations uuid[], ids uuid[], senders uuid[], recipients uuid[], texts json, keys json, sent_at timestamp with time zone, process_id text, signals text[])
 RETURNS TABLE(place integer, message_id uuid, message_seq integer, message_at timestamp with time zone)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  enabled uuid[];
BEGIN
  -- In one order, as below, and held until commit: whoever disables or erases a sender waits for what is stored.
  SELECT coalesce(array_agg(u.id), '{}') INTO enabled
    FROM (SELECT s.id FROM users s WHERE s.id = ANY (senders) AND NOT s.is_disabled ORDER BY s.id FOR SHARE) u;
  -- Held until commit, so that a number is never visible before a lower one; in one order, so that two
  -- batches do not wait for each other in a circle.
  PERFORM 1 FROM conversations c WHERE c.id = ANY (store_messages.conversations)
    ORDER BY c.id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM api_processes a WHERE a.id IS DISTINCT FROM process_id) THEN
    PERFORM pg_notify('korki_chat', signal) FROM unnest(signals) AS signal;
  END IF;
  -- A statement of its own: it sees what the holders of the locks before this one have committed.
  RETURN QUERY
    WITH given AS MATERIALIZED (
      SELECT * FROM ROWS FROM (
        unnest(store_messages.conversations), unnest(ids), unnest(senders), unnest(recipients),
        json_array_elements_text(texts), json_array_elements_text(keys)) WITH ORDINALITY
        AS g (conversation, id, sender, recipient, text, key, place)
       WHERE g.sender = ANY (enabled)
    ), known AS MATERIALIZED (
      SELECT g.place, m.id, m.seq, m.created_at
        FROM given g JOIN messages m ON m.sender_id = g.sender AND m.client_key = g.key
    ), fresh AS MATERIALIZED (
      SELECT g.*, greatest(sent_at, c.last_message_at) AS at,
             (c.last_seq + row_number() OVER (PARTITION BY g.conversation ORDER BY g.place))::int AS seq
        FROM given g JOIN conversations c ON c.id = g.conversation
       WHERE NOT EXISTS (SELECT 1 FROM known k WHERE k.place = g.place)
    ), stored AS (
      INSERT INTO messages (id, conversation_id, seq, sender_id, recipient_id, text, client_key, created_at)
      SELECT f.id, f.conversation, f.seq, f.sender, f.recipient, f.text, f.key, f.at FROM fresh f
    ), advanced AS (
      UPDATE conversations c SET last_seq = f.seq, last_message_at = f.at
        FROM (SELECT conversation, max(fresh.seq) AS seq, max(fresh.at) AS at FROM fresh GROUP BY 1) f
       WHERE c.id = f.conversation
    )
    SELECT f.place::int, f.id, f.seq, f.at FROM fresh f
    UNION ALL
    SELECT k.place::int, k.id, k.seq, k.created_at FROM known k;
END $function$;

-- 20261124230001_push
CREATE OR REPLACE FUNCTION switched_off(person uuid, notified text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ARRAY(
    SELECT p.channel FROM notification_preferences p
     WHERE p.user_id = person AND p.kind IN (notified, '*') AND NOT p.enabled
     UNION ALL
    SELECT 'push'
     WHERE 2 = (SELECT count(*) FROM notification_preferences p WHERE p.user_id = person AND p.kind = notified
                   AND p.channel IN ('telegram', 'email') AND NOT p.enabled)
       AND NOT EXISTS (SELECT FROM notification_preferences p
                        WHERE p.user_id = person AND p.kind = notified AND p.channel = 'push'))
$function$;

-- 20261126220100_refund_of_settled_lessons
CREATE OR REPLACE FUNCTION take_from_lots(entry ledger_entries, wanted integer, own uuid, only_own boolean, day date)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  lot record;
  part integer;
  last_lot bigint;
BEGIN
  FOR lot IN
    SELECT l.id, CASE WHEN only_own THEN unused.lessons ELSE l.remaining END AS remaining FROM ledger_lots l
      LEFT JOIN unused_lessons(CASE WHEN only_own THEN own END) unused ON unused.lot_id = l.id
     WHERE l.student_id = entry.student_id AND l.subject = entry.subject AND l.level = entry.level AND l.remaining > 0
       AND CASE WHEN only_own THEN unused.lot_id IS NOT NULL
                ELSE l.payment_id = own OR l.expires_on IS NULL OR l.expires_on >= day END
     ORDER BY (l.payment_id = own) DESC NULLS LAST, l.expires_on NULLS LAST, l.id
  LOOP
    EXIT WHEN wanted = 0;
    part := least(wanted, lot.remaining);
    UPDATE ledger_lots SET remaining = remaining - part WHERE id = lot.id;
    wanted := wanted - part;
    last_lot := lot.id;
  END LOOP;
  IF only_own AND wanted > 0 THEN
    RAISE EXCEPTION 'only lessons that are still unused can be refunded' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'ledger_entries_refund_check';
  END IF;
  RETURN last_lot;
END $function$;

-- 20261125010100_watches
CREATE OR REPLACE FUNCTION take_held_slot(teacher uuid, student uuid, day date, hour smallint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM watches w
   WHERE w.teacher_id = teacher AND w.student_id = student AND w.hold_id IS NOT NULL
     AND w.held_date = day AND w.held_block = hour;
  IF current_setting('korki.takes_holds', true) = 'on' THEN
    WITH held AS (
      SELECT w.hold_id FROM watches w
       WHERE w.teacher_id = teacher AND w.hold_id IS NOT NULL AND w.held_date = day AND w.held_block = hour FOR UPDATE)
    DELETE FROM slot_holds h USING held WHERE h.id = held.hold_id;
  END IF;
END $function$;

-- 20261125010100_watches
CREATE OR REPLACE FUNCTION take_new_lessons_holds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM watches WHERE hold_id IS NOT NULL) THEN
    PERFORM take_held_slot(n.teacher_id, n.student_id, n.date, n.block) FROM new_rows n
      WHERE n.deleted_at IS NULL AND n.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela');
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_held_slots AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_new_lessons_holds();

-- 20261122210000_lessons_by_statement
CREATE OR REPLACE FUNCTION take_new_lessons_slots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  wanted int;
  taken int;
  busy text;
BEGIN
  SELECT 2 * count(*) INTO wanted FROM new_rows
   WHERE deleted_at IS NULL AND status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela');
  INSERT INTO person_slots (person_id, date, block, lesson_id)
  SELECT person, n.date, n.block, n.id FROM new_rows n, unnest(ARRAY[n.teacher_id, n.student_id]) AS person
   WHERE n.deleted_at IS NULL AND n.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
   ORDER BY n.date, n.block, person
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS taken = ROW_COUNT;
  IF taken = wanted THEN RETURN NULL; END IF;
  SELECT CASE WHEN EXISTS (SELECT FROM person_slots s WHERE s.person_id = n.teacher_id AND s.lesson_id = n.id)
              THEN 'student' ELSE 'teacher' END INTO busy
    FROM new_rows n
   WHERE n.deleted_at IS NULL AND n.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
     AND (SELECT count(*) FROM person_slots s WHERE s.lesson_id = n.id) < 2
   ORDER BY n.date, n.block LIMIT 1;
  RAISE EXCEPTION 'duplicate key value violates unique constraint "occupied_slots_%_key"', busy
    USING ERRCODE = 'unique_violation', CONSTRAINT = format('occupied_slots_%s_key', busy),
          TABLE = 'person_slots';
END $function$;
CREATE TRIGGER lessons_hold_slots AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_new_lessons_slots();

-- 20261122060000_person_slots
CREATE OR REPLACE FUNCTION take_person_slots(teacher uuid, student uuid, day date, hour smallint, lesson uuid, trial uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  taken int;
  busy text := 'teacher';
BEGIN
  INSERT INTO person_slots (person_id, date, block, lesson_id, trial_lesson_id)
  SELECT person, day, hour, lesson, trial FROM unnest(ARRAY[teacher, student]) AS person
   WHERE person IS NOT NULL ORDER BY person
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS taken = ROW_COUNT;
  IF taken = num_nonnulls(teacher, student) THEN RETURN; END IF;
  PERFORM FROM person_slots
    WHERE person_id = teacher AND date = day AND block = hour
      AND lesson_id IS NOT DISTINCT FROM lesson AND trial_lesson_id IS NOT DISTINCT FROM trial;
  IF FOUND THEN busy := 'student'; END IF;
  RAISE EXCEPTION 'duplicate key value violates unique constraint "occupied_slots_%_key"', busy
    USING ERRCODE = 'unique_violation', CONSTRAINT = format('occupied_slots_%s_key', busy),
          TABLE = 'person_slots';
END $function$;

-- 20261127031000_told_instead_of_blocked_payer
CREATE OR REPLACE FUNCTION told_for(person uuid)
 RETURNS TABLE(recipient uuid, child uuid)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT person, NULL::uuid
   WHERE NOT EXISTS (SELECT FROM users WHERE id = person AND role = 'Student' AND email IS NULL)
   UNION ALL
  SELECT g.parent_id, g.student_id
    FROM users u JOIN current_guardianships g ON g.student_id = u.id JOIN users p ON p.id = g.parent_id
   WHERE u.id = person AND u.role = 'Student' AND u.email IS NULL AND NOT p.is_disabled
     AND (g.is_payer OR g.can_book AND NOT EXISTS (
           SELECT FROM payers_of(person) payer JOIN users b ON b.id = payer WHERE NOT b.is_disabled))
$function$;

-- 20261120100100_guarantees
CREATE OR REPLACE FUNCTION trial_lesson_holds_slot(trial trial_lessons)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT trial.teacher_id IS NOT NULL AND trial.date IS NOT NULL AND trial.block IS NOT NULL
     AND trial.status <> 'Odwolana'
$function$;

-- 20261126220100_refund_of_settled_lessons
CREATE OR REPLACE FUNCTION unused_lessons(of_payment uuid)
 RETURNS TABLE(lot_id bigint, lessons integer)
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE bought AS (
    SELECT p.id, p.student_id, p.subject, p.level, p.lesson_amount
           + (SELECT coalesce(sum(e.quantity), 0) FROM ledger_entries e
               WHERE e.source_payment_id = p.id AND e.kind IN ('expiry', 'refund'))
           - (SELECT coalesce(sum(l.remaining), 0) FROM ledger_lots l WHERE l.payment_id = p.id)
           - (SELECT count(*) FROM ledger_entries e
               WHERE e.student_id = p.student_id AND e.kind = 'hold' AND e.source_payment_id = p.id
                 AND NOT EXISTS (SELECT FROM ledger_entries n
                                  WHERE n.lesson_id = e.lesson_id AND n.lesson_turn = e.lesson_turn + 1)) AS settled
      FROM payments p WHERE p.id = of_payment AND p.deleted_at IS NULL),
  turns AS (
    SELECT held.lot_id AS from_lot, given.lot_id AS to_lot
      FROM bought b
      JOIN ledger_entries given ON (given.student_id, given.subject, given.level) = (b.student_id, b.subject, b.level)
                               AND given.kind = 'release' AND given.lot_id IS NOT NULL
      JOIN ledger_entries held ON held.lesson_id = given.lesson_id AND held.lesson_turn = given.lesson_turn - 1
     WHERE b.settled > 0),
  nobodys AS (
    SELECT to_lot AS id FROM turns WHERE from_lot IS NULL
     UNION
    SELECT turns.to_lot FROM turns JOIN nobodys ON nobodys.id = turns.from_lot),
  returned AS (
    SELECT l.id, l.remaining, b.settled, sum(l.remaining) OVER (ORDER BY l.expires_on NULLS LAST, l.id) AS up_to
      FROM bought b
      JOIN ledger_lots l ON (l.student_id, l.subject, l.level) = (b.student_id, b.subject, b.level) AND l.remaining > 0
      LEFT JOIN payments p ON p.id = l.payment_id
     WHERE p.deleted_at IS NOT NULL OR (l.payment_id IS NULL AND l.id IN (SELECT id FROM nobodys)))
  SELECT l.id, l.remaining FROM bought b JOIN ledger_lots l ON l.payment_id = b.id AND l.remaining > 0
   UNION ALL
  SELECT r.id, least(r.remaining, r.settled - (r.up_to - r.remaining))::int
    FROM returned r WHERE r.up_to - r.remaining < r.settled
$function$;

-- 20261127050000_expiring_lessons_first
CREATE OR REPLACE FUNCTION use_expiring_first(student uuid, of_subject text, of_level text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  account ledger_accounts := lock_ledger_account(student, of_subject, of_level);
  day date := greatest((at AT TIME ZONE 'Europe/Warsaw')::date, warsaw_today());
  lot ledger_lots;
  last_day date := '-infinity';
  last_id bigint := 0;
  wanted integer;
  part integer;
  paid record;
BEGIN
  LOOP
    -- What a lesson gives back expires later, and comes later in this order.
    SELECT * INTO lot FROM ledger_lots l
     WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0
       AND l.expires_on >= day AND (l.expires_on, l.id) > (last_day, last_id)
     ORDER BY l.expires_on, l.id LIMIT 1;
    EXIT WHEN NOT FOUND;
    last_day := lot.expires_on;
    last_id := lot.id;

    INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, expires_on, created_at)
    SELECT m.kind, m.quantity, student, of_subject, of_level, l.id, CASE m.kind WHEN 'release' THEN l.expires_on END, at
      FROM (SELECT h.* FROM lessons_holding(student, of_subject, of_level, day, lot.expires_on) h
             WHERE h.lot_id IS NOT NULL AND (h.expires_on IS NULL OR h.expires_on > lot.expires_on)
             ORDER BY h.date, h.block, h.id LIMIT lot.remaining) l
     CROSS JOIN (VALUES ('release', 1), ('hold', -1)) AS m (kind, quantity)
     ORDER BY l.date, l.block, l.id, m.kind DESC;

    -- Lessons that hold nothing, less those for which something that expires may have paid.
    SELECT least(l.remaining,
                 (SELECT count(*) FROM lessons_holding(student, of_subject, of_level, day, lot.expires_on) h
                   WHERE h.lot_id IS NULL)
                 - (SELECT coalesce(sum(s.lessons), 0) FROM lessons_settled(student, of_subject, of_level) s
                     WHERE s.lessons > 0 AND s.expires_on >= day)
                 - (SELECT count(*) FROM ledger_lots r
                     WHERE r.student_id = student AND r.subject = of_subject AND r.level = of_level
                       AND r.lesson_id IS NOT NULL AND r.expires_on >= day AND r.remaining = 0 AND NOT r.expired))::int
      INTO wanted FROM ledger_lots l WHERE l.id = lot.id AND l.remaining > 0;
    CONTINUE WHEN wanted IS NULL OR wanted <= 0;
    SELECT sum(l.remaining) - a.balance INTO part FROM ledger_lots l JOIN ledger_accounts a USING (student_id, subject, level)
     WHERE l.student_id = student AND l.subject = of_subject AND l.level = of_level AND l.remaining > 0 GROUP BY a.balance;
    part := least(wanted, greatest(0, part));
    wanted := wanted - part;
    UPDATE ledger_lots SET remaining = remaining - part WHERE id = lot.id;
    FOR paid IN
      SELECT s.lessons, (SELECT min(l.id) FROM ledger_lots l
                          WHERE l.payment_id = s.payment_id AND l.lesson_id IS NULL AND l.expires_on IS NULL) AS lot_id
        FROM lessons_settled(student, of_subject, of_level) s
       WHERE s.lessons > 0 AND s.expires_on IS NULL ORDER BY s.paid_at DESC, s.payment_id
    LOOP
      CONTINUE WHEN paid.lot_id IS NULL;
      EXIT WHEN wanted = 0;
      part := least(wanted, paid.lessons);
      UPDATE ledger_lots SET remaining = remaining - part WHERE id = lot.id;
      UPDATE ledger_lots SET remaining = remaining + part WHERE id = paid.lot_id;
      wanted := wanted - part;
    END LOOP;
  END LOOP;
END $function$;

-- 20261122050000_ledger
CREATE OR REPLACE FUNCTION uuid_v7()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  SELECT encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
            PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$function$;

-- 20261124210001_demo_clock
CREATE OR REPLACE FUNCTION void_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE reschedule_proposals SET status = 'void', resolved_at = product_now()
   WHERE lesson_id = NEW.id AND status = 'open';
  RETURN NULL;
END $function$;
CREATE TRIGGER lessons_void_proposals AFTER UPDATE ON lessons FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) OR (new.status <> ALL (ARRAY['Nie potwierdzona'::text, 'Potwierdzona'::text])) OR (((old.teacher_id IS DISTINCT FROM new.teacher_id) OR (old.date IS DISTINCT FROM new.date)) OR (old.block IS DISTINCT FROM new.block)))) EXECUTE FUNCTION void_proposals();

-- 20261125010100_watches
CREATE OR REPLACE FUNCTION wake_watches()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM watches) THEN
    PERFORM send_signal('korki_watches', '');
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER users_wake_watches AFTER UPDATE OF is_disabled ON users FOR EACH STATEMENT EXECUTE FUNCTION wake_watches();

-- 20261127020000_wake_watched_teacher
CREATE OR REPLACE FUNCTION wake_watches_of_slots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM send_signal('korki_watches', found.id::text)
     FROM (SELECT w.teacher_id AS id FROM changed c JOIN watches w ON w.teacher_id = c.person_id
            UNION
           SELECT w.teacher_id FROM changed c JOIN watches w ON w.student_id = c.person_id) found;
  RETURN NULL;
END $function$;
CREATE TRIGGER person_slots_freed_wake_watches AFTER DELETE ON person_slots REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wake_watches_of_slots();
CREATE TRIGGER person_slots_wake_watches AFTER INSERT ON person_slots REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION wake_watches_of_slots();

-- 20261127020000_wake_watched_teacher
CREATE OR REPLACE FUNCTION wake_watches_of_student()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM send_signal('korki_watches', found.id::text)
     FROM (SELECT DISTINCT w.teacher_id AS id FROM watches w WHERE w.student_id = NEW.student_id) found;
  RETURN NULL;
END $function$;
CREATE TRIGGER ledger_accounts_opened_wake_watches AFTER INSERT ON ledger_accounts FOR EACH ROW WHEN ((new.balance > 0)) EXECUTE FUNCTION wake_watches_of_student();
CREATE TRIGGER ledger_accounts_wake_watches AFTER UPDATE OF balance ON ledger_accounts FOR EACH ROW WHEN (((old.balance > 0) <> (new.balance > 0))) EXECUTE FUNCTION wake_watches_of_student();

-- 20261127020000_wake_watched_teacher
CREATE OR REPLACE FUNCTION wake_watches_of_teacher()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  teacher uuid := coalesce(NEW.teacher_id, OLD.teacher_id);
BEGIN
  IF EXISTS (SELECT FROM watches WHERE teacher IS NULL OR teacher_id = teacher) THEN
    PERFORM send_signal('korki_watches', coalesce(teacher::text, ''));
  END IF;
  RETURN NULL;
END $function$;
CREATE TRIGGER availability_sections_wake_watches AFTER INSERT OR DELETE ON availability_sections FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();
CREATE TRIGGER closures_wake_watches AFTER INSERT OR DELETE ON closures FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();
CREATE TRIGGER day_hours_wake_watches AFTER INSERT OR DELETE OR UPDATE ON day_hours FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();
CREATE TRIGGER teaching_relations_wake_watches AFTER DELETE ON teaching_relations FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();
CREATE TRIGGER watches_wake AFTER DELETE ON watches FOR EACH ROW EXECUTE FUNCTION wake_watches_of_teacher();

-- 20261124210001_demo_clock
CREATE OR REPLACE FUNCTION warsaw_today()
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (product_now() AT TIME ZONE 'Europe/Warsaw')::date
$function$;

-- Table _prisma_migrations
ALTER TABLE _prisma_migrations ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);

-- Table api_processes
ALTER TABLE api_processes ADD CONSTRAINT api_processes_pkey PRIMARY KEY (id);

-- Table approvals
ALTER TABLE approvals ADD CONSTRAINT approvals_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE approvals ADD CONSTRAINT approvals_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE approvals ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);
ALTER TABLE approvals ADD CONSTRAINT approvals_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE approvals ADD CONSTRAINT approvals_status_check CHECK ((status = ANY (ARRAY['open'::text, 'agreed'::text, 'declined'::text, 'expired'::text, 'withdrawn'::text])));
ALTER TABLE approvals ADD CONSTRAINT approvals_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE approvals ADD CONSTRAINT approvals_subject_check CHECK (
CASE kind
    WHEN 'series'::text THEN ((series_id IS NOT NULL) AND (cardinality(lesson_ids) > 0))
    WHEN 'order'::text THEN (order_id IS NOT NULL)
    WHEN 'guardian'::text THEN (parent_id IS NOT NULL)
    ELSE false
END);
CREATE INDEX approvals_due_idx ON approvals USING btree (expires_at) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX approvals_guardian_key ON approvals USING btree (student_id, parent_id) WHERE (status = 'open'::text);
CREATE INDEX approvals_open_idx ON approvals USING btree (student_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX approvals_order_key ON approvals USING btree (order_id);
CREATE INDEX approvals_parent_id_idx ON approvals USING btree (parent_id);
CREATE INDEX approvals_series_id_idx ON approvals USING btree (series_id);
CREATE INDEX approvals_student_id_idx ON approvals USING btree (student_id, created_at);

-- Table availability_sections
ALTER TABLE availability_sections ADD CONSTRAINT availability_sections_blocks_check CHECK (((0 <= start_block) AND (start_block <= end_block) AND (end_block <= 13)));
ALTER TABLE availability_sections ADD CONSTRAINT availability_sections_day_check CHECK ((day = ANY (ARRAY['pon'::text, 'wt'::text, 'sr'::text, 'czw'::text, 'pt'::text, 'sob'::text, 'niedz'::text])));
ALTER TABLE availability_sections ADD CONSTRAINT availability_sections_pkey PRIMARY KEY (id);
ALTER TABLE availability_sections ADD CONSTRAINT availability_sections_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE UNIQUE INDEX availability_sections_teacher_id_day_start_block_key ON availability_sections USING btree (teacher_id, day, start_block);

-- Table bank_line_bills
ALTER TABLE bank_line_bills ADD CONSTRAINT bank_line_bills_amount_check CHECK ((amount > 0));
ALTER TABLE bank_line_bills ADD CONSTRAINT bank_line_bills_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_line_bills ADD CONSTRAINT bank_line_bills_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_line_bills ADD CONSTRAINT bank_line_bills_pkey PRIMARY KEY (line_id, bill_id);
CREATE INDEX bank_line_bills_bill_id_idx ON bank_line_bills USING btree (bill_id);

-- Table bank_line_payments
ALTER TABLE bank_line_payments ADD CONSTRAINT bank_line_payments_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_line_payments ADD CONSTRAINT bank_line_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_line_payments ADD CONSTRAINT bank_line_payments_pkey PRIMARY KEY (payment_id);
CREATE INDEX bank_line_payments_line_id_idx ON bank_line_payments USING btree (line_id);

-- Table bank_lines
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_account_check CHECK ((((account_hash IS NULL) = (account_end IS NULL)) AND (length(account_end) <= 4)));
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_amount_check CHECK ((amount > 0));
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_booked_check CHECK ((((booked_at IS NULL) = (booked_from_id IS NULL)) AND ((booked_at IS NULL) = ((bill_id IS NULL) AND (student_id IS NULL)))));
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_booked_from_id_fkey FOREIGN KEY (booked_from_id) REFERENCES bank_statements(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_pkey PRIMARY KEY (id);
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX bank_lines_account_idx ON bank_lines USING btree (account_hash) WHERE (payer_id IS NOT NULL);
CREATE INDEX bank_lines_bill_id_idx ON bank_lines USING btree (bill_id);
CREATE INDEX bank_lines_booked_from_idx ON bank_lines USING btree (booked_from_id);
CREATE UNIQUE INDEX bank_lines_fingerprint_key ON bank_lines USING btree (fingerprint);
CREATE INDEX bank_lines_open_idx ON bank_lines USING btree (day) WHERE (booked_at IS NULL);
CREATE INDEX bank_lines_payer_id_idx ON bank_lines USING btree (payer_id);
CREATE INDEX bank_lines_student_id_idx ON bank_lines USING btree (student_id);

-- Table bank_mappings
ALTER TABLE bank_mappings ADD CONSTRAINT bank_mappings_pkey PRIMARY KEY (header_hash);

-- Table bank_statement_lines
ALTER TABLE bank_statement_lines ADD CONSTRAINT bank_statement_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bank_statement_lines ADD CONSTRAINT bank_statement_lines_pkey PRIMARY KEY (statement_id, "position");
ALTER TABLE bank_statement_lines ADD CONSTRAINT bank_statement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX bank_statement_lines_line_id_idx ON bank_statement_lines USING btree (line_id);

-- Table bank_statements
ALTER TABLE bank_statements ADD CONSTRAINT bank_statements_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX bank_statements_content_key ON bank_statements USING btree (content_hash);
CREATE INDEX bank_statements_created_at_idx ON bank_statements USING btree (created_at);

-- Table bill_exclusions
ALTER TABLE bill_exclusions ADD CONSTRAINT bill_exclusions_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE bill_exclusions ADD CONSTRAINT bill_exclusions_pkey PRIMARY KEY (month, payer_id);
CREATE INDEX bill_exclusions_payer_id_idx ON bill_exclusions USING btree (payer_id);

-- Table bill_lessons
ALTER TABLE bill_lessons ADD CONSTRAINT bill_lessons_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id) ON DELETE CASCADE;
ALTER TABLE bill_lessons ADD CONSTRAINT bill_lessons_line_id_fkey FOREIGN KEY (line_id) REFERENCES bill_lines(id) ON DELETE CASCADE;
ALTER TABLE bill_lessons ADD CONSTRAINT bill_lessons_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT;
ALTER TABLE bill_lessons ADD CONSTRAINT bill_lessons_pkey PRIMARY KEY (bill_id, "position");
ALTER TABLE bill_lessons ADD CONSTRAINT bill_lessons_price_check CHECK ((price >= 0));
CREATE INDEX bill_lessons_line_id_idx ON bill_lessons USING btree (line_id) WHERE (payment_id IS NULL);
CREATE INDEX bill_lessons_payment_id_idx ON bill_lessons USING btree (payment_id) WHERE (payment_id IS NOT NULL);

-- Table bill_lines
ALTER TABLE bill_lines ADD CONSTRAINT bill_lines_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id) ON DELETE CASCADE;
ALTER TABLE bill_lines ADD CONSTRAINT bill_lines_billed_check CHECK ((billed >= 0));
ALTER TABLE bill_lines ADD CONSTRAINT bill_lines_pkey PRIMARY KEY (id);
ALTER TABLE bill_lines ADD CONSTRAINT bill_lines_prepaid_check CHECK ((prepaid >= 0));
ALTER TABLE bill_lines ADD CONSTRAINT bill_lines_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON DELETE RESTRICT;
ALTER TABLE bill_lines ADD CONSTRAINT bill_lines_sum_check CHECK ((planned = (prepaid + billed)));
CREATE UNIQUE INDEX bill_lines_key ON bill_lines USING btree (bill_id, student_id, subject, level);
CREATE INDEX bill_lines_student_id_idx ON bill_lines USING btree (student_id, subject, level);

-- Table bill_previews
ALTER TABLE bill_previews ADD CONSTRAINT bill_previews_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE bill_previews ADD CONSTRAINT bill_previews_pkey PRIMARY KEY (token_hash);
CREATE INDEX bill_previews_created_by_id_idx ON bill_previews USING btree (created_by_id);

-- Table bill_runs
ALTER TABLE bill_runs ADD CONSTRAINT bill_runs_mode_check CHECK ((mode = ANY (ARRAY['advance'::text, 'arrears'::text])));
ALTER TABLE bill_runs ADD CONSTRAINT bill_runs_pkey PRIMARY KEY (month, mode);

-- Table billing_data
ALTER TABLE billing_data ADD CONSTRAINT billing_data_kind_check CHECK ((((kind = 'company'::text) = (nip IS NOT NULL)) AND (kind = ANY (ARRAY['private'::text, 'company'::text]))));
ALTER TABLE billing_data ADD CONSTRAINT billing_data_pkey PRIMARY KEY (user_id);
ALTER TABLE billing_data ADD CONSTRAINT billing_data_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Table billing_payers
ALTER TABLE billing_payers ADD CONSTRAINT billing_payers_balance_check CHECK ((balance >= 0));
ALTER TABLE billing_payers ADD CONSTRAINT billing_payers_default_mode_check CHECK ((default_mode = ANY (ARRAY['perLesson'::text, 'advance'::text, 'arrears'::text])));
ALTER TABLE billing_payers ADD CONSTRAINT billing_payers_mode_check CHECK ((mode = ANY (ARRAY['perLesson'::text, 'advance'::text, 'arrears'::text])));
ALTER TABLE billing_payers ADD CONSTRAINT billing_payers_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE billing_payers ADD CONSTRAINT billing_payers_pkey PRIMARY KEY (payer_id);

-- Table bills
ALTER TABLE bills ADD CONSTRAINT bills_amount_check CHECK ((amount >= 0));
ALTER TABLE bills ADD CONSTRAINT bills_balance_check CHECK ((balance >= 0));
ALTER TABLE bills ADD CONSTRAINT bills_credited_check CHECK ((credited >= 0));
ALTER TABLE bills ADD CONSTRAINT bills_issued_by_id_fkey FOREIGN KEY (issued_by_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE bills ADD CONSTRAINT bills_mode_check CHECK ((mode = ANY (ARRAY['advance'::text, 'arrears'::text])));
ALTER TABLE bills ADD CONSTRAINT bills_month_check CHECK ((date_trunc('month'::text, (month)::timestamp with time zone) = month));
ALTER TABLE bills ADD CONSTRAINT bills_overdue_action_check CHECK ((overdue_action = ANY (ARRAY['stop'::text, 'release'::text, 'wait'::text])));
ALTER TABLE bills ADD CONSTRAINT bills_paid_check CHECK ((paid >= 0));
ALTER TABLE bills ADD CONSTRAINT bills_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id) ON DELETE RESTRICT;
ALTER TABLE bills ADD CONSTRAINT bills_pkey PRIMARY KEY (id);
ALTER TABLE bills ADD CONSTRAINT bills_status_check CHECK ((status = ANY (ARRAY['open'::text, 'half'::text, 'paid'::text, 'withdrawn'::text])));
CREATE INDEX bills_issued_by_id_idx ON bills USING btree (issued_by_id) WHERE (issued_by_id IS NOT NULL);
CREATE INDEX bills_month_idx ON bills USING btree (month);
CREATE INDEX bills_payer_id_month_idx ON bills USING btree (payer_id, month);
CREATE UNIQUE INDEX bills_payer_month_key ON bills USING btree (payer_id, month) WHERE (status <> 'withdrawn'::text);
CREATE INDEX bills_unpaid_idx ON bills USING btree (due_on) WHERE (status = ANY (ARRAY['open'::text, 'half'::text]));

-- Table board_operations
ALTER TABLE board_operations ADD CONSTRAINT board_operations_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
ALTER TABLE board_operations ADD CONSTRAINT board_operations_kind_check CHECK ((kind = ANY (ARRAY['stroke'::text, 'shape'::text, 'text'::text, 'formula'::text, 'picture'::text, 'move'::text, 'erase'::text, 'undo'::text, 'redo'::text, 'page'::text, 'clear'::text, 'lock'::text])));
ALTER TABLE board_operations ADD CONSTRAINT board_operations_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lesson_boards(lesson_id) ON DELETE CASCADE;
ALTER TABLE board_operations ADD CONSTRAINT board_operations_pkey PRIMARY KEY (lesson_id, seq);
CREATE INDEX board_operations_author_id_idx ON board_operations USING btree (author_id);
CREATE UNIQUE INDEX board_operations_lesson_id_key_key ON board_operations USING btree (lesson_id, key);

-- Table board_pictures
ALTER TABLE board_pictures ADD CONSTRAINT board_pictures_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
ALTER TABLE board_pictures ADD CONSTRAINT board_pictures_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lesson_boards(lesson_id) ON DELETE CASCADE;
ALTER TABLE board_pictures ADD CONSTRAINT board_pictures_pkey PRIMARY KEY (id);
CREATE INDEX board_pictures_author_id_idx ON board_pictures USING btree (author_id);
CREATE UNIQUE INDEX board_pictures_lesson_id_author_id_digest_key ON board_pictures USING btree (lesson_id, author_id, digest);

-- Table brand_images
ALTER TABLE brand_images ADD CONSTRAINT brand_images_kind_check CHECK ((kind = ANY (ARRAY['logo-source'::text, 'logo'::text, 'icon-192'::text, 'icon-512'::text, 'icon-maskable-512'::text, 'apple-touch-icon'::text, 'favicon-48'::text])));
ALTER TABLE brand_images ADD CONSTRAINT brand_images_pkey PRIMARY KEY (kind);
ALTER TABLE brand_images ADD CONSTRAINT brand_images_size_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 1000000)));

-- Table busy_blocks
ALTER TABLE busy_blocks ADD CONSTRAINT busy_blocks_block_check CHECK (((block >= 0) AND (block <= 13)));
ALTER TABLE busy_blocks ADD CONSTRAINT busy_blocks_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES outside_calendars(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE busy_blocks ADD CONSTRAINT busy_blocks_pkey PRIMARY KEY (calendar_id, date, block);
ALTER TABLE busy_blocks ADD CONSTRAINT busy_blocks_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX busy_blocks_teacher_id_idx ON busy_blocks USING btree (teacher_id, date, block);

-- Table cancellation_policies
ALTER TABLE cancellation_policies ADD CONSTRAINT cancellation_policies_credit_check CHECK (((credit_days >= 1) AND (credit_days <= 365)));
ALTER TABLE cancellation_policies ADD CONSTRAINT cancellation_policies_cut_off_check CHECK (((((cut_off_hours >= 1) AND (cut_off_hours <= 168)) AND (cut_off_day_before IS NULL)) OR ((cut_off_hours IS NULL) AND (cut_off_day_before ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)) OR ((cut_off_hours IS NULL) AND (cut_off_day_before IS NULL))));
ALTER TABLE cancellation_policies ADD CONSTRAINT cancellation_policies_free_check CHECK (((free_late_per_month >= 0) AND (free_late_per_month <= 31)));
ALTER TABLE cancellation_policies ADD CONSTRAINT cancellation_policies_late_check CHECK ((late = ANY (ARRAY['charge'::text, 'free'::text, 'ask'::text])));
ALTER TABLE cancellation_policies ADD CONSTRAINT cancellation_policies_pkey PRIMARY KEY (version);
ALTER TABLE cancellation_policies ADD CONSTRAINT cancellation_policies_version_check CHECK ((version > 0));

-- Table centre_settings
ALTER TABLE centre_settings ADD CONSTRAINT centre_settings_approval_above_check CHECK (((approval_above >= 0) AND (approval_above <= 100000))) NOT VALID;
ALTER TABLE centre_settings ADD CONSTRAINT centre_settings_bill_days_check CHECK ((((bill_issue_day >= 1) AND (bill_issue_day <= 28)) AND ((bill_due_day >= 1) AND (bill_due_day <= 28)))) NOT VALID;
ALTER TABLE centre_settings ADD CONSTRAINT centre_settings_billing_mode_check CHECK ((billing_mode = ANY (ARRAY['perLesson'::text, 'advance'::text, 'arrears'::text]))) NOT VALID;
ALTER TABLE centre_settings ADD CONSTRAINT centre_settings_brand_colour_check CHECK ((brand_colour ~ '^#[0-9a-f]{6}$'::text));
ALTER TABLE centre_settings ADD CONSTRAINT centre_settings_due_days_check CHECK (((due_days >= 0) AND (due_days <= 60))) NOT VALID;
ALTER TABLE centre_settings ADD CONSTRAINT centre_settings_lesson_place_check CHECK ((lesson_place = ANY (ARRAY['own'::text, 'outside'::text]))) NOT VALID;
ALTER TABLE centre_settings ADD CONSTRAINT centre_settings_pkey PRIMARY KEY (id);
ALTER TABLE centre_settings ADD CONSTRAINT centre_settings_single_check CHECK (id);
ALTER TABLE centre_settings ADD CONSTRAINT centre_settings_threshold_check CHECK (((low_balance_threshold >= 0) AND (low_balance_threshold <= 20)));

-- Table closures
ALTER TABLE closures ADD CONSTRAINT closures_blocks_check CHECK ((((COALESCE((first_block)::integer, 0) >= 0) AND (COALESCE((first_block)::integer, 0) <= 13)) AND ((COALESCE((last_block)::integer, 13) >= 0) AND (COALESCE((last_block)::integer, 13) <= 13)) AND (COALESCE((first_block)::integer, 0) <= COALESCE((last_block)::integer, 13))));
ALTER TABLE closures ADD CONSTRAINT closures_dates_check CHECK ((first_date <= last_date));
ALTER TABLE closures ADD CONSTRAINT closures_pkey PRIMARY KEY (id);
ALTER TABLE closures ADD CONSTRAINT closures_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX closures_last_date_idx ON closures USING btree (last_date);
CREATE INDEX closures_teacher_id_last_date_idx ON closures USING btree (teacher_id, last_date);

-- Table consents
ALTER TABLE consents ADD CONSTRAINT consents_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE consents ADD CONSTRAINT consents_pkey PRIMARY KEY (id);
CREATE INDEX consents_document_id_person_id_idx ON consents USING btree (document_id, person_id);
CREATE INDEX consents_given_by_id_idx ON consents USING btree (given_by_id);
CREATE INDEX consents_person_id_document_id_created_at_idx ON consents USING btree (person_id, document_id, created_at);

-- Table conversations
ALTER TABLE conversations ADD CONSTRAINT conversations_order_check CHECK ((low_user_id < high_user_id));
ALTER TABLE conversations ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);
CREATE INDEX conversations_high_user_id_idx ON conversations USING btree (high_user_id);
CREATE UNIQUE INDEX conversations_low_user_id_high_user_id_key ON conversations USING btree (low_user_id, high_user_id);

-- Table day_hours
ALTER TABLE day_hours ADD CONSTRAINT day_hours_pkey PRIMARY KEY (teacher_id, date);
ALTER TABLE day_hours ADD CONSTRAINT day_hours_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX day_hours_date_idx ON day_hours USING btree (date);

-- Table day_sections
ALTER TABLE day_sections ADD CONSTRAINT day_sections_blocks_check CHECK (((0 <= start_block) AND (start_block <= end_block) AND (end_block <= 13)));
ALTER TABLE day_sections ADD CONSTRAINT day_sections_day_fkey FOREIGN KEY (teacher_id, date) REFERENCES day_hours(teacher_id, date) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE day_sections ADD CONSTRAINT day_sections_pkey PRIMARY KEY (teacher_id, date, start_block);
CREATE INDEX day_sections_date_idx ON day_sections USING btree (date);

-- Table demo_clock
ALTER TABLE demo_clock ADD CONSTRAINT demo_clock_id_check CHECK (id);
ALTER TABLE demo_clock ADD CONSTRAINT demo_clock_pkey PRIMARY KEY (id);

-- Table documents
ALTER TABLE documents ADD CONSTRAINT documents_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE documents ADD CONSTRAINT documents_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX documents_kind_version_key ON documents USING btree (kind, version);

-- Table guardianships
ALTER TABLE guardianships ADD CONSTRAINT guardianships_days_check CHECK (((last_day IS NULL) OR (last_day >= first_day)));
ALTER TABLE guardianships ADD CONSTRAINT guardianships_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE guardianships ADD CONSTRAINT guardianships_payer_check CHECK ((can_pay OR (NOT is_payer)));
ALTER TABLE guardianships ADD CONSTRAINT guardianships_people_check CHECK ((parent_id <> student_id));
ALTER TABLE guardianships ADD CONSTRAINT guardianships_pkey PRIMARY KEY (id);
ALTER TABLE guardianships ADD CONSTRAINT guardianships_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX guardianships_first_day_idx ON guardianships USING btree (first_day);
CREATE INDEX guardianships_last_day_idx ON guardianships USING btree (last_day) WHERE (last_day IS NOT NULL);
CREATE UNIQUE INDEX guardianships_pair_key ON guardianships USING btree (parent_id, student_id) WHERE (ended_at IS NULL);
CREATE INDEX guardianships_parent_id_idx ON guardianships USING btree (parent_id);
CREATE UNIQUE INDEX guardianships_payer_key ON guardianships USING btree (student_id) WHERE (is_payer AND (ended_at IS NULL));
CREATE INDEX guardianships_student_id_idx ON guardianships USING btree (student_id);

-- Table history_entries
ALTER TABLE history_entries ADD CONSTRAINT history_entries_pkey PRIMARY KEY (id);
CREATE INDEX history_entries_actor_id_id_idx ON history_entries USING btree (actor_id, id);
CREATE INDEX history_entries_entity_entity_id_id_idx ON history_entries USING btree (entity, entity_id, id);
CREATE INDEX history_entries_student_id_id_idx ON history_entries USING btree (student_id, id);
CREATE INDEX history_entries_teacher_id_id_idx ON history_entries USING btree (teacher_id, id);

-- Table idempotency_keys
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (actor_id, key);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING btree (created_at);

-- Table import_rows
ALTER TABLE import_rows ADD CONSTRAINT import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, entity_id);
CREATE INDEX import_rows_entity_id_idx ON import_rows USING btree (entity_id);
CREATE UNIQUE INDEX import_rows_key ON import_rows USING btree (row_key);

-- Table imports
ALTER TABLE imports ADD CONSTRAINT imports_kind_check CHECK ((kind = ANY (ARRAY['students'::text, 'payments'::text])));
ALTER TABLE imports ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
CREATE INDEX imports_created_at_idx ON imports USING btree (created_at);

-- Table individual_prices
ALTER TABLE individual_prices ADD CONSTRAINT individual_prices_level_check CHECK ((level = ANY (ARRAY['szkolaP'::text, 'liceumP'::text, 'liceumR'::text])));
ALTER TABLE individual_prices ADD CONSTRAINT individual_prices_money_check CHECK (((price >= 0) AND (rate >= 0)));
ALTER TABLE individual_prices ADD CONSTRAINT individual_prices_pkey PRIMARY KEY (id);
ALTER TABLE individual_prices ADD CONSTRAINT individual_prices_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE individual_prices ADD CONSTRAINT individual_prices_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE individual_prices ADD CONSTRAINT individual_prices_whose_check CHECK (((student_id IS NOT NULL) OR (teacher_id IS NOT NULL)));
CREATE UNIQUE INDEX individual_prices_key ON individual_prices USING btree (student_id, teacher_id, level) NULLS NOT DISTINCT;
CREATE INDEX individual_prices_teacher_id_idx ON individual_prices USING btree (teacher_id);

-- Table invoice_files
ALTER TABLE invoice_files ADD CONSTRAINT invoice_files_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE invoice_files ADD CONSTRAINT invoice_files_pkey PRIMARY KEY (invoice_id);

-- Table invoices
ALTER TABLE invoices ADD CONSTRAINT invoices_amount_check CHECK (((amount <> 0) AND ((kind = 'correction'::text) OR (amount > 0))));
ALTER TABLE invoices ADD CONSTRAINT invoices_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES invoices(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invoices ADD CONSTRAINT invoices_issued_check CHECK (((state <> 'issued'::text) OR ((number IS NOT NULL) AND (provider_id IS NOT NULL) AND (issued_on IS NOT NULL) AND (buyer IS NOT NULL))));
ALTER TABLE invoices ADD CONSTRAINT invoices_kind_check CHECK (((kind = ANY (ARRAY['invoice'::text, 'correction'::text])) AND ((kind = 'correction'::text) = (corrects_id IS NOT NULL))));
ALTER TABLE invoices ADD CONSTRAINT invoices_ksef_check CHECK ((ksef = ANY (ARRAY['none'::text, 'processing'::text, 'ok'::text, 'error'::text])));
ALTER TABLE invoices ADD CONSTRAINT invoices_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invoices ADD CONSTRAINT invoices_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invoices ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);
ALTER TABLE invoices ADD CONSTRAINT invoices_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'sending'::text, 'issued'::text, 'failed'::text])));
CREATE UNIQUE INDEX invoices_correction_key ON invoices USING btree (corrects_id) WHERE ((kind = 'correction'::text) AND (state <> 'issued'::text));
CREATE INDEX invoices_corrects_id_idx ON invoices USING btree (corrects_id, created_at);
CREATE INDEX invoices_day_idx ON invoices USING btree (COALESCE(issued_on, ((created_at AT TIME ZONE 'Europe/Warsaw'::text))::date), created_at);
CREATE INDEX invoices_failed_idx ON invoices USING btree (created_at) WHERE ((state = 'failed'::text) OR (ksef = 'error'::text));
CREATE INDEX invoices_follow_idx ON invoices USING btree (follow_at) WHERE (follow_at IS NOT NULL);
CREATE INDEX invoices_payer_id_created_at_idx ON invoices USING btree (payer_id, created_at);
CREATE INDEX invoices_payment_id_idx ON invoices USING btree (payment_id);
CREATE UNIQUE INDEX invoices_source_key ON invoices USING btree (source_kind, source_id) WHERE (kind = 'invoice'::text);
CREATE INDEX invoices_waiting_idx ON invoices USING btree (retry_at) WHERE (state = ANY (ARRAY['wanted'::text, 'sending'::text]));

-- Table invoicing_settings
ALTER TABLE invoicing_settings ADD CONSTRAINT invoicing_settings_mode_check CHECK ((mode = ANY (ARRAY['off'::text, 'onRequest'::text, 'eachOrder'::text, 'eachCompanyOrder'::text])));
ALTER TABLE invoicing_settings ADD CONSTRAINT invoicing_settings_on_check CHECK (((mode = 'off'::text) OR ((domain IS NOT NULL) AND (token IS NOT NULL) AND (tax IS NOT NULL) AND (since IS NOT NULL))));
ALTER TABLE invoicing_settings ADD CONSTRAINT invoicing_settings_one_row_check CHECK (id);
ALTER TABLE invoicing_settings ADD CONSTRAINT invoicing_settings_pkey PRIMARY KEY (id);
ALTER TABLE invoicing_settings ADD CONSTRAINT invoicing_settings_tax_check CHECK ((tax = ANY (ARRAY['23'::text, '8'::text, '5'::text, '0'::text, 'zw'::text])));

-- Table ledger_accounts
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_pkey PRIMARY KEY (student_id, subject, level);
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX ledger_accounts_owing_idx ON ledger_accounts USING btree (student_id) WHERE (balance < 0);

-- Table ledger_entries
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'hold'::text, 'release'::text, 'adjustment'::text, 'expiry'::text, 'refund'::text, 'void'::text])));
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (id);
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_quantity_check CHECK (
CASE kind
    WHEN 'hold'::text THEN (quantity = '-1'::integer)
    WHEN 'release'::text THEN (quantity = 1)
    WHEN 'purchase'::text THEN (quantity >= 0)
    WHEN 'adjustment'::text THEN (quantity <> 0)
    WHEN 'void'::text THEN (quantity <= 0)
    ELSE (quantity < 0)
END);
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_reference_check CHECK (
CASE
    WHEN (kind = ANY (ARRAY['hold'::text, 'release'::text])) THEN ((lesson_id IS NOT NULL) AND (payment_id IS NULL))
    WHEN (kind = ANY (ARRAY['purchase'::text, 'refund'::text, 'void'::text])) THEN ((payment_id IS NOT NULL) AND (lesson_id IS NULL))
    WHEN (kind = 'adjustment'::text) THEN ((payment_id IS NULL) AND (lesson_id IS NULL))
    ELSE true
END);
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_turn_check CHECK (
CASE kind
    WHEN 'hold'::text THEN ((lesson_turn IS NOT NULL) AND ((lesson_turn % 2) = 1))
    WHEN 'release'::text THEN ((lesson_turn IS NOT NULL) AND ((lesson_turn % 2) = 0))
    ELSE (lesson_turn IS NULL)
END);
CREATE UNIQUE INDEX ledger_entries_lesson_turn_key ON ledger_entries USING btree (lesson_id, lesson_turn) WHERE (lesson_turn IS NOT NULL);
CREATE UNIQUE INDEX ledger_entries_payment_kind_key ON ledger_entries USING btree (payment_id, kind) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX ledger_entries_seq_key ON ledger_entries USING btree (seq);
CREATE INDEX ledger_entries_statement_idx ON ledger_entries USING btree (student_id, seq) INCLUDE (id, created_at, kind, subject, level, quantity, balance, lesson_id, payment_id, expires_on);
CREATE INDEX ledger_entries_taken_idx ON ledger_entries USING btree (source_payment_id) WHERE (kind = ANY (ARRAY['expiry'::text, 'refund'::text]));

-- Table ledger_lots
ALTER TABLE ledger_lots ADD CONSTRAINT ledger_lots_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ledger_lots ADD CONSTRAINT ledger_lots_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ledger_lots ADD CONSTRAINT ledger_lots_pkey PRIMARY KEY (id);
ALTER TABLE ledger_lots ADD CONSTRAINT ledger_lots_remaining_check CHECK ((remaining >= 0));
CREATE INDEX ledger_lots_expiring_idx ON ledger_lots USING btree (expires_on) WHERE ((remaining > 0) AND (expires_on IS NOT NULL));
CREATE INDEX ledger_lots_left_idx ON ledger_lots USING btree (student_id, subject, level, expires_on, id) WHERE (remaining > 0);
CREATE INDEX ledger_lots_payment_id_idx ON ledger_lots USING btree (payment_id) WHERE (payment_id IS NOT NULL);

-- Table lesson_boards
ALTER TABLE lesson_boards ADD CONSTRAINT lesson_boards_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE CASCADE;
ALTER TABLE lesson_boards ADD CONSTRAINT lesson_boards_pkey PRIMARY KEY (lesson_id);

-- Table lesson_reports
ALTER TABLE lesson_reports ADD CONSTRAINT lesson_reports_homework_check CHECK (((homework IS NOT NULL) OR ((homework_due IS NULL) AND (homework_done_at IS NULL))));
ALTER TABLE lesson_reports ADD CONSTRAINT lesson_reports_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE lesson_reports ADD CONSTRAINT lesson_reports_lesson_id_key UNIQUE (lesson_id);
ALTER TABLE lesson_reports ADD CONSTRAINT lesson_reports_pkey PRIMARY KEY (id);
ALTER TABLE lesson_reports ADD CONSTRAINT lesson_reports_understanding_check CHECK (((understanding >= 1) AND (understanding <= 5)));
CREATE INDEX lesson_reports_done_homework_idx ON lesson_reports USING btree (homework_done_at) WHERE (homework_done_at IS NOT NULL);
CREATE INDEX lesson_reports_open_homework_idx ON lesson_reports USING btree (lesson_id) WHERE ((homework IS NOT NULL) AND (homework_done_at IS NULL));

-- Table lesson_visits
ALTER TABLE lesson_visits ADD CONSTRAINT lesson_visits_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE CASCADE;
ALTER TABLE lesson_visits ADD CONSTRAINT lesson_visits_pkey PRIMARY KEY (id);
ALTER TABLE lesson_visits ADD CONSTRAINT lesson_visits_role_check CHECK ((role = ANY (ARRAY['teacher'::text, 'student'::text, 'parent'::text, 'admin'::text])));
ALTER TABLE lesson_visits ADD CONSTRAINT lesson_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX lesson_visits_entered_at_idx ON lesson_visits USING btree (entered_at);
CREATE INDEX lesson_visits_lesson_id_idx ON lesson_visits USING btree (lesson_id, entered_at);
CREATE INDEX lesson_visits_user_id_idx ON lesson_visits USING btree (user_id);

-- Table lessons
ALTER TABLE lessons ADD CONSTRAINT lessons_block_check CHECK (((block >= 0) AND (block <= 13)));
ALTER TABLE lessons ADD CONSTRAINT lessons_charged_check CHECK ((((NOT charged) AND (late_decision IS NULL)) OR ((status = 'Odwolana przez ucznia'::text) AND (NOT (charged AND (late_decision IS NOT NULL))))));
ALTER TABLE lessons ADD CONSTRAINT lessons_late_decision_check CHECK ((late_decision = 'open'::text));
ALTER TABLE lessons ADD CONSTRAINT lessons_level_check CHECK ((level = ANY (ARRAY['szkolaP'::text, 'liceumP'::text, 'liceumR'::text])));
ALTER TABLE lessons ADD CONSTRAINT lessons_money_check CHECK (((price >= 0) AND (rate >= 0)));
ALTER TABLE lessons ADD CONSTRAINT lessons_pkey PRIMARY KEY (id);
ALTER TABLE lessons ADD CONSTRAINT lessons_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE lessons ADD CONSTRAINT lessons_status_check CHECK ((status = ANY (ARRAY['Nie potwierdzona'::text, 'Potwierdzona'::text, 'Odwolana przez ucznia'::text, 'Odwolana przez nauczyciela'::text, 'Zrealizowana'::text, 'Uczen nieobecny'::text])));
ALTER TABLE lessons ADD CONSTRAINT lessons_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE lessons ADD CONSTRAINT lessons_subject_check CHECK ((subject = ANY (ARRAY['Matematyka'::text, 'Fizyka'::text, 'Polski'::text, 'Informatyka'::text, 'Angielski'::text])));
ALTER TABLE lessons ADD CONSTRAINT lessons_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX lessons_charged_idx ON lessons USING btree (teacher_id) WHERE (charged AND (deleted_at IS NULL));
CREATE INDEX lessons_confirmed_idx ON lessons USING btree (date, block) WHERE ((status = 'Potwierdzona'::text) AND (deleted_at IS NULL));
CREATE INDEX lessons_counted_idx ON lessons USING btree (subject, level, status) WHERE (deleted_at IS NULL);
CREATE INDEX lessons_date_block_id_idx ON lessons USING btree (date, block, id);
CREATE INDEX lessons_day_load_idx ON lessons USING btree (date, subject, status) WHERE (deleted_at IS NULL);
CREATE INDEX lessons_late_decision_idx ON lessons USING btree (teacher_id, date, block) WHERE (late_decision IS NOT NULL);
CREATE INDEX lessons_late_free_idx ON lessons USING btree (student_id, date) WHERE late_free;
CREATE INDEX lessons_of_status_idx ON lessons USING btree (status, date, block, id) INCLUDE (subject, level) WHERE (deleted_at IS NULL);
CREATE INDEX lessons_open_decision_idx ON lessons USING btree (cancelled_at) WHERE (late_decision IS NOT NULL);
CREATE INDEX lessons_planned_date_idx ON lessons USING btree (date, block) WHERE ((deleted_at IS NULL) AND (status = ANY (ARRAY['Nie potwierdzona'::text, 'Potwierdzona'::text])));
CREATE INDEX lessons_planned_student_idx ON lessons USING btree (student_id, date, block, id) WHERE ((deleted_at IS NULL) AND (status = ANY (ARRAY['Nie potwierdzona'::text, 'Potwierdzona'::text])));
CREATE INDEX lessons_planned_teacher_idx ON lessons USING btree (teacher_id, date, block, id) WHERE ((deleted_at IS NULL) AND (status = ANY (ARRAY['Nie potwierdzona'::text, 'Potwierdzona'::text])));
CREATE INDEX lessons_series_id_series_date_idx ON lessons USING btree (series_id, series_date);
CREATE INDEX lessons_student_id_date_block_idx ON lessons USING btree (student_id, date, block);
CREATE INDEX lessons_student_id_subject_level_status_idx ON lessons USING btree (student_id, subject, level, status);
CREATE INDEX lessons_teacher_delivered_idx ON lessons USING btree (teacher_id) INCLUDE (rate) WHERE ((deleted_at IS NULL) AND (status = ANY (ARRAY['Zrealizowana'::text, 'Uczen nieobecny'::text])));
CREATE INDEX lessons_teacher_id_date_block_idx ON lessons USING btree (teacher_id, date, block);
CREATE INDEX lessons_unconfirmed_idx ON lessons USING btree (created_at) WHERE ((status = 'Nie potwierdzona'::text) AND (deleted_at IS NULL));

-- Table list_views
ALTER TABLE list_views ADD CONSTRAINT list_views_pkey PRIMARY KEY (id);
ALTER TABLE list_views ADD CONSTRAINT list_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE UNIQUE INDEX list_views_name_key ON list_views USING btree (user_id, list, name);

-- Table login_requests
ALTER TABLE login_requests ADD CONSTRAINT login_requests_link_id_fkey FOREIGN KEY (link_id) REFERENCES one_time_links(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE login_requests ADD CONSTRAINT login_requests_pkey PRIMARY KEY (id);
CREATE INDEX login_requests_expires_at_idx ON login_requests USING btree (expires_at);
CREATE INDEX login_requests_link_id_idx ON login_requests USING btree (link_id);

-- Table messages
ALTER TABLE messages ADD CONSTRAINT messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE messages ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX messages_conversation_id_seq_key ON messages USING btree (conversation_id, seq);
CREATE UNIQUE INDEX messages_sender_id_client_key_key ON messages USING btree (sender_id, client_key);

-- Table notification_preferences
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id, kind, channel);
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Table notifications
ALTER TABLE notifications ADD CONSTRAINT notifications_address_check CHECK (((recipient_id IS NOT NULL) OR (email IS NOT NULL)));
ALTER TABLE notifications ADD CONSTRAINT notifications_channel_check CHECK ((channel = ANY (ARRAY['push'::text, 'telegram'::text, 'email'::text]))) NOT VALID;
ALTER TABLE notifications ADD CONSTRAINT notifications_child_id_fkey FOREIGN KEY (child_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notifications ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
ALTER TABLE notifications ADD CONSTRAINT notifications_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notifications ADD CONSTRAINT notifications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'queued'::text, 'sent'::text, 'failed'::text, 'skipped'::text])));
CREATE INDEX notifications_child_id_idx ON notifications USING btree (child_id) WHERE (child_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_dedupe_key_key ON notifications USING btree (dedupe_key);
CREATE INDEX notifications_due_idx ON notifications USING btree (due_at) WHERE (status = 'pending'::text);
CREATE INDEX notifications_email_idx ON notifications USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX notifications_queued_idx ON notifications USING btree (queued_at) WHERE (status = 'queued'::text);
CREATE INDEX notifications_recipient_id_created_at_idx ON notifications USING btree (recipient_id, created_at);
CREATE INDEX notifications_status_created_at_idx ON notifications USING btree (status, created_at);

-- Table office_notes
ALTER TABLE office_notes ADD CONSTRAINT office_notes_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE office_notes ADD CONSTRAINT office_notes_pkey PRIMARY KEY (id);
ALTER TABLE office_notes ADD CONSTRAINT office_notes_target_check CHECK (((person_id IS NULL) <> (trial_id IS NULL)));
ALTER TABLE office_notes ADD CONSTRAINT office_notes_trial_id_fkey FOREIGN KEY (trial_id) REFERENCES trial_lessons(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX office_notes_person_id_idx ON office_notes USING btree (person_id, created_at);
CREATE INDEX office_notes_trial_id_idx ON office_notes USING btree (trial_id, created_at);

-- Table office_tags
ALTER TABLE office_tags ADD CONSTRAINT office_tags_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE office_tags ADD CONSTRAINT office_tags_pkey PRIMARY KEY (id);
ALTER TABLE office_tags ADD CONSTRAINT office_tags_target_check CHECK (((person_id IS NULL) <> (trial_id IS NULL)));
ALTER TABLE office_tags ADD CONSTRAINT office_tags_trial_id_fkey FOREIGN KEY (trial_id) REFERENCES trial_lessons(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE UNIQUE INDEX office_tags_person_key ON office_tags USING btree (person_id, tag);
CREATE INDEX office_tags_tag_idx ON office_tags USING btree (tag);
CREATE UNIQUE INDEX office_tags_trial_key ON office_tags USING btree (trial_id, tag);

-- Table one_time_links
ALTER TABLE one_time_links ADD CONSTRAINT one_time_links_pkey PRIMARY KEY (id);
ALTER TABLE one_time_links ADD CONSTRAINT one_time_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX one_time_links_user_id_kind_idx ON one_time_links USING btree (user_id, kind);

-- Table online_users
ALTER TABLE online_users ADD CONSTRAINT online_users_pkey PRIMARY KEY (process_id, user_id);
ALTER TABLE online_users ADD CONSTRAINT online_users_process_id_fkey FOREIGN KEY (process_id) REFERENCES api_processes(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX online_users_user_id_idx ON online_users USING btree (user_id);

-- Table order_items
ALTER TABLE order_items ADD CONSTRAINT order_items_amount_check CHECK ((amount >= 0));
ALTER TABLE order_items ADD CONSTRAINT order_items_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id);
ALTER TABLE order_items ADD CONSTRAINT order_items_lessons_check CHECK (((lessons >= 1) AND (lessons <= 1000)));
ALTER TABLE order_items ADD CONSTRAINT order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE order_items ADD CONSTRAINT order_items_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE order_items ADD CONSTRAINT order_items_pkey PRIMARY KEY (id);
CREATE INDEX order_items_bill_id_idx ON order_items USING btree (bill_id) WHERE (bill_id IS NOT NULL);
CREATE UNIQUE INDEX order_items_order_id_position_key ON order_items USING btree (order_id, "position");
CREATE UNIQUE INDEX order_items_payment_id_key ON order_items USING btree (payment_id);
CREATE INDEX order_items_student_id_idx ON order_items USING btree (student_id) WHERE (student_id IS NOT NULL);

-- Table orders
ALTER TABLE orders ADD CONSTRAINT orders_amount_check CHECK ((amount > 0));
ALTER TABLE orders ADD CONSTRAINT orders_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id);
ALTER TABLE orders ADD CONSTRAINT orders_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE orders ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE orders ADD CONSTRAINT orders_receipt_check CHECK ((((status = ANY (ARRAY['paid'::text, 'refunded'::text])) = (receipt_number IS NOT NULL)) AND ((receipt_number IS NULL) = (paid_at IS NULL)) AND ((receipt_number IS NULL) = (receipt_year IS NULL))));
ALTER TABLE orders ADD CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'open'::text, 'paid'::text, 'expired'::text, 'failed'::text, 'declined'::text, 'refunded'::text]))) NOT VALID;
ALTER TABLE orders ADD CONSTRAINT orders_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX orders_bill_id_idx ON orders USING btree (bill_id) WHERE (bill_id IS NOT NULL);
CREATE INDEX orders_created_at_idx ON orders USING btree (created_at);
CREATE INDEX orders_open_idx ON orders USING btree (checked_at) WHERE (status = 'open'::text);
CREATE INDEX orders_payer_id_created_at_idx ON orders USING btree (payer_id, created_at);
CREATE UNIQUE INDEX orders_receipt_key ON orders USING btree (receipt_year, receipt_number);
CREATE INDEX orders_student_id_created_at_idx ON orders USING btree (student_id, created_at);

-- Table outside_calendars
ALTER TABLE outside_calendars ADD CONSTRAINT outside_calendars_pkey PRIMARY KEY (id);
ALTER TABLE outside_calendars ADD CONSTRAINT outside_calendars_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX outside_calendars_next_at_idx ON outside_calendars USING btree (next_at);
CREATE INDEX outside_calendars_teacher_id_idx ON outside_calendars USING btree (teacher_id);

-- Table packages
ALTER TABLE packages ADD CONSTRAINT packages_amounts_check CHECK (((lessons > 0) AND (price >= 0) AND (valid_days > 0)));
ALTER TABLE packages ADD CONSTRAINT packages_level_check CHECK ((level = ANY (ARRAY['szkolaP'::text, 'liceumP'::text, 'liceumR'::text])));
ALTER TABLE packages ADD CONSTRAINT packages_pkey PRIMARY KEY (id);
ALTER TABLE packages ADD CONSTRAINT packages_subject_check CHECK ((subject = ANY (ARRAY['Matematyka'::text, 'Fizyka'::text, 'Polski'::text, 'Informatyka'::text, 'Angielski'::text])));

-- Table parent_invitations
ALTER TABLE parent_invitations ADD CONSTRAINT parent_invitations_invited_by_id_fkey FOREIGN KEY (invited_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE parent_invitations ADD CONSTRAINT parent_invitations_pkey PRIMARY KEY (id);
ALTER TABLE parent_invitations ADD CONSTRAINT parent_invitations_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX parent_invitations_invited_by_id_idx ON parent_invitations USING btree (invited_by_id);
CREATE INDEX parent_invitations_student_id_idx ON parent_invitations USING btree (student_id);

-- Table passkeys
ALTER TABLE passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys USING btree (credential_id);
CREATE INDEX passkeys_user_id_idx ON passkeys USING btree (user_id);

-- Table payments
ALTER TABLE payments ADD CONSTRAINT payments_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id);
ALTER TABLE payments ADD CONSTRAINT payments_method_check CHECK ((method = ANY (ARRAY['gotowka'::text, 'przelew'::text, 'online'::text, 'inne'::text])));
ALTER TABLE payments ADD CONSTRAINT payments_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE payments ADD CONSTRAINT payments_pkey PRIMARY KEY (id);
ALTER TABLE payments ADD CONSTRAINT payments_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX payments_bill_id_idx ON payments USING btree (bill_id) WHERE (bill_id IS NOT NULL);
CREATE INDEX payments_created_at_id_idx ON payments USING btree (created_at, id);
CREATE INDEX payments_student_id_created_at_id_idx ON payments USING btree (student_id, created_at, id);

-- Table payout_runs
ALTER TABLE payout_runs ADD CONSTRAINT payout_runs_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE payout_runs ADD CONSTRAINT payout_runs_pkey PRIMARY KEY (token);
CREATE INDEX payout_runs_created_by_id_idx ON payout_runs USING btree (created_by_id);

-- Table payouts
ALTER TABLE payouts ADD CONSTRAINT payouts_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)) NOT VALID;
ALTER TABLE payouts ADD CONSTRAINT payouts_pkey PRIMARY KEY (id);
ALTER TABLE payouts ADD CONSTRAINT payouts_run_token_fkey FOREIGN KEY (run_token) REFERENCES payout_runs(token) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE payouts ADD CONSTRAINT payouts_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX payouts_created_at_id_idx ON payouts USING btree (created_at, id);
CREATE UNIQUE INDEX payouts_run_teacher_key ON payouts USING btree (run_token, teacher_id);
CREATE INDEX payouts_teacher_id_created_at_id_idx ON payouts USING btree (teacher_id, created_at, id);

-- Table person_slots
ALTER TABLE person_slots ADD CONSTRAINT person_slots_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES slot_holds(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE person_slots ADD CONSTRAINT person_slots_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE person_slots ADD CONSTRAINT person_slots_pkey PRIMARY KEY (person_id, date, block);
ALTER TABLE person_slots ADD CONSTRAINT person_slots_source_check CHECK ((num_nonnulls(lesson_id, trial_lesson_id, hold_id) = 1));
ALTER TABLE person_slots ADD CONSTRAINT person_slots_trial_lesson_id_fkey FOREIGN KEY (trial_lesson_id) REFERENCES trial_lessons(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX person_slots_hold_id_idx ON person_slots USING btree (hold_id) WHERE (hold_id IS NOT NULL);
CREATE INDEX person_slots_lesson_id_idx ON person_slots USING btree (lesson_id);
CREATE INDEX person_slots_trial_lesson_id_idx ON person_slots USING btree (trial_lesson_id);

-- Table prices
ALTER TABLE prices ADD CONSTRAINT prices_money_check CHECK (((price >= 0) AND (rate >= 0)));
ALTER TABLE prices ADD CONSTRAINT prices_pkey PRIMARY KEY (level);

-- Table provider_notifications
ALTER TABLE provider_notifications ADD CONSTRAINT provider_notifications_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text])));
ALTER TABLE provider_notifications ADD CONSTRAINT provider_notifications_outcome_check CHECK ((outcome = ANY (ARRAY['booked'::text, 'already-booked'::text, 'mismatch'::text, 'wrong-signature'::text, 'unknown-order'::text, 'not-confirmed'::text, 'refund-completed'::text, 'refund-rejected'::text])));
ALTER TABLE provider_notifications ADD CONSTRAINT provider_notifications_pkey PRIMARY KEY (id);
ALTER TABLE provider_notifications ADD CONSTRAINT provider_notifications_processed_check CHECK (((outcome IS NULL) = (processed_at IS NULL)));
CREATE UNIQUE INDEX provider_notifications_forged_hour_key ON provider_notifications USING btree (forged_hour, kind) WHERE (forged_hour IS NOT NULL);
CREATE INDEX provider_notifications_order_id_idx ON provider_notifications USING btree (order_id);
CREATE INDEX provider_notifications_reviewable_idx ON provider_notifications USING btree (received_at) WHERE ((outcome = ANY (ARRAY['mismatch'::text, 'wrong-signature'::text, 'unknown-order'::text, 'refund-rejected'::text])) AND (reviewed_at IS NULL));
CREATE INDEX provider_notifications_waiting_idx ON provider_notifications USING btree (retry_at) WHERE (processed_at IS NULL);

-- Table push_stops
ALTER TABLE push_stops ADD CONSTRAINT push_stops_one_check CHECK ((id = 1));
ALTER TABLE push_stops ADD CONSTRAINT push_stops_pkey PRIMARY KEY (id);

-- Table push_subscriptions
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 1000));
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id);
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX push_subscriptions_endpoint_key ON push_subscriptions USING btree (endpoint);
CREATE INDEX push_subscriptions_session_id_idx ON push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_user_id_idx ON push_subscriptions USING btree (user_id);

-- Table receipt_counters
ALTER TABLE receipt_counters ADD CONSTRAINT receipt_counters_pkey PRIMARY KEY (year);

-- Table recovery_codes
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Table refresh_tokens
ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (id);
ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX refresh_tokens_expires_at_idx ON refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_session_id_idx ON refresh_tokens USING btree (session_id);
CREATE UNIQUE INDEX refresh_tokens_token_hash_key ON refresh_tokens USING btree (token_hash);

-- Table refunds
ALTER TABLE refunds ADD CONSTRAINT refunds_amount_check CHECK (((amount > 0) AND (lessons > 0)));
ALTER TABLE refunds ADD CONSTRAINT refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE refunds ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);
ALTER TABLE refunds ADD CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'requested'::text, 'completed'::text, 'rejected'::text])));
CREATE INDEX refunds_order_id_idx ON refunds USING btree (order_id);
CREATE UNIQUE INDEX refunds_order_id_key ON refunds USING btree (order_id) WHERE (status <> 'rejected'::text);
CREATE INDEX refunds_waiting_idx ON refunds USING btree (retry_at) WHERE (status = 'pending'::text);

-- Table reschedule_proposals
ALTER TABLE reschedule_proposals ADD CONSTRAINT reschedule_proposals_block_check CHECK (((block >= 0) AND (block <= 13)));
ALTER TABLE reschedule_proposals ADD CONSTRAINT reschedule_proposals_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE reschedule_proposals ADD CONSTRAINT reschedule_proposals_pkey PRIMARY KEY (id);
ALTER TABLE reschedule_proposals ADD CONSTRAINT reschedule_proposals_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'void'::text])));
CREATE INDEX reschedule_proposals_lesson_id_created_at_idx ON reschedule_proposals USING btree (lesson_id, created_at);
CREATE UNIQUE INDEX reschedule_proposals_one_open_key ON reschedule_proposals USING btree (lesson_id) WHERE (status = 'open'::text);

-- Table security_events
ALTER TABLE security_events ADD CONSTRAINT security_events_pkey PRIMARY KEY (id);
ALTER TABLE security_events ADD CONSTRAINT security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX security_events_user_id_id_idx ON security_events USING btree (user_id, id);

-- Table series
ALTER TABLE series ADD CONSTRAINT series_block_check CHECK (((block >= 0) AND (block <= 13)));
ALTER TABLE series ADD CONSTRAINT series_dates_check CHECK ((first_date <= last_date));
ALTER TABLE series ADD CONSTRAINT series_every_weeks_check CHECK ((every_weeks = ANY (ARRAY[1, 2])));
ALTER TABLE series ADD CONSTRAINT series_pkey PRIMARY KEY (id);
ALTER TABLE series ADD CONSTRAINT series_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE series ADD CONSTRAINT series_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE series ADD CONSTRAINT series_weekday_check CHECK ((weekday = ANY (ARRAY['pon'::text, 'wt'::text, 'sr'::text, 'czw'::text, 'pt'::text, 'sob'::text, 'niedz'::text])));
CREATE INDEX series_last_date_idx ON series USING btree (last_date);
CREATE INDEX series_student_id_last_date_idx ON series USING btree (student_id, last_date);
CREATE INDEX series_teacher_id_last_date_idx ON series USING btree (teacher_id, last_date);

-- Table series_move_dates
ALTER TABLE series_move_dates ADD CONSTRAINT series_move_dates_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE series_move_dates ADD CONSTRAINT series_move_dates_move_id_fkey FOREIGN KEY (move_id) REFERENCES series_moves(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE series_move_dates ADD CONSTRAINT series_move_dates_pkey PRIMARY KEY (move_id, date);
CREATE INDEX series_move_dates_lesson_id_idx ON series_move_dates USING btree (lesson_id);

-- Table series_moves
ALTER TABLE series_moves ADD CONSTRAINT series_moves_block_check CHECK (((block >= 0) AND (block <= 13)));
ALTER TABLE series_moves ADD CONSTRAINT series_moves_pkey PRIMARY KEY (id);
ALTER TABLE series_moves ADD CONSTRAINT series_moves_proposer_id_fkey FOREIGN KEY (proposer_id) REFERENCES users(id) ON UPDATE CASCADE;
ALTER TABLE series_moves ADD CONSTRAINT series_moves_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE series_moves ADD CONSTRAINT series_moves_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text, 'void'::text])));
CREATE INDEX series_moves_expires_at_idx ON series_moves USING btree (expires_at) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX series_moves_one_open_key ON series_moves USING btree (series_id) WHERE (status = 'open'::text);
CREATE INDEX series_moves_proposer_id_idx ON series_moves USING btree (proposer_id);

-- Table series_skips
ALTER TABLE series_skips ADD CONSTRAINT series_skips_outcome_check CHECK ((outcome = ANY (ARRAY['closed'::text, 'teacher-absent'::text, 'teacher-busy'::text, 'student-busy'::text, 'outside-availability'::text, 'past'::text, 'left-out'::text])));
ALTER TABLE series_skips ADD CONSTRAINT series_skips_pkey PRIMARY KEY (series_id, date);
ALTER TABLE series_skips ADD CONSTRAINT series_skips_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Table sessions
ALTER TABLE sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX sessions_user_id_ended_at_idx ON sessions USING btree (user_id, ended_at);

-- Table settlement_lines
ALTER TABLE settlement_lines ADD CONSTRAINT settlement_lines_kind_check CHECK ((kind = ANY (ARRAY['lesson'::text, 'correction'::text])));
ALTER TABLE settlement_lines ADD CONSTRAINT settlement_lines_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlement_lines ADD CONSTRAINT settlement_lines_pkey PRIMARY KEY (id);
ALTER TABLE settlement_lines ADD CONSTRAINT settlement_lines_settlement_fkey FOREIGN KEY (teacher_id, month) REFERENCES settlements(teacher_id, month) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX settlement_lines_lesson_id_idx ON settlement_lines USING btree (lesson_id);
CREATE UNIQUE INDEX settlement_lines_lesson_key ON settlement_lines USING btree (teacher_id, month, lesson_id, kind);

-- Table settlement_objections
ALTER TABLE settlement_objections ADD CONSTRAINT settlement_objections_kind_check CHECK (((kind = ANY (ARRAY['lesson'::text, 'correction'::text, 'missing'::text])) AND ((kind = 'missing'::text) OR (lesson_id IS NOT NULL))));
ALTER TABLE settlement_objections ADD CONSTRAINT settlement_objections_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlement_objections ADD CONSTRAINT settlement_objections_pkey PRIMARY KEY (line_id);
ALTER TABLE settlement_objections ADD CONSTRAINT settlement_objections_settlement_fkey FOREIGN KEY (teacher_id, month) REFERENCES settlements(teacher_id, month) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlement_objections ADD CONSTRAINT settlement_objections_state_check CHECK (((state = ANY (ARRAY['open'::text, 'accepted'::text, 'rejected'::text])) AND ((state = 'open'::text) = (answer IS NULL))));
CREATE INDEX settlement_objections_lesson_id_idx ON settlement_objections USING btree (lesson_id);
CREATE INDEX settlement_objections_month_idx ON settlement_objections USING btree (teacher_id, month);
CREATE INDEX settlement_objections_open_idx ON settlement_objections USING btree (created_at) WHERE (state = 'open'::text);

-- Table settlements
ALTER TABLE settlements ADD CONSTRAINT settlements_accepted_check CHECK (((state = 'accepted'::text) = (accepted_at IS NOT NULL)));
ALTER TABLE settlements ADD CONSTRAINT settlements_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric));
ALTER TABLE settlements ADD CONSTRAINT settlements_pkey PRIMARY KEY (teacher_id, month);
ALTER TABLE settlements ADD CONSTRAINT settlements_state_check CHECK ((state = ANY (ARRAY['open'::text, 'proposed'::text, 'accepted'::text])));
ALTER TABLE settlements ADD CONSTRAINT settlements_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlements ADD CONSTRAINT settlements_until_check CHECK (((state = 'open'::text) = (until IS NULL)));
CREATE INDEX settlements_month_idx ON settlements USING btree (month);
CREATE INDEX settlements_proposed_idx ON settlements USING btree (until) WHERE (state = 'proposed'::text);

-- Table slot_holds
ALTER TABLE slot_holds ADD CONSTRAINT slot_holds_pkey PRIMARY KEY (id);

-- Table spent_challenges
ALTER TABLE spent_challenges ADD CONSTRAINT spent_challenges_pkey PRIMARY KEY (challenge);
CREATE INDEX spent_challenges_expires_at_idx ON spent_challenges USING btree (expires_at);

-- Table spent_previews
ALTER TABLE spent_previews ADD CONSTRAINT spent_previews_pkey PRIMARY KEY (id);

-- Table teacher_subjects
ALTER TABLE teacher_subjects ADD CONSTRAINT teacher_subjects_level_check CHECK ((level = ANY (ARRAY['szkolaP'::text, 'liceumP'::text, 'liceumR'::text])));
ALTER TABLE teacher_subjects ADD CONSTRAINT teacher_subjects_pkey PRIMARY KEY (teacher_id, subject, level);
ALTER TABLE teacher_subjects ADD CONSTRAINT teacher_subjects_subject_check CHECK ((subject = ANY (ARRAY['Matematyka'::text, 'Fizyka'::text, 'Polski'::text, 'Informatyka'::text, 'Angielski'::text])));
ALTER TABLE teacher_subjects ADD CONSTRAINT teacher_subjects_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX teacher_subjects_subject_level_idx ON teacher_subjects USING btree (subject, level);

-- Table teaching_relations
ALTER TABLE teaching_relations ADD CONSTRAINT teaching_relations_pkey PRIMARY KEY (student_id, teacher_id);
ALTER TABLE teaching_relations ADD CONSTRAINT teaching_relations_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE teaching_relations ADD CONSTRAINT teaching_relations_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX teaching_relations_teacher_id_idx ON teaching_relations USING btree (teacher_id);

-- Table telegram_codes
ALTER TABLE telegram_codes ADD CONSTRAINT telegram_codes_pkey PRIMARY KEY (id);
CREATE INDEX telegram_codes_chat_id_idx ON telegram_codes USING btree (chat_id);
CREATE UNIQUE INDEX telegram_codes_live_key ON telegram_codes USING btree (code) WHERE ((used_at IS NULL) AND (voided_at IS NULL));

-- Table totp_factors
ALTER TABLE totp_factors ADD CONSTRAINT totp_factors_pkey PRIMARY KEY (user_id);
ALTER TABLE totp_factors ADD CONSTRAINT totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Table trial_lessons
ALTER TABLE trial_lessons ADD CONSTRAINT trial_lessons_block_check CHECK (((block >= 0) AND (block <= 13)));
ALTER TABLE trial_lessons ADD CONSTRAINT trial_lessons_level_check CHECK ((level = ANY (ARRAY['szkolaP'::text, 'liceumP'::text, 'liceumR'::text])));
ALTER TABLE trial_lessons ADD CONSTRAINT trial_lessons_pkey PRIMARY KEY (id);
ALTER TABLE trial_lessons ADD CONSTRAINT trial_lessons_scheduled_check CHECK (((status <> 'Umowiona'::text) OR ((teacher_id IS NOT NULL) AND (date IS NOT NULL) AND (block IS NOT NULL))));
ALTER TABLE trial_lessons ADD CONSTRAINT trial_lessons_status_check CHECK ((status = ANY (ARRAY['Nowa'::text, 'Umowiona'::text, 'Zrealizowana'::text, 'Odwolana'::text])));
ALTER TABLE trial_lessons ADD CONSTRAINT trial_lessons_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE trial_lessons ADD CONSTRAINT trial_lessons_subject_check CHECK ((subject = ANY (ARRAY['Matematyka'::text, 'Fizyka'::text, 'Polski'::text, 'Informatyka'::text, 'Angielski'::text])));
ALTER TABLE trial_lessons ADD CONSTRAINT trial_lessons_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
CREATE INDEX trial_lessons_status_created_at_idx ON trial_lessons USING btree (status, created_at);
CREATE UNIQUE INDEX trial_lessons_student_id_key ON trial_lessons USING btree (student_id);
CREATE INDEX trial_lessons_teacher_id_date_block_idx ON trial_lessons USING btree (teacher_id, date, block);
CREATE UNIQUE INDEX trial_lessons_wished_key ON trial_lessons USING btree (wished_teacher_id, wished_date, wished_block) WHERE (status = 'Nowa'::text);

-- Table undo_steps
ALTER TABLE undo_steps ADD CONSTRAINT undo_steps_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE undo_steps ADD CONSTRAINT undo_steps_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE undo_steps ADD CONSTRAINT undo_steps_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE undo_steps ADD CONSTRAINT undo_steps_pkey PRIMARY KEY (id);
ALTER TABLE undo_steps ADD CONSTRAINT undo_steps_series_id_fkey FOREIGN KEY (series_id) REFERENCES series(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE undo_steps ADD CONSTRAINT undo_steps_target_check CHECK ((num_nonnulls(lesson_id, payment_id, series_id) = 1));
CREATE INDEX undo_steps_actor_id_idx ON undo_steps USING btree (actor_id);
CREATE INDEX undo_steps_lesson_id_idx ON undo_steps USING btree (lesson_id);
CREATE INDEX undo_steps_payment_id_idx ON undo_steps USING btree (payment_id);
CREATE INDEX undo_steps_series_id_idx ON undo_steps USING btree (series_id);
CREATE INDEX undo_steps_until_idx ON undo_steps USING btree (until);
CREATE INDEX undo_steps_with_id_idx ON undo_steps USING btree (with_id);

-- Table users
ALTER TABLE users ADD CONSTRAINT users_email_check CHECK (((email <> ''::text) AND ((email IS NOT NULL) OR ((role = 'Student'::text) AND (password_hash IS NULL)))));
ALTER TABLE users ADD CONSTRAINT users_email_lower_check CHECK ((email = lower(email)));
ALTER TABLE users ADD CONSTRAINT users_erased_disabled_check CHECK (((erased_at IS NULL) OR is_disabled));
ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE users ADD CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['Student'::text, 'Teacher'::text, 'Parent'::text, 'Admin'::text])));
CREATE UNIQUE INDEX users_calendar_key_key ON users USING btree (calendar_key);
CREATE UNIQUE INDEX users_email_key ON users USING btree (email);
CREATE INDEX users_listed_idx ON users USING btree (role, is_disabled, surname COLLATE "pl-x-icu", name COLLATE "pl-x-icu", id) INCLUDE (search_text);
CREATE INDEX users_polish_order_idx ON users USING btree (role, surname COLLATE "pl-x-icu", name COLLATE "pl-x-icu", id);
CREATE INDEX users_role_is_disabled_surname_name_id_idx ON users USING btree (role, is_disabled, surname, name, id);
CREATE UNIQUE INDEX users_telegram_chat_id_key ON users USING btree (telegram_chat_id);

-- Table vetting_checks
ALTER TABLE vetting_checks ADD CONSTRAINT vetting_checks_checked_by_id_fkey FOREIGN KEY (checked_by_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE vetting_checks ADD CONSTRAINT vetting_checks_kind_check CHECK ((kind = ANY (ARRAY['rspts'::text, 'krk'::text, 'oswiadczenie'::text])));
ALTER TABLE vetting_checks ADD CONSTRAINT vetting_checks_pkey PRIMARY KEY (id);
ALTER TABLE vetting_checks ADD CONSTRAINT vetting_checks_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX vetting_checks_checked_by_id_idx ON vetting_checks USING btree (checked_by_id);
CREATE INDEX vetting_checks_teacher_id_kind_idx ON vetting_checks USING btree (teacher_id, kind);
CREATE INDEX vetting_checks_valid_until_idx ON vetting_checks USING btree (valid_until);

-- Table waiting_signals
ALTER TABLE waiting_signals ADD CONSTRAINT waiting_signals_pkey PRIMARY KEY (seq);

-- Table watch_offers
ALTER TABLE watch_offers ADD CONSTRAINT watch_offers_pkey PRIMARY KEY (watch_id, date, block);
ALTER TABLE watch_offers ADD CONSTRAINT watch_offers_watch_id_fkey FOREIGN KEY (watch_id) REFERENCES watches(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Table watched_blocks
ALTER TABLE watched_blocks ADD CONSTRAINT watched_blocks_pkey PRIMARY KEY (teacher_id, date, block);
ALTER TABLE watched_blocks ADD CONSTRAINT watched_blocks_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Table watches
ALTER TABLE watches ADD CONSTRAINT watches_blocks_check CHECK (((0 <= from_block) AND (from_block <= to_block) AND (to_block <= 13)));
ALTER TABLE watches ADD CONSTRAINT watches_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE watches ADD CONSTRAINT watches_hold_check CHECK (((hold_id IS NULL) OR (num_nulls(held_date, held_block, held_until) = 0)));
ALTER TABLE watches ADD CONSTRAINT watches_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES slot_holds(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE watches ADD CONSTRAINT watches_pkey PRIMARY KEY (id);
ALTER TABLE watches ADD CONSTRAINT watches_student_id_fkey FOREIGN KEY (student_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE watches ADD CONSTRAINT watches_teacher_id_fkey FOREIGN KEY (teacher_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX watches_creator_id_idx ON watches USING btree (creator_id);
CREATE UNIQUE INDEX watches_hold_id_key ON watches USING btree (hold_id);
CREATE INDEX watches_student_id_idx ON watches USING btree (student_id);
CREATE INDEX watches_teacher_id_created_at_idx ON watches USING btree (teacher_id, created_at);
