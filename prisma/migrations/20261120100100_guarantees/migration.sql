-- What the database guarantees by itself (decisions §4) and Prisma's language cannot say.

-- Vocabularies, as the specification spells them ------------------------------------------------------

ALTER TABLE users
  ADD CONSTRAINT users_role_check CHECK (role IN ('Student', 'Teacher', 'Parent', 'Admin')),
  ADD CONSTRAINT users_email_lower_check CHECK (email = lower(email));

ALTER TABLE teacher_subjects
  ADD CONSTRAINT teacher_subjects_subject_check
    CHECK (subject IN ('Matematyka', 'Fizyka', 'Polski', 'Informatyka', 'Angielski')),
  ADD CONSTRAINT teacher_subjects_level_check CHECK (level IN ('szkolaP', 'liceumP', 'liceumR'));

ALTER TABLE availability_sections
  ADD CONSTRAINT availability_sections_day_check
    CHECK (day IN ('pon', 'wt', 'sr', 'czw', 'pt', 'sob', 'niedz')),
  ADD CONSTRAINT availability_sections_blocks_check
    CHECK (0 <= start_block AND start_block <= end_block AND end_block <= 13);

ALTER TABLE lessons
  ADD CONSTRAINT lessons_status_check CHECK (status IN (
    'Nie potwierdzona', 'Potwierdzona', 'Odwolana przez ucznia', 'Odwolana przez nauczyciela',
    'Zrealizowana', 'Uczen nieobecny')),
  ADD CONSTRAINT lessons_block_check CHECK (block BETWEEN 0 AND 13),
  ADD CONSTRAINT lessons_subject_check
    CHECK (subject IN ('Matematyka', 'Fizyka', 'Polski', 'Informatyka', 'Angielski')),
  ADD CONSTRAINT lessons_level_check CHECK (level IN ('szkolaP', 'liceumP', 'liceumR')),
  ADD CONSTRAINT lessons_money_check CHECK (price >= 0 AND rate >= 0);

ALTER TABLE trial_lessons
  ADD CONSTRAINT trial_lessons_status_check
    CHECK (status IN ('Nowa', 'Umowiona', 'Zrealizowana', 'Odwolana')),
  ADD CONSTRAINT trial_lessons_block_check CHECK (block BETWEEN 0 AND 13),
  ADD CONSTRAINT trial_lessons_scheduled_check CHECK (
    status <> 'Umowiona' OR (teacher_id IS NOT NULL AND date IS NOT NULL AND block IS NOT NULL)),
  ADD CONSTRAINT trial_lessons_subject_check
    CHECK (subject IN ('Matematyka', 'Fizyka', 'Polski', 'Informatyka', 'Angielski')),
  ADD CONSTRAINT trial_lessons_level_check CHECK (level IN ('szkolaP', 'liceumP', 'liceumR'));

ALTER TABLE reschedule_proposals
  ADD CONSTRAINT reschedule_proposals_status_check
    CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn', 'void')),
  ADD CONSTRAINT reschedule_proposals_block_check CHECK (block BETWEEN 0 AND 13);

ALTER TABLE prices ADD CONSTRAINT prices_money_check CHECK (price >= 0 AND rate >= 0);

ALTER TABLE conversations ADD CONSTRAINT conversations_order_check CHECK (low_user_id < high_user_id);

ALTER TABLE notifications
  ADD CONSTRAINT notifications_status_check
    CHECK (status IN ('pending', 'queued', 'sent', 'failed', 'skipped')),
  ADD CONSTRAINT notifications_channel_check CHECK (channel IN ('telegram', 'email')),
  ADD CONSTRAINT notifications_address_check CHECK (recipient_id IS NOT NULL OR email IS NOT NULL);

ALTER TABLE occupied_slots
  ADD CONSTRAINT occupied_slots_source_check CHECK ((lesson_id IS NULL) <> (trial_lesson_id IS NULL));

-- Partial indexes -------------------------------------------------------------------------------------

