-- Busy times from outside (rules §35): teachers' calendars elsewhere, and the blocks in which they are busy there.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE outside_calendars (
  id uuid PRIMARY KEY,
  teacher_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The address opens what is in the calendar: it is kept encrypted, and shown by its host alone.
  sealed_url text NOT NULL,
  host text NOT NULL,
  label text NOT NULL,
  events integer NOT NULL DEFAULT 0,
  -- What the server calls the version that was read last, and the day on which that was.
  etag text,
  read_on date,
  fetched_at timestamptz(3),
  failing_since timestamptz(3),
  -- Why the last try failed, as a code.
  problem text,
  failures integer NOT NULL DEFAULT 0,
  next_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT product_now()
);
CREATE INDEX outside_calendars_teacher_id_idx ON outside_calendars (teacher_id);
CREATE INDEX outside_calendars_next_at_idx ON outside_calendars (next_at);

-- Of an event nothing is kept but the blocks that it occupies.
CREATE TABLE busy_blocks (
  calendar_id uuid NOT NULL REFERENCES outside_calendars (id) ON DELETE CASCADE ON UPDATE CASCADE,
  teacher_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  date date NOT NULL,
  block smallint NOT NULL CONSTRAINT busy_blocks_block_check CHECK (block BETWEEN 0 AND 13),
  -- Somebody booked over it and meant it: the lesson is no news then.
  agreed_at timestamptz(3),
  PRIMARY KEY (calendar_id, date, block)
);
CREATE INDEX busy_blocks_teacher_id_idx ON busy_blocks (teacher_id, date, block);

-- The teacher's open screens read again what they show of them.
CREATE FUNCTION signal_busy_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM signal_change('attention', ARRAY(SELECT DISTINCT teacher_id FROM changed));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER busy_blocks_added_signal AFTER INSERT ON busy_blocks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION signal_busy_blocks();
CREATE TRIGGER busy_blocks_gone_signal AFTER DELETE ON busy_blocks REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION signal_busy_blocks();
