SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: three new tables, and triggers that are made in no time.
-- Who waits for a slot of a teacher (rules §34). The block that is held for one is a row of slot_holds with the teacher's
-- slot, as for moves of weekly lessons: without the student's, who may have other lessons meanwhile.
CREATE TABLE watches (
  id uuid PRIMARY KEY,
  student_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- Who began it and is told: the student or a parent.
  creator_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  teacher_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  subject text NOT NULL,
  level text NOT NULL,
  weekdays text[] NOT NULL,
  from_block smallint NOT NULL,
  to_block smallint NOT NULL,
  until date NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT product_now(),
  hold_id uuid REFERENCES slot_holds (id) ON DELETE SET NULL ON UPDATE CASCADE,
  held_date date,
  held_block smallint,
  held_until timestamptz(3),
  CONSTRAINT watches_blocks_check CHECK (0 <= from_block AND from_block <= to_block AND to_block <= 13),
  CONSTRAINT watches_hold_check CHECK (hold_id IS NULL OR num_nulls(held_date, held_block, held_until) = 0)
);
CREATE INDEX watches_student_id_idx ON watches (student_id);
CREATE INDEX watches_creator_id_idx ON watches (creator_id);
CREATE INDEX watches_teacher_id_created_at_idx ON watches (teacher_id, created_at);
CREATE UNIQUE INDEX watches_hold_id_key ON watches (hold_id);

-- What was offered to whom, so that a block is offered once to each while it stays free.
CREATE TABLE watch_offers (
  watch_id uuid NOT NULL REFERENCES watches (id) ON DELETE CASCADE ON UPDATE CASCADE,
  date date NOT NULL,
  block smallint NOT NULL,
  offered_at timestamptz(3) NOT NULL DEFAULT product_now(),
  CONSTRAINT watch_offers_pkey PRIMARY KEY (watch_id, date, block)
);

-- Blocks of watched teachers that are free, or held, and since when: what is not here and is free has become free.
CREATE TABLE watched_blocks (
  teacher_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  date date NOT NULL,
  block smallint NOT NULL,
  free_since timestamptz(3) NOT NULL DEFAULT product_now(),
  CONSTRAINT watched_blocks_pkey PRIMARY KEY (teacher_id, date, block)
);

-- A watch that goes takes its hold along.
CREATE FUNCTION end_watch_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM slot_holds WHERE id = OLD.hold_id;
  RETURN NULL;
END $$;
CREATE TRIGGER watches_end_hold AFTER DELETE ON watches FOR EACH ROW WHEN (OLD.hold_id IS NOT NULL)
  EXECUTE FUNCTION end_watch_hold();

-- Whoever gets a lesson at the slot that is held for them has what they waited for: the watch ends, and its hold makes
-- room. A transaction that says so (an administrator's) takes any held slot; then the watch goes on without it. Whoever
-- removes the hold first decides a race: slots are written after this.
CREATE FUNCTION take_held_slot(teacher uuid, student uuid, day date, hour smallint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM watches w
   WHERE w.teacher_id = teacher AND w.student_id = student AND w.hold_id IS NOT NULL
     AND w.held_date = day AND w.held_block = hour;
  IF current_setting('korki.takes_holds', true) = 'on' THEN
    WITH held AS (
      SELECT w.hold_id FROM watches w
       WHERE w.teacher_id = teacher AND w.hold_id IS NOT NULL AND w.held_date = day AND w.held_block = hour FOR UPDATE)
    DELETE FROM slot_holds h USING held WHERE h.id = held.hold_id;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION keep_lesson_person_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF lesson_holds_slot(OLD) = lesson_holds_slot(NEW)
       AND (OLD.teacher_id, OLD.student_id, OLD.date, OLD.block)
         = (NEW.teacher_id, NEW.student_id, NEW.date, NEW.block) THEN
      RETURN NULL;
    END IF;
    DELETE FROM person_slots WHERE lesson_id = NEW.id;
  END IF;
  IF lesson_holds_slot(NEW) THEN
    PERFORM take_held_slot(NEW.teacher_id, NEW.student_id, NEW.date, NEW.block);
    PERFORM take_person_slots(NEW.teacher_id, NEW.student_id, NEW.date, NEW.block, NEW.id, NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_trial_person_slots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM person_slots WHERE trial_lesson_id = NEW.id;
  END IF;
  IF trial_lesson_holds_slot(NEW) THEN
    PERFORM take_held_slot(NEW.teacher_id, NULL, NEW.date, NEW.block);
    PERFORM take_person_slots(NEW.teacher_id, NEW.student_id, NEW.date, NEW.block, NULL, NEW.id);
  END IF;
  RETURN NULL;
END $$;

-- Named before "lessons_hold_slots", so that it runs first.
CREATE FUNCTION take_new_lessons_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM watches WHERE hold_id IS NOT NULL) THEN
    PERFORM take_held_slot(n.teacher_id, n.student_id, n.date, n.block) FROM new_rows n
      WHERE n.deleted_at IS NULL AND n.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lessons_held_slots AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION take_new_lessons_holds();

-- The worker looks at once when a block may have become free, or a holder may have lost it.
CREATE FUNCTION wake_watches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM watches) THEN
    PERFORM send_signal('korki_watches', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER person_slots_wake_watches AFTER INSERT OR DELETE ON person_slots
  FOR EACH STATEMENT EXECUTE FUNCTION wake_watches();
CREATE TRIGGER closures_wake_watches AFTER INSERT OR DELETE ON closures
  FOR EACH STATEMENT EXECUTE FUNCTION wake_watches();
CREATE TRIGGER availability_sections_wake_watches AFTER INSERT OR DELETE ON availability_sections
  FOR EACH STATEMENT EXECUTE FUNCTION wake_watches();
CREATE TRIGGER day_hours_wake_watches AFTER INSERT OR UPDATE OR DELETE ON day_hours
  FOR EACH STATEMENT EXECUTE FUNCTION wake_watches();
CREATE TRIGGER watches_wake AFTER DELETE ON watches FOR EACH STATEMENT EXECUTE FUNCTION wake_watches();
CREATE TRIGGER teaching_relations_wake_watches AFTER DELETE ON teaching_relations
  FOR EACH STATEMENT EXECUTE FUNCTION wake_watches();
CREATE TRIGGER users_wake_watches AFTER UPDATE OF is_disabled ON users
  FOR EACH STATEMENT EXECUTE FUNCTION wake_watches();
CREATE TRIGGER ledger_accounts_wake_watches AFTER UPDATE OF balance ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION wake_watches();

-- Screens of both people, and of parents, show a hold and its end at once.
CREATE FUNCTION signal_watch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('lessons', ARRAY[coalesce(NEW.teacher_id, OLD.teacher_id),
                                         coalesce(NEW.student_id, OLD.student_id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER watches_signal AFTER INSERT OR UPDATE OR DELETE ON watches
  FOR EACH ROW EXECUTE FUNCTION signal_watch();