CREATE UNIQUE INDEX reschedule_proposals_one_open_key ON reschedule_proposals (lesson_id) WHERE status = 'open';
CREATE UNIQUE INDEX telegram_codes_live_key ON telegram_codes (code)
  WHERE used_at IS NULL AND voided_at IS NULL;
CREATE INDEX notifications_due_idx ON notifications (due_at) WHERE status = 'pending';
CREATE INDEX notifications_queued_idx ON notifications (queued_at) WHERE status = 'queued';
CREATE INDEX messages_unread_idx ON messages (recipient_id, sender_id, created_at) WHERE read_at IS NULL;
CREATE INDEX lessons_confirmed_idx ON lessons (date, block)
  WHERE status = 'Potwierdzona' AND deleted_at IS NULL;
CREATE INDEX lessons_unconfirmed_idx ON lessons (created_at)
  WHERE status = 'Nie potwierdzona' AND deleted_at IS NULL;

-- One thing at a time per teacher, and per student ----------------------------------------------------
-- A lesson or trial lesson that is not cancelled holds its slot, and the unique indexes of occupied_slots
-- let exactly one of any number of racing writers through.

CREATE FUNCTION lesson_holds_slot(lesson lessons) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT lesson.deleted_at IS NULL
     AND lesson.status NOT IN ('Odwolana przez ucznia', 'Odwolana przez nauczyciela')
$$;

CREATE FUNCTION keep_lesson_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF lesson_holds_slot(OLD) = lesson_holds_slot(NEW)
       AND (OLD.teacher_id, OLD.student_id, OLD.date, OLD.block)
         = (NEW.teacher_id, NEW.student_id, NEW.date, NEW.block) THEN
      RETURN NULL;
    END IF;
    DELETE FROM occupied_slots WHERE lesson_id = NEW.id;
  END IF;
  IF lesson_holds_slot(NEW) THEN
    INSERT INTO occupied_slots (teacher_id, student_id, date, block, lesson_id)
    VALUES (NEW.teacher_id, NEW.student_id, NEW.date, NEW.block, NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER lessons_slot AFTER INSERT OR UPDATE ON lessons
  FOR EACH ROW EXECUTE FUNCTION keep_lesson_slot();

CREATE FUNCTION trial_lesson_holds_slot(trial trial_lessons) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT trial.teacher_id IS NOT NULL AND trial.date IS NOT NULL AND trial.block IS NOT NULL
     AND trial.status <> 'Odwolana'
$$;

CREATE FUNCTION keep_trial_lesson_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM occupied_slots WHERE trial_lesson_id = NEW.id;
  END IF;
  IF trial_lesson_holds_slot(NEW) THEN
    INSERT INTO occupied_slots (teacher_id, date, block, trial_lesson_id)
    VALUES (NEW.teacher_id, NEW.date, NEW.block, NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER trial_lessons_slot AFTER INSERT OR UPDATE ON trial_lessons
  FOR EACH ROW EXECUTE FUNCTION keep_trial_lesson_slot();

-- Signals, heard after commit by whoever listens ------------------------------------------------------

CREATE FUNCTION signal_lesson_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('korki_lessons', json_build_object(
    'lessonId', NEW.id, 'teacherId', NEW.teacher_id, 'studentId', NEW.student_id,
    'version', NEW.version)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER lessons_signal AFTER INSERT OR UPDATE ON lessons
  FOR EACH ROW EXECUTE FUNCTION signal_lesson_change();

CREATE FUNCTION signal_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('korki_outbox', '');
  RETURN NULL;
END $$;

CREATE TRIGGER notifications_signal AFTER INSERT ON notifications
  FOR EACH STATEMENT EXECUTE FUNCTION signal_outbox();

-- History is append-only ------------------------------------------------------------------------------

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'history entries are append-only';
END $$;

CREATE TRIGGER history_entries_append_only BEFORE UPDATE OR DELETE ON history_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
