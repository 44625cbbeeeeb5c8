SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: two new tables; the check of person_slots reads three columns of one narrow table.
-- Slots that are kept for people while somebody decides (rules §40): both are busy there, without a lesson.
CREATE TABLE slot_holds (
  id uuid PRIMARY KEY,
  created_at timestamptz(3) NOT NULL DEFAULT product_now()
);
ALTER TABLE person_slots ADD COLUMN hold_id uuid;
ALTER TABLE person_slots
  ADD CONSTRAINT person_slots_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES slot_holds (id)
    ON DELETE CASCADE ON UPDATE CASCADE NOT VALID,
  DROP CONSTRAINT person_slots_source_check,
  ADD CONSTRAINT person_slots_source_check CHECK (num_nonnulls(lesson_id, trial_lesson_id, hold_id) = 1) NOT VALID;
ALTER TABLE person_slots VALIDATE CONSTRAINT person_slots_hold_id_fkey;
ALTER TABLE person_slots VALIDATE CONSTRAINT person_slots_source_check;
CREATE INDEX person_slots_hold_id_idx ON person_slots (hold_id) WHERE hold_id IS NOT NULL;

-- A student's or parent's wish to move a weekly lesson. Its new slots are held under its own id until it is answered.
CREATE TABLE series_moves (
  id uuid PRIMARY KEY,
  series_id uuid NOT NULL REFERENCES series (id) ON DELETE CASCADE ON UPDATE CASCADE,
  proposer_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE,
  from_date date NOT NULL,
  anchor_date date NOT NULL,
  weekday text NOT NULL,
  block smallint NOT NULL,
  -- open | accepted | declined | withdrawn | expired | void
  status text NOT NULL DEFAULT 'open',
  created_at timestamptz(3) NOT NULL DEFAULT product_now(),
  expires_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  CONSTRAINT series_moves_status_check
    CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn', 'expired', 'void')),
  CONSTRAINT series_moves_block_check CHECK (block BETWEEN 0 AND 13)
);
CREATE UNIQUE INDEX series_moves_one_open_key ON series_moves (series_id) WHERE status = 'open';
CREATE INDEX series_moves_expires_at_idx ON series_moves (expires_at) WHERE status = 'open';
CREATE INDEX series_moves_proposer_id_idx ON series_moves (proposer_id);

-- Every new date of an open move: for a lesson, or, where the series had none, for a new one. `outcome` other than
-- 'free': no slot is held, and the date will be skipped.
CREATE TABLE series_move_dates (
  move_id uuid NOT NULL REFERENCES series_moves (id) ON DELETE CASCADE ON UPDATE CASCADE,
  date date NOT NULL,
  lesson_id uuid REFERENCES lessons (id) ON DELETE CASCADE ON UPDATE CASCADE,
  outcome text NOT NULL,
  PRIMARY KEY (move_id, date)
);
CREATE INDEX series_move_dates_lesson_id_idx ON series_move_dates (lesson_id);

-- Whoever cancels, finishes, deletes, moves or hands over a lesson takes it out of an open move and frees the slot that
-- was kept for it. A move that is left without lessons is void.
CREATE FUNCTION leave_series_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
BEGIN
  FOR gone IN DELETE FROM series_move_dates WHERE lesson_id = NEW.id RETURNING move_id, date LOOP
    DELETE FROM person_slots WHERE hold_id = gone.move_id AND date = gone.date;
    IF NOT EXISTS (SELECT FROM series_move_dates
                    WHERE move_id = gone.move_id AND lesson_id IS NOT NULL AND outcome = 'free') THEN
      UPDATE series_moves SET status = 'void', resolved_at = product_now() WHERE id = gone.move_id AND status = 'open';
      DELETE FROM slot_holds WHERE id = gone.move_id;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER lessons_leave_series_move AFTER UPDATE ON lessons FOR EACH ROW
  WHEN (NEW.series_id IS NOT NULL
    AND (NEW.deleted_at IS NOT NULL
      OR NEW.status NOT IN ('Nie potwierdzona', 'Potwierdzona')
      OR (OLD.date, OLD.block, OLD.teacher_id) IS DISTINCT FROM (NEW.date, NEW.block, NEW.teacher_id)))
  EXECUTE FUNCTION leave_series_move();

-- A date that the person left out of a weekly lesson is a reason, too.
ALTER TABLE series_skips
  DROP CONSTRAINT series_skips_outcome_check,
  ADD CONSTRAINT series_skips_outcome_check CHECK (outcome IN (
    'closed', 'teacher-absent', 'teacher-busy', 'student-busy', 'outside-availability', 'past', 'left-out')) NOT VALID;
ALTER TABLE series_skips VALIDATE CONSTRAINT series_skips_outcome_check;

-- Screens of both people, and of parents, show the wish and its end at once.
CREATE FUNCTION signal_series_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('lessons', ARRAY(
    SELECT DISTINCT person FROM series x, unnest(ARRAY[x.teacher_id, x.student_id]) AS person WHERE x.id = NEW.series_id));
  RETURN NULL;
END $$;
CREATE TRIGGER series_moves_signal AFTER INSERT OR UPDATE ON series_moves
  FOR EACH ROW EXECUTE FUNCTION signal_series_move();
