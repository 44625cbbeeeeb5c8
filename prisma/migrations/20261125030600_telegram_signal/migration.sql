-- A chat that the bot connects or lets go shows on the person's open settings at once (rules §33).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE FUNCTION signal_telegram_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('attention', ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER users_telegram_chat_signal AFTER UPDATE OF telegram_chat_id ON users FOR EACH ROW
  WHEN (NEW.telegram_chat_id IS DISTINCT FROM OLD.telegram_chat_id) EXECUTE FUNCTION signal_telegram_chat();
