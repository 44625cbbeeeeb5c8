-- The board of a lesson: an ordered log of operations, and its pictures (rules §31). A deleted lesson takes its board along.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE lesson_boards (
  lesson_id uuid PRIMARY KEY REFERENCES lessons (id) ON DELETE CASCADE,
  last_seq  integer NOT NULL DEFAULT 0,
  bytes     integer NOT NULL DEFAULT 0
);

-- The body is kept as it was written: every copy of a board reads the same text.
CREATE TABLE board_operations (
  lesson_id  uuid NOT NULL REFERENCES lesson_boards (lesson_id) ON DELETE CASCADE,
  seq        integer NOT NULL,
  key        uuid NOT NULL,
  author_id  uuid NOT NULL REFERENCES users (id),
  page       smallint NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('stroke', 'shape', 'text', 'formula', 'picture', 'move', 'erase', 'undo',
                                           'redo', 'page', 'clear', 'lock')),
  body       json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (lesson_id, seq)
);
CREATE UNIQUE INDEX board_operations_lesson_id_key_key ON board_operations (lesson_id, key);
CREATE INDEX board_operations_author_id_idx ON board_operations (author_id);

-- The same file of the same person is one picture.
CREATE TABLE board_pictures (
  id         uuid PRIMARY KEY,
  lesson_id  uuid NOT NULL REFERENCES lesson_boards (lesson_id) ON DELETE CASCADE,
  author_id  uuid NOT NULL REFERENCES users (id),
  digest     bytea NOT NULL,
  content    bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX board_pictures_lesson_id_author_id_digest_key ON board_pictures (lesson_id, author_id, digest);
CREATE INDEX board_pictures_author_id_idx ON board_pictures (author_id);

CREATE FUNCTION delete_board() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM lesson_boards WHERE lesson_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER lessons_delete_board AFTER UPDATE OF deleted_at ON lessons
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION delete_board();
