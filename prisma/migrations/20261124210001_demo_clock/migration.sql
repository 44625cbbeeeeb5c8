-- A demo's clock may be ahead of the machine's (DEMO_NOW). Its connections say by how much in `korki.clock_ahead`; without
-- that setting the functions return what now() and clock_timestamp() do.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE demo_clock (
  id       boolean PRIMARY KEY DEFAULT true CHECK (id),
  ahead_ms bigint NOT NULL
);

CREATE FUNCTION product_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT now() + coalesce(nullif(current_setting('korki.clock_ahead', true), ''), '0')::interval
$$;
CREATE FUNCTION product_clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT clock_timestamp() + coalesce(nullif(current_setting('korki.clock_ahead', true), ''), '0')::interval
$$;
CREATE OR REPLACE FUNCTION warsaw_today() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (product_now() AT TIME ZONE 'Europe/Warsaw')::date
$$;

-- Defaults follow the product's clock; only how long a process was not heard of is told by the machine's.
DO $$
DECLARE
  it record;
BEGIN
  FOR it IN
    SELECT c.table_name, c.column_name, c.column_default ILIKE '%clock_timestamp%' AS moves
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
       AND c.table_name NOT IN ('api_processes', '_prisma_migrations')
       AND c.column_default ~* '^(now\(\)|CURRENT_TIMESTAMP|clock_timestamp\(\))'
     ORDER BY c.table_name, c.column_name
  LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT %s', it.table_name, it.column_name,
                   CASE WHEN it.moves THEN 'product_clock_timestamp()' ELSE 'product_now()' END);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION void_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reschedule_proposals SET status = 'void', resolved_at = product_now()
   WHERE lesson_id = NEW.id AND status = 'open';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION is_vetted(teacher uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT count(DISTINCT kind) = 3 FROM vetting_checks
   WHERE teacher_id = teacher AND (valid_until IS NULL OR valid_until >= warsaw_today())
$$;
