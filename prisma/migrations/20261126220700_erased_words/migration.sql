-- An erasure takes the reasons of a teacher's absences out of the history, and what was written about the bills and
-- orders that a person pays: their entries name the student or nobody.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

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
          UNION ALL
          SELECT 'order', o.id::text FROM public.orders o WHERE o.payer_id = person) paid
   WHERE h.entity = paid.entity AND h.entity_id = paid.entity_id AND h.changes ?| words;
  PERFORM set_config('korki.erasing', 'off', true);
END $$;

-- The same for who was erased before.
UPDATE series s SET description = '' FROM users u
 WHERE u.id = s.student_id AND u.erased_at IS NOT NULL AND s.description <> '';
UPDATE closures c SET label = '' FROM users u
 WHERE u.id = c.teacher_id AND u.erased_at IS NOT NULL AND c.label <> '';
UPDATE refunds r SET reason = '' FROM orders o, users u
 WHERE o.id = r.order_id AND u.id IN (o.payer_id, o.student_id) AND u.erased_at IS NOT NULL AND r.reason <> ''
   AND r.status <> 'pending';
SELECT erase_history(id) FROM users WHERE erased_at IS NOT NULL;
