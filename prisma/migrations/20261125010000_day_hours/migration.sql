SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: two new tables.
-- What a teacher offers on one date, besides the weekly hours or in their place (rules §34). A date that replaces them
-- without sections is a free day.
CREATE TABLE day_hours (
  teacher_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  date date NOT NULL,
  replaces boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT product_now(),
  CONSTRAINT day_hours_pkey PRIMARY KEY (teacher_id, date)
);

CREATE TABLE day_sections (
  teacher_id uuid NOT NULL,
  date date NOT NULL,
  start_block smallint NOT NULL,
  end_block smallint NOT NULL,
  CONSTRAINT day_sections_pkey PRIMARY KEY (teacher_id, date, start_block),
  CONSTRAINT day_sections_day_fkey FOREIGN KEY (teacher_id, date) REFERENCES day_hours (teacher_id, date)
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT day_sections_blocks_check CHECK (0 <= start_block AND start_block <= end_block AND end_block <= 13)
);

-- For what is asked of all teachers at once.
CREATE INDEX day_hours_date_idx ON day_hours (date);
CREATE INDEX day_sections_date_idx ON day_sections (date);

-- What teachers offer between two days, both included: one row per block. Closures, lessons and whatever else takes a
-- block are not counted. `offeredBlocks` of the domain is the same rule for the hours of one teacher.
CREATE FUNCTION offered_blocks(first_day date, last_day date)
RETURNS TABLE (teacher_id uuid, date date, block int) LANGUAGE sql STABLE AS $$
  SELECT a.teacher_id, d.day::date, b.block
    FROM generate_series(first_day, last_day, interval '1 day') AS d (day)
    JOIN availability_sections a
      ON a.day = (ARRAY['pon', 'wt', 'sr', 'czw', 'pt', 'sob', 'niedz'])[extract(isodow FROM d.day)::int]
   CROSS JOIN LATERAL generate_series(a.start_block::int, a.end_block::int) AS b (block)
   WHERE NOT EXISTS (SELECT FROM day_hours h
                      WHERE h.teacher_id = a.teacher_id AND h.date = d.day::date AND h.replaces)
   UNION
  SELECT s.teacher_id, s.date, b.block
    FROM day_sections s CROSS JOIN LATERAL generate_series(s.start_block::int, s.end_block::int) AS b (block)
   WHERE s.date BETWEEN first_day AND last_day
$$;

-- Open screens show the change at once, as they do with closures.
CREATE TRIGGER day_hours_signal AFTER INSERT OR UPDATE OR DELETE ON day_hours
  FOR EACH ROW EXECUTE FUNCTION signal_closure_change();
