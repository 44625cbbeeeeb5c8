SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- A young child has no address and no login; a parent acts for it (rules §15).
ALTER TABLE users ALTER COLUMN email DROP NOT NULL;
ALTER TABLE users ADD CONSTRAINT users_email_check
  CHECK (email <> '' AND (email IS NOT NULL OR role = 'Student' AND password_hash IS NULL)) NOT VALID;
ALTER TABLE users VALIDATE CONSTRAINT users_email_check;

-- A generated column cannot be given another expression without writing the table anew; a trigger can.
ALTER TABLE users ALTER COLUMN search_text DROP EXPRESSION;
CREATE FUNCTION keep_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := lower(translate(
    NEW.name || ' ' || NEW.surname || ' ' || coalesce(NEW.email, '') || ' ' || NEW.phone || ' ' || NEW.phone_parent,
    'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ', 'acelnoszzACELNOSZZ'));
  RETURN NEW;
END $$;
CREATE TRIGGER users_search_text BEFORE INSERT OR UPDATE OF name, surname, email, phone, phone_parent, search_text
  ON users FOR EACH ROW EXECUTE FUNCTION keep_search_text();

CREATE TABLE guardianships (
  id uuid PRIMARY KEY,
  parent_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  student_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  can_book boolean NOT NULL,
  can_pay boolean NOT NULL,
  is_payer boolean NOT NULL,
  first_day date NOT NULL,
  last_day date,
  -- Set when it was ended, or when a write found that its last day has passed.
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT guardianships_people_check CHECK (parent_id <> student_id),
  CONSTRAINT guardianships_days_check CHECK (last_day IS NULL OR last_day >= first_day),
  CONSTRAINT guardianships_payer_check CHECK (can_pay OR NOT is_payer)
);
CREATE UNIQUE INDEX guardianships_pair_key ON guardianships (parent_id, student_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX guardianships_payer_key ON guardianships (student_id) WHERE is_payer AND ended_at IS NULL;
CREATE INDEX guardianships_student_id_idx ON guardianships (student_id);
CREATE INDEX guardianships_parent_id_idx ON guardianships (parent_id);

-- The one definition of who may act for whom today.
CREATE VIEW current_guardianships AS
  SELECT id, parent_id, student_id, can_book, can_pay, is_payer FROM guardianships
   WHERE ended_at IS NULL AND first_day <= (now() AT TIME ZONE 'Europe/Warsaw')::date
     AND (last_day IS NULL OR last_day >= (now() AT TIME ZONE 'Europe/Warsaw')::date);

-- Parents hear of what concerns their children.
CREATE OR REPLACE FUNCTION signal_change(topic text, people uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('korki_changes', json_build_object('topic', topic, 'userIds',
    people || ARRAY(SELECT parent_id FROM current_guardianships WHERE student_id = ANY (people) ORDER BY 1))::text)
$$;

CREATE FUNCTION signal_guardianship() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  guardianship guardianships := coalesce(NEW, OLD);
BEGIN
  PERFORM signal_change('family', ARRAY[guardianship.parent_id, guardianship.student_id]);
  PERFORM pg_notify('korki_chat', json_build_object('contacts', to_json(ARRAY[guardianship.parent_id] || ARRAY(
    SELECT teacher_id FROM teaching_relations WHERE student_id = guardianship.student_id)))::text);
  RETURN NULL;
END $$;

CREATE TRIGGER guardianships_signal AFTER INSERT OR UPDATE OR DELETE ON guardianships
  FOR EACH ROW EXECUTE FUNCTION signal_guardianship();

CREATE TABLE parent_invitations (
  id uuid PRIMARY KEY,
  student_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  email text NOT NULL,
  invited_by_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX parent_invitations_student_id_idx ON parent_invitations (student_id);
CREATE INDEX parent_invitations_invited_by_id_idx ON parent_invitations (invited_by_id);

-- The child that a parent is notified about; null for a person's own notification.
ALTER TABLE notifications ADD COLUMN child_id uuid;
ALTER TABLE notifications ADD CONSTRAINT notifications_child_id_fkey
  FOREIGN KEY (child_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE notifications VALIDATE CONSTRAINT notifications_child_id_fkey;

CREATE OR REPLACE FUNCTION payers_of(student uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT parent_id FROM current_guardianships WHERE student_id = student AND is_payer
$$;

-- Who is told what a student would be told: the student; for one without a login the payer, else every parent with
-- `book`. `child` is the student whom a parent is told about.
CREATE FUNCTION told_for(person uuid) RETURNS TABLE (recipient uuid, child uuid) LANGUAGE sql STABLE AS $$
  SELECT person, NULL::uuid
   WHERE NOT EXISTS (SELECT FROM users WHERE id = person AND role = 'Student' AND email IS NULL)
   UNION ALL
  SELECT g.parent_id, g.student_id
    FROM users u JOIN current_guardianships g ON g.student_id = u.id
   WHERE u.id = person AND u.role = 'Student' AND u.email IS NULL
     AND (g.is_payer OR g.can_book AND NOT EXISTS (SELECT FROM payers_of(person)))
$$;

-- Tells a student and the payer, at the end of the transaction, that few lessons are left: once each time that the
-- balance falls to the threshold.
CREATE OR REPLACE FUNCTION notify_low_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account ledger_accounts;
  threshold integer;
BEGIN
  SELECT * INTO account FROM ledger_accounts a
   WHERE a.student_id = NEW.student_id AND a.subject = NEW.subject AND a.level = NEW.level;
  SELECT low_balance_threshold INTO threshold FROM centre_settings;
  IF threshold > 0 AND account.opening_balance > threshold AND account.balance <= threshold
     AND EXISTS (SELECT FROM payments WHERE student_id = NEW.student_id) THEN
    INSERT INTO notifications (id, kind, recipient_id, child_id, facts, dedupe_key)
    SELECT uuid_v7(), 'low-balance', recipient, child,
           jsonb_build_object('studentId', NEW.student_id, 'subject', NEW.subject, 'level', NEW.level,
                              'available', account.balance),
           concat_ws(':', 'low-balance', account.opening_xid, NEW.student_id, NEW.subject, NEW.level, recipient)
      FROM (SELECT recipient, child FROM told_for(NEW.student_id)
             UNION SELECT payer, NEW.student_id FROM payers_of(NEW.student_id) payer) people
    ON CONFLICT (dedupe_key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
