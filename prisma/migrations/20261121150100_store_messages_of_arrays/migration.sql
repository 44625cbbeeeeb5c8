-- The same as store_messages of a batch in JSON, which stays for the version that runs before this one. A third of
-- that one's time went into taking its JSON apart twice: here ids come as arrays, and only what may hold any
-- character, the texts and the keys, as JSON arrays of strings.
CREATE FUNCTION store_messages(
  conversations uuid[], ids uuid[], senders uuid[], recipients uuid[], texts json, keys json,
  sent_at timestamptz, process_id text, signals text[])
RETURNS TABLE (place int, message_id uuid, message_seq int, message_at timestamptz)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
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

-- A conversation's row is rewritten with each batch: room for the next version beside it, so that no index has to
-- learn of it.
ALTER TABLE conversations SET (fillfactor = 50);
