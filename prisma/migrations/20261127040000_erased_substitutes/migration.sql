-- An erasure takes the names of teachers out of entries of substitutions: of lessons and trial lessons that the person gave
-- up or took over. New entries hold ids.
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
SELECT erase_history(id) FROM users WHERE erased_at IS NOT NULL;
