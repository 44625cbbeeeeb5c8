SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Processes no longer pass connections to each other. The previous version still writes its address.
ALTER TABLE api_processes ALTER COLUMN address SET DEFAULT '';
