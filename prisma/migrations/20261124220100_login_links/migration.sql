SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Browsers that asked for a link to sign in (rules §38), for a known address or not: the browser keeps the signed id. The
-- link signs in there; elsewhere its page shows a code that this browser types.
CREATE TABLE login_requests (
  id uuid PRIMARY KEY,
  -- Null: the address has no account that may sign in by a link.
  link_id uuid REFERENCES one_time_links (id) ON DELETE CASCADE ON UPDATE CASCADE,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX login_requests_link_id_idx ON login_requests (link_id);
CREATE INDEX login_requests_expires_at_idx ON login_requests (expires_at);
