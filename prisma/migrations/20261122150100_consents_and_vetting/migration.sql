SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Documents of the centre (rules §16). A new text is a new version; versions are never changed.
CREATE TABLE documents (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  version integer NOT NULL,
  mandatory boolean NOT NULL,
  roles text[] NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX documents_kind_version_key ON documents (kind, version);

CREATE VIEW current_documents AS
  SELECT DISTINCT ON (kind) id, kind, version, mandatory, roles, title, text, created_at
    FROM documents ORDER BY kind, version DESC;

-- Who accepted or withdrew what, when and for whom. Rows are only added.
CREATE TABLE consents (
  id uuid PRIMARY KEY,
  document_id uuid NOT NULL REFERENCES documents (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  given_by_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  person_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  accepted boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX consents_person_id_document_id_created_at_idx ON consents (person_id, document_id, created_at);

CREATE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'consents are only added' USING ERRCODE = '23514', CONSTRAINT = 'consents_append_only';
END $$;
CREATE TRIGGER consents_append_only BEFORE UPDATE OR DELETE ON consents
  FOR EACH ROW EXECUTE FUNCTION refuse_consent_change();

-- The mandatory documents that a person has not accepted, among those published until a moment.
CREATE FUNCTION missing_consents(person uuid, role_of text, published_until timestamptz) RETURNS uuid[]
LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT d.id FROM current_documents d
     WHERE d.mandatory AND role_of = ANY (d.roles) AND d.created_at <= published_until
       AND NOT coalesce((SELECT c.accepted FROM consents c WHERE c.person_id = person AND c.document_id = d.id
                          ORDER BY c.created_at DESC, c.id DESC LIMIT 1), false)
     ORDER BY d.kind)
$$;

-- The checks that the law requires of people who teach minors. No scans.
CREATE TABLE vetting_checks (
  id uuid PRIMARY KEY,
  teacher_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  kind text NOT NULL,
  checked_on date NOT NULL,
  valid_until date,
  reference text NOT NULL,
  checked_by_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT vetting_checks_kind_check CHECK (kind IN ('rspts', 'krk', 'oswiadczenie'))
);
CREATE INDEX vetting_checks_teacher_id_kind_idx ON vetting_checks (teacher_id, kind);

-- The setting REQUIRE_VETTING, written by the API when it starts, so that the database can enforce it.
ALTER TABLE centre_settings ADD COLUMN require_vetting boolean NOT NULL DEFAULT false;

CREATE FUNCTION is_vetted(teacher uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT kind) = 3 FROM vetting_checks
   WHERE teacher_id = teacher
     AND (valid_until IS NULL OR valid_until >= (now() AT TIME ZONE 'Europe/Warsaw')::date)
$$;

CREATE FUNCTION require_vetted_teacher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT require_vetting FROM centre_settings) AND NOT is_vetted(NEW.teacher_id) THEN
    RAISE EXCEPTION 'the teacher lacks a required check' USING ERRCODE = '23505', CONSTRAINT = 'teacher_vetted';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER teaching_relations_vetted BEFORE INSERT ON teaching_relations
  FOR EACH ROW EXECUTE FUNCTION require_vetted_teacher();
-- A substitute becomes the lesson's teacher.
CREATE TRIGGER lessons_vetted BEFORE UPDATE OF teacher_id ON lessons
  FOR EACH ROW WHEN (NEW.teacher_id <> OLD.teacher_id) EXECUTE FUNCTION require_vetted_teacher();
