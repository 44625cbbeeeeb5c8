-- Chat (decisions §7): messages are numbered 1, 2, 3 … within their conversation, in the order of their
-- commits, so that "everything after number n" is never short of one; each side's reading is a number too.

DROP INDEX messages_conversation_id_seq_idx;
-- What is unread is what lies after the reader's number; without this index, setting read_at touches none.
DROP INDEX messages_unread_idx;

ALTER TABLE conversations
  ADD COLUMN last_seq INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN low_read_seq INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN high_read_seq INTEGER NOT NULL DEFAULT 0;

UPDATE messages m SET seq = numbered.place
  FROM (SELECT id, row_number() OVER (PARTITION BY conversation_id ORDER BY seq) AS place FROM messages) numbered
 WHERE m.id = numbered.id;
UPDATE conversations c
   SET last_seq = coalesce((SELECT max(seq) FROM messages m WHERE m.conversation_id = c.id), 0),
       low_read_seq = coalesce((SELECT max(seq) FROM messages m WHERE m.conversation_id = c.id
                                   AND m.recipient_id = c.low_user_id AND m.read_at IS NOT NULL), 0),
       high_read_seq = coalesce((SELECT max(seq) FROM messages m WHERE m.conversation_id = c.id
                                    AND m.recipient_id = c.high_user_id AND m.read_at IS NOT NULL), 0);

ALTER TABLE messages ALTER COLUMN seq DROP DEFAULT, ALTER COLUMN seq SET DATA TYPE INTEGER;
DROP SEQUENCE messages_seq_seq;
CREATE UNIQUE INDEX messages_conversation_id_seq_key ON messages (conversation_id, seq);

-- Presence. Unlogged: it is worth nothing after a crash, and each process writes its own part again.
CREATE UNLOGGED TABLE api_processes (
  id TEXT NOT NULL,
  address TEXT NOT NULL,
  seen_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT api_processes_pkey PRIMARY KEY (id)
);
CREATE UNLOGGED TABLE online_users (
  process_id TEXT NOT NULL,
  user_id UUID NOT NULL,
  CONSTRAINT online_users_pkey PRIMARY KEY (process_id, user_id),
  CONSTRAINT online_users_process_id_fkey FOREIGN KEY (process_id) REFERENCES api_processes (id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX online_users_user_id_idx ON online_users (user_id);

-- Stores a batch of messages, each {conversation, id, sender, recipient, text, key}, and answers with the
-- number and time of each by its place in the batch; a message whose key is known already answers with
-- what is stored. With the commit, `signals` reach the other processes, where there are any.
-- Plans are kept from when the tables may have been empty, hence no plan that reads a whole table.
CREATE FUNCTION store_messages(batch json, sent_at timestamptz, process_id text, signals text[])
RETURNS TABLE (place int, message_id uuid, message_conversation uuid, message_seq int, message_at timestamptz)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  -- Held until commit, so that a number is never visible before a lower one; in one order, so that two
  -- batches do not wait for each other in a circle.
  PERFORM 1 FROM conversations
    WHERE id IN (SELECT given.conversation FROM json_to_recordset(batch) AS given (conversation uuid))
    ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM api_processes WHERE id IS DISTINCT FROM process_id) THEN
    PERFORM pg_notify('korki_chat', signal) FROM unnest(signals) AS signal;
  END IF;
  -- A statement of its own: it sees what the holders of the locks before this one have committed.
  RETURN QUERY
    WITH given AS MATERIALIZED (
      SELECT * FROM ROWS FROM (json_to_recordset(batch)
        AS (conversation uuid, id uuid, sender uuid, recipient uuid, text text, key text)) WITH ORDINALITY
        AS g (conversation, id, sender, recipient, text, key, place)
    ), known AS MATERIALIZED (
      SELECT g.place, m.id, m.conversation_id, m.seq, m.created_at
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
    SELECT f.place::int, f.id, f.conversation, f.seq, f.at FROM fresh f
    UNION ALL
    SELECT k.place::int, k.id, k.conversation_id, k.seq, k.created_at FROM known k;
END $$;

-- Marks what `sender` wrote to `reader`, up to a number, as read. Answers with the number that is read now
-- and tells the listeners of korki_chat, unless there was nothing to mark.
CREATE FUNCTION read_messages(reader uuid, sender uuid, up_to int, read_at timestamptz)
RETURNS TABLE (read_seq int) LANGUAGE plpgsql AS $$
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
END $$;
