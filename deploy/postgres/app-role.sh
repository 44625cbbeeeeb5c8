#!/bin/sh
# Creates the role that the application connects as. The image runs this once, on an empty data directory; the migration
# grants the role its rights.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=password="$APP_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE korki_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
SQL
