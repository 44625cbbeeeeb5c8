SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: one row.
-- How the centre presents itself (rules §27). Null: as the environment says.
ALTER TABLE centre_settings
  ADD COLUMN name text,
  ADD COLUMN contact_phone text,
  ADD COLUMN contact_email text,
  ADD COLUMN brand_colour text,
  ADD COLUMN brand_version integer NOT NULL DEFAULT 0;
ALTER TABLE centre_settings
  ADD CONSTRAINT centre_settings_brand_colour_check CHECK (brand_colour ~ '^#[0-9a-f]{6}$') NOT VALID;
ALTER TABLE centre_settings VALIDATE CONSTRAINT centre_settings_brand_colour_check;

-- The logo and the icons made of it, all PNG; none while neither logo nor colour is set.
CREATE TABLE brand_images (
  kind text PRIMARY KEY,
  width integer NOT NULL,
  height integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT brand_images_kind_check
    CHECK (kind IN ('logo-source', 'logo', 'icon-192', 'icon-512', 'icon-maskable-512', 'apple-touch-icon', 'favicon-48')),
  CONSTRAINT brand_images_size_check CHECK (octet_length(content) BETWEEN 1 AND 1000000)
);

CREATE FUNCTION signal_centre() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('attention', '{}');
  RETURN NULL;
END $$;
CREATE TRIGGER centre_settings_signal AFTER UPDATE ON centre_settings
  FOR EACH STATEMENT EXECUTE FUNCTION signal_centre();
