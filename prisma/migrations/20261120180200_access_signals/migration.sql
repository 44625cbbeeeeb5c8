-- Says at once who lost access, so that open sockets are closed: a disabled account, an ended session.
CREATE FUNCTION signal_account_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('korki_access', json_build_object('userId', NEW.id)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER users_disabled_signal AFTER UPDATE OF is_disabled ON users FOR EACH ROW
  WHEN (NEW.is_disabled AND NOT OLD.is_disabled) EXECUTE FUNCTION signal_account_disabled();

CREATE FUNCTION signal_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('korki_access', json_build_object('userId', NEW.user_id, 'sessionId', NEW.id)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER sessions_ended_signal AFTER UPDATE OF ended_at ON sessions FOR EACH ROW
  WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL) EXECUTE FUNCTION signal_session_ended();
