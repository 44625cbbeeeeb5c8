-- Weekly lessons, closed days and substitutes (rules §§11–12).
-- brief: the index on lessons is over new columns; the table is read once.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE series (
  id uuid NOT NULL PRIMARY KEY,
  teacher_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  student_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  weekday text NOT NULL,
  block smallint NOT NULL,
  subject text NOT NULL,
  level text NOT NULL,
  first_date date NOT NULL,
  last_date date NOT NULL,
  -- From where the weeks are counted: the first date, or that of the last move.
  anchor_date date NOT NULL,
  every_weeks smallint NOT NULL,
  description text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 0,
  CONSTRAINT series_weekday_check CHECK (weekday IN ('pon', 'wt', 'sr', 'czw', 'pt', 'sob', 'niedz')),
  CONSTRAINT series_block_check CHECK (block BETWEEN 0 AND 13),
  CONSTRAINT series_dates_check CHECK (first_date <= last_date),
  CONSTRAINT series_every_weeks_check CHECK (every_weeks IN (1, 2))
);
CREATE INDEX series_teacher_id_last_date_idx ON series (teacher_id, last_date);
CREATE INDEX series_student_id_last_date_idx ON series (student_id, last_date);
CREATE INDEX series_last_date_idx ON series (last_date);

CREATE TABLE series_skips (
  series_id uuid NOT NULL REFERENCES series (id) ON DELETE CASCADE ON UPDATE CASCADE,
  date date NOT NULL,
  outcome text NOT NULL,
  CONSTRAINT series_skips_pkey PRIMARY KEY (series_id, date),
  CONSTRAINT series_skips_outcome_check CHECK (outcome IN (
    'closed', 'teacher-absent', 'teacher-busy', 'student-busy', 'outside-availability', 'past'))
);

-- A preview's token works once: its id is kept until it has expired.
CREATE TABLE spent_previews (
  id uuid NOT NULL PRIMARY KEY,
  spent_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Where the series put the lesson; another date or block than that is one person's own move.
ALTER TABLE lessons
  ADD COLUMN series_id uuid,
  ADD COLUMN series_date date,
  ADD COLUMN series_block smallint,
  ADD COLUMN closure_overridden boolean NOT NULL DEFAULT false;
ALTER TABLE lessons ADD CONSTRAINT lessons_series_id_fkey FOREIGN KEY (series_id) REFERENCES series (id)
  ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE lessons VALIDATE CONSTRAINT lessons_series_id_fkey;
CREATE INDEX lessons_series_id_series_date_idx ON lessons (series_id, series_date);

ALTER TABLE trial_lessons ADD COLUMN closure_overridden boolean NOT NULL DEFAULT false;

CREATE TABLE closures (
  id uuid NOT NULL PRIMARY KEY,
  -- Null: the whole centre is closed.
  teacher_id uuid REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  first_date date NOT NULL,
  last_date date NOT NULL,
  first_block smallint,
  last_block smallint,
  label text NOT NULL DEFAULT '',
  created_by_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT closures_dates_check CHECK (first_date <= last_date),
  CONSTRAINT closures_blocks_check CHECK (
    coalesce(first_block, 0) BETWEEN 0 AND 13 AND coalesce(last_block, 13) BETWEEN 0 AND 13
    AND coalesce(first_block, 0) <= coalesce(last_block, 13))
);
CREATE INDEX closures_teacher_id_last_date_idx ON closures (teacher_id, last_date);
CREATE INDEX closures_last_date_idx ON closures (last_date);

-- Makes a writer of slots and a writer of closures take turns: neither misses what the other is about to commit.
CREATE FUNCTION share_closures() RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(hashtextextended('korki.closures', 0))
$$;

-- Refuses a slot on a closed day unless the override is recorded on the row; drops an override that is not needed.
CREATE FUNCTION refuse_closed_slot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closing closures;
BEGIN
  PERFORM share_closures();
  SELECT c.* INTO closing FROM closures c
   WHERE (c.teacher_id IS NULL OR c.teacher_id = NEW.teacher_id)
     AND c.first_date <= NEW.date AND c.last_date >= NEW.date
     AND NEW.block BETWEEN coalesce(c.first_block, 0) AND coalesce(c.last_block, 13)
   ORDER BY c.teacher_id NULLS FIRST, c.first_date, c.id LIMIT 1;
  IF NOT FOUND THEN
    NEW.closure_overridden := false;
  ELSIF NOT NEW.closure_overridden THEN
    RAISE EXCEPTION 'closed slot: %', json_build_object(
      'scope', CASE WHEN closing.teacher_id IS NULL THEN 'centre' ELSE 'teacher' END, 'label', closing.label)
      USING ERRCODE = 'check_violation', CONSTRAINT = 'open_slot', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER lessons_open_slot_insert BEFORE INSERT ON lessons FOR EACH ROW
  WHEN (lesson_holds_slot(NEW)) EXECUTE FUNCTION refuse_closed_slot();
CREATE TRIGGER lessons_open_slot_update BEFORE UPDATE ON lessons FOR EACH ROW
  WHEN (lesson_holds_slot(NEW) AND (NOT lesson_holds_slot(OLD)
        OR (OLD.teacher_id, OLD.date, OLD.block) IS DISTINCT FROM (NEW.teacher_id, NEW.date, NEW.block)))
  EXECUTE FUNCTION refuse_closed_slot();
CREATE TRIGGER trial_lessons_open_slot_insert BEFORE INSERT ON trial_lessons FOR EACH ROW
  WHEN (trial_lesson_holds_slot(NEW)) EXECUTE FUNCTION refuse_closed_slot();
CREATE TRIGGER trial_lessons_open_slot_update BEFORE UPDATE ON trial_lessons FOR EACH ROW
  WHEN (trial_lesson_holds_slot(NEW) AND (NOT trial_lesson_holds_slot(OLD)
        OR (OLD.teacher_id, OLD.date, OLD.block) IS DISTINCT FROM (NEW.teacher_id, NEW.date, NEW.block)))
  EXECUTE FUNCTION refuse_closed_slot();

-- A substitute voids an open proposal too: it was made for the other teacher's week.
DROP TRIGGER lessons_void_proposals ON lessons;
CREATE TRIGGER lessons_void_proposals AFTER UPDATE ON lessons FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL
     OR NEW.status NOT IN ('Nie potwierdzona', 'Potwierdzona')
     OR (OLD.teacher_id, OLD.date, OLD.block) IS DISTINCT FROM (NEW.teacher_id, NEW.date, NEW.block))
  EXECUTE FUNCTION void_proposals();

-- Open screens read these lists again (contracts/live).
CREATE FUNCTION signal_series_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('series', ARRAY[NEW.teacher_id, NEW.student_id]);
  RETURN NULL;
END $$;

CREATE TRIGGER series_signal AFTER INSERT OR UPDATE ON series
  FOR EACH ROW EXECUTE FUNCTION signal_series_change();

CREATE FUNCTION signal_closure_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  teacher uuid := coalesce(NEW.teacher_id, OLD.teacher_id);
BEGIN
  PERFORM signal_change('closures', CASE WHEN teacher IS NOT NULL THEN
    ARRAY(SELECT teacher UNION ALL SELECT student_id FROM teaching_relations WHERE teacher_id = teacher) END);
  RETURN NULL;
END $$;

CREATE TRIGGER closures_signal AFTER INSERT OR DELETE ON closures
  FOR EACH ROW EXECUTE FUNCTION signal_closure_change();
