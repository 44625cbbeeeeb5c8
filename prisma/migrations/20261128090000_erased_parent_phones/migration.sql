-- An erasure takes a parent's phone out of the history of the children's accounts, where it was the parents' phone. Of
-- parents who were erased before, no phone is known any more.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- The lists belong together: a student, and a phone that goes from that student's history.
CREATE FUNCTION erase_parent_phones(students uuid[], phones text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE public.history_entries h SET changes = h.changes - 'phoneParent'
    FROM unnest(students, phones) AS erased (student_id, phone)
   WHERE h.entity = 'account' AND h.entity_id = erased.student_id::text
     AND erased.phone IN (h.changes #>> '{phoneParent,from}', h.changes #>> '{phoneParent,to}');
  PERFORM set_config('korki.erasing', 'off', true);
END $$;
