SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: new tables, and one row.
-- Files of students or payments that were imported (rules §28), and what each created.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  file_name text NOT NULL,
  row_count integer NOT NULL,
  created_by_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  undone_at timestamptz(3),
  kept_count integer NOT NULL DEFAULT 0,
  CONSTRAINT imports_kind_check CHECK (kind IN ('students', 'payments'))
);
CREATE INDEX imports_created_at_idx ON imports (created_at);

CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- The account or the payment.
  entity_id uuid NOT NULL,
  -- A hash of a payment's row: the same row creates no second payment. Null: it was undone, or is a student's.
  row_key text,
  PRIMARY KEY (import_id, entity_id)
);
CREATE UNIQUE INDEX import_rows_key ON import_rows (row_key);
CREATE INDEX import_rows_entity_id_idx ON import_rows (entity_id);

CREATE FUNCTION signal_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('people', '{}');
  RETURN NULL;
END $$;
CREATE TRIGGER imports_signal AFTER INSERT OR UPDATE ON imports
  FOR EACH STATEMENT EXECUTE FUNCTION signal_import();

-- An administrator needs no guide through the first hour.
ALTER TABLE centre_settings ADD COLUMN is_guide_hidden boolean NOT NULL DEFAULT false;
