-- Who was in the room of a lesson, and when (rules §30). A visit's id names its window; `seen_at` is the last time that
-- the server heard it, `closes_at` when the room closes, as the lesson stood at entering. `lesson_place` null: as
-- MEETING_BASE_URL says.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE lesson_visits (
  id         uuid PRIMARY KEY,
  lesson_id  uuid NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role       text NOT NULL CHECK (role IN ('teacher', 'student', 'parent', 'admin')),
  generation integer NOT NULL,
  entered_at timestamptz(3) NOT NULL,
  seen_at    timestamptz(3) NOT NULL,
  closes_at  timestamptz(3) NOT NULL,
  left_at    timestamptz(3)
);
CREATE INDEX lesson_visits_lesson_id_idx ON lesson_visits (lesson_id, entered_at);
CREATE INDEX lesson_visits_user_id_idx ON lesson_visits (user_id);
CREATE INDEX lesson_visits_entered_at_idx ON lesson_visits (entered_at);

ALTER TABLE centre_settings ADD COLUMN lesson_place text;
ALTER TABLE centre_settings
  ADD CONSTRAINT centre_settings_lesson_place_check CHECK (lesson_place IN ('own', 'outside')) NOT VALID;
