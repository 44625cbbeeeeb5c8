-- An erasure replaces a person's full names, addresses and phones in the history of what was written about the students
-- who had to do with the person. Of people who were erased before, no name is known any more.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- `patterns` of LIKE find the words in changes in lower case. The history of an account holds its own names and phones.
CREATE FUNCTION erase_history_words(students uuid[], patterns text[], words text[], replacements text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE public.history_entries h SET changes = public.replace_words(h.changes::text, words, replacements, true)::jsonb
   WHERE h.student_id = ANY (students) AND h.entity <> 'account' AND lower(h.changes::text) LIKE ANY (patterns);
  PERFORM set_config('korki.erasing', 'off', true);
END $$;
