-- Signals wait in a table and are sent after commit, many at once: a transaction that notifies by itself holds one
-- server-wide lock while its commit is written, so that all such commits queue up behind each other.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Unlogged: after a crash nobody is connected who could have missed them.
CREATE UNLOGGED TABLE waiting_signals (
  seq     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL,
  payload text NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- A process on duty holds this lock exclusively and sends what waits. While there is none, such as with servers of the
-- version before alone, signals are sent by the transaction itself.
CREATE FUNCTION send_signal(channel text, payload text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_lock_shared(hashtextextended('korki.signals', 0)) THEN
    PERFORM pg_advisory_unlock_shared(hashtextextended('korki.signals', 0));
    PERFORM pg_notify(channel, payload);
  ELSE
    INSERT INTO waiting_signals (channel, payload) VALUES (channel, payload);
  END IF;
END $$;

-- NULL instead of people, and more people than a signal can name: everybody.
CREATE OR REPLACE FUNCTION signal_change(topic text, people uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  concerned uuid[] := people || ARRAY(
    SELECT parent_id FROM current_guardianships WHERE student_id = ANY (people) ORDER BY 1);
BEGIN
  IF people IS NULL OR cardinality(concerned) > 190 THEN
    concerned := NULL;
  END IF;
  PERFORM send_signal('korki_changes', json_build_object('topic', topic, 'userIds', concerned)::text);
END $$;

CREATE OR REPLACE FUNCTION signal_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM send_signal('korki_outbox', '');
  RETURN NULL;
END $$;
