-- Push (rules §33): devices, and what waits for a device to say "shown".
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The sign-in on that device; with it the subscription ends.
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint text NOT NULL CONSTRAINT push_subscriptions_endpoint_check CHECK (length(endpoint) <= 1000),
  p256dh text NOT NULL,
  auth text NOT NULL,
  name text NOT NULL,
  -- The key of the centre that the browser subscribed with; a push service accepts no other one.
  public_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT product_now(),
  last_shown_at timestamptz(3),
  -- The push service refused the centre's keys for it.
  refused_at timestamptz(3)
);
CREATE UNIQUE INDEX push_subscriptions_endpoint_key ON push_subscriptions (endpoint);
CREATE INDEX push_subscriptions_user_id_idx ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_session_id_idx ON push_subscriptions (session_id);

-- One row while a push service refuses the centre's keys.
CREATE TABLE push_stops (
  id integer PRIMARY KEY CONSTRAINT push_stops_one_check CHECK (id = 1),
  reason text NOT NULL,
  stopped_at timestamptz(3) NOT NULL DEFAULT product_now(),
  until timestamptz(3) NOT NULL
);

-- Until then a device may say that it showed the message; then the next channel takes over.
ALTER TABLE notifications ADD COLUMN push_until timestamptz(3);
ALTER TABLE notifications ADD COLUMN shown_at timestamptz(3);
ALTER TABLE notifications DROP CONSTRAINT notifications_channel_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_channel_check
  CHECK (channel IN ('push', 'telegram', 'email')) NOT VALID;

-- The channels on which a person does not want a kind: for this kind, or for all ('*'). Push was not there when the
-- others were chosen: who had switched off both wants none.
CREATE FUNCTION switched_off(person uuid, notified text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT p.channel FROM notification_preferences p
     WHERE p.user_id = person AND p.kind IN (notified, '*') AND NOT p.enabled
     UNION ALL
    SELECT 'push'
     WHERE 2 = (SELECT count(*) FROM notification_preferences p WHERE p.user_id = person AND p.kind = notified
                   AND p.channel IN ('telegram', 'email') AND NOT p.enabled)
       AND NOT EXISTS (SELECT FROM notification_preferences p
                        WHERE p.user_id = person AND p.kind = notified AND p.channel = 'push'))
$$;

-- Signing out and disabling take a device's subscription along.
CREATE FUNCTION forget_push_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE session_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER sessions_ended_push AFTER UPDATE OF ended_at ON sessions FOR EACH ROW
  WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL) EXECUTE FUNCTION forget_push_of_session();

CREATE FUNCTION forget_push_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER users_disabled_push AFTER UPDATE OF is_disabled ON users FOR EACH ROW
  WHEN (NEW.is_disabled AND NOT OLD.is_disabled) EXECUTE FUNCTION forget_push_of_account();

-- Administrators read at once that push has stopped, and that it goes on.
CREATE TRIGGER push_stops_signal AFTER INSERT OR DELETE ON push_stops
  FOR EACH STATEMENT EXECUTE FUNCTION signal_attention();
