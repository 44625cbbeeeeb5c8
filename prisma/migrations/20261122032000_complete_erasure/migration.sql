SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- A trial lesson's history held the visitor's name and words and the teacher's name: it outlives their erasure.
-- It keeps ids, and says of words only that they changed.
DO $$
BEGIN
  PERFORM set_config('korki.erasing', 'on', true);
  UPDATE history_entries SET changes = changes - 'name' - 'description' - 'teacher'
   WHERE entity = 'trialLesson' AND changes ?| ARRAY['name', 'description', 'teacher'];
  PERFORM set_config('korki.erasing', 'off', true);
END $$;

-- An erased account that was edited and enabled again is somebody's living account.
UPDATE users SET erased_at = NULL WHERE erased_at IS NOT NULL AND NOT is_disabled;
-- From here on it is a tombstone: nothing enables it.
ALTER TABLE users ADD CONSTRAINT users_erased_disabled_check CHECK (erased_at IS NULL OR is_disabled) NOT VALID;
ALTER TABLE users VALIDATE CONSTRAINT users_erased_disabled_check;

-- Messages that were stored while their sender was being erased.
UPDATE messages m SET text = '[wiadomość usunięta]'
  FROM users u WHERE u.id = m.sender_id AND u.erased_at IS NOT NULL AND m.text <> '[wiadomość usunięta]';

-- As before, but senders are locked and asked for once more where their messages are stored: nothing is stored of an
-- account that was disabled or erased since the caller asked. Such a message has no row in the answer.
CREATE OR REPLACE FUNCTION store_messages(
  conversations uuid[], ids uuid[], senders uuid[], recipients uuid[], texts json, keys json,
  sent_at timestamptz, process_id text, signals text[])
RETURNS TABLE (place int, message_id uuid, message_seq int, message_at timestamptz)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
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
END $$;

-- A teacher's own permanent room; empty: each lesson gets a room of its own.
ALTER TABLE users ADD COLUMN meeting_room text NOT NULL DEFAULT '';

-- Words of an erased person within texts. In JSON they are looked for as JSON writes them.
CREATE FUNCTION contains_word(body text, words text[], is_json boolean) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM unnest(words) AS word
     WHERE word <> ''
       AND strpos(lower(body), lower(CASE WHEN is_json THEN substr(to_json(word)::text, 2, length(to_json(word)::text) - 2)
                                          ELSE word END)) > 0)
$$;

CREATE FUNCTION replace_words(body text, words text[], replacements text[], is_json boolean) RETURNS text
LANGUAGE plpgsql STABLE AS $$
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
END $$;
