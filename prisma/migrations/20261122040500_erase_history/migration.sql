SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- The application's role may not change history entries. Erasing a person's own words runs with the owner's rights, and
-- can do nothing else.
CREATE FUNCTION erase_history(person uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE public.history_entries SET changes = '{}'::jsonb
   WHERE entity = 'account' AND entity_id = person::text AND changes <> '{}'::jsonb;
  UPDATE public.history_entries SET changes = changes - 'description' - 'cancelMessage' - 'meetingLink'
   WHERE (student_id = person OR teacher_id = person)
     AND changes ?| ARRAY['description', 'cancelMessage', 'meetingLink'];
  PERFORM set_config('korki.erasing', 'off', true);
END $$;
