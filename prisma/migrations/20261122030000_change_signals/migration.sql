SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- One channel for everything that open screens show. A signal carries a topic (contracts/live) and the people whom
-- it concerns, none of the data; administrators hear every topic. NULL instead of people: everybody.
CREATE FUNCTION signal_change(topic text, people uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('korki_changes', json_build_object('topic', topic, 'userIds', people)::text)
$$;

CREATE OR REPLACE FUNCTION signal_lesson_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.teacher_id <> NEW.teacher_id THEN
    PERFORM signal_change('lessons', ARRAY[NEW.teacher_id, NEW.student_id, OLD.teacher_id]);
  ELSE
    PERFORM signal_change('lessons', ARRAY[NEW.teacher_id, NEW.student_id]);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION signal_trial_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('trials', array_remove(ARRAY[OLD.teacher_id, NEW.teacher_id], NULL));
  RETURN NULL;
END $$;

CREATE FUNCTION signal_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('money', ARRAY[NEW.student_id]);
  RETURN NULL;
END $$;

CREATE TRIGGER payments_signal AFTER INSERT OR UPDATE ON payments
  FOR EACH ROW EXECUTE FUNCTION signal_payment_change();

CREATE FUNCTION signal_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_change('money', ARRAY[NEW.teacher_id]);
  RETURN NULL;
END $$;

CREATE TRIGGER payouts_signal AFTER INSERT OR UPDATE ON payouts
  FOR EACH ROW EXECUTE FUNCTION signal_payout_change();

-- Open chats show who may write to whom; open lists show who belongs to whom.
CREATE OR REPLACE FUNCTION signal_relation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  relation teaching_relations := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('korki_chat', json_build_object(
    'contacts', json_build_array(relation.student_id, relation.teacher_id))::text);
  PERFORM signal_change('people', ARRAY[relation.student_id, relation.teacher_id]);
  RETURN NULL;
END $$;

-- No query asks any more what changed since a moment.
DROP INDEX lessons_updated_at_idx;
DROP INDEX trial_lessons_updated_at_idx;
