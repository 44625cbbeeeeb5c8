-- An erasure takes remarks on money out of the books where they name the person: a payer's and a child's, too. Of an entry
-- of the ledger it may empty the description, and nothing else.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'ledger_entries' AND current_setting('korki.erasing', true) = 'on' THEN
    IF NEW.description = '' AND to_jsonb(NEW) - 'description' = to_jsonb(OLD) - 'description' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the ledger is append-only';
END $$;

CREATE FUNCTION erase_ledger_remarks(entries uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE public.ledger_entries SET description = '' WHERE id = ANY (entries) AND description <> '';
  PERFORM set_config('korki.erasing', 'off', true);
END $$;

-- What is said of a payment, bill or order that others have a part in goes where the person pays it; of an order with
-- lessons for the person, too; of a child's payment or adjustment, and of a bill with lessons of the person, where its own
-- words are gone.
CREATE OR REPLACE FUNCTION erase_history(person uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  words text[] := ARRAY['description', 'cancelMessage', 'meetingLink', 'summary', 'homework', 'privateNote', 'reason',
                        'label'];
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE public.history_entries SET changes = '{}'::jsonb
   WHERE entity = 'account' AND entity_id = person::text AND changes <> '{}'::jsonb;
  UPDATE public.history_entries SET changes = changes - words
   WHERE (student_id = person OR teacher_id = person) AND changes ?| words;
  UPDATE public.history_entries h SET changes = h.changes - words
    FROM (SELECT 'bill' AS entity, b.id::text AS entity_id FROM public.bills b WHERE b.payer_id = person
          UNION
          SELECT 'bill', b.id::text FROM public.bill_lines n JOIN public.bills b ON b.id = n.bill_id
           WHERE n.student_id = person AND b.reason = ''
          UNION
          SELECT 'order', o.id::text FROM public.orders o WHERE o.payer_id = person
          UNION
          SELECT 'order', i.order_id::text FROM public.order_items i WHERE i.student_id = person
          UNION
          SELECT 'payment', p.id::text FROM public.payments p WHERE p.payer_id = person
          UNION
          SELECT 'payment', p.id::text FROM public.guardianships g JOIN public.payments p ON p.student_id = g.student_id
           WHERE g.parent_id = person AND p.description = ''
          UNION
          SELECT 'ledger', e.id::text FROM public.guardianships g JOIN public.ledger_entries e ON e.student_id = g.student_id
           WHERE g.parent_id = person AND e.kind = 'adjustment' AND e.description = '') said
   WHERE h.entity = said.entity AND h.entity_id = said.entity_id AND h.changes ?| words;
  UPDATE public.history_entries h SET changes = h.changes - 'teacher'
    FROM (SELECT 'lesson' AS entity, l.id::text AS entity_id FROM public.lessons l WHERE l.teacher_id = person
          UNION
          SELECT 'trialLesson', t.id::text FROM public.trial_lessons t WHERE t.teacher_id = person
          UNION
          SELECT o.entity, o.entity_id FROM public.history_entries o WHERE o.teacher_id = person) taught
   WHERE h.entity = taught.entity AND h.entity_id = taught.entity_id AND h.action = 'substitute'
     AND h.changes ? 'teacher';
  PERFORM set_config('korki.erasing', 'off', true);
END $$;

-- The same for who was erased before.
UPDATE bills b SET reason = '' FROM bill_lines n, users u
 WHERE n.bill_id = b.id AND u.id = n.student_id AND u.erased_at IS NOT NULL AND b.reason <> '';
UPDATE refunds r SET reason = '' FROM order_items i, users u
 WHERE i.order_id = r.order_id AND u.id = i.student_id AND u.erased_at IS NOT NULL AND r.reason <> '';
SELECT erase_history(id) FROM users WHERE erased_at IS NOT NULL;
