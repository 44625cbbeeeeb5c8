-- Says at once whose contacts changed, so that open chats show who may write to whom.
CREATE FUNCTION signal_relation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  relation teaching_relations := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('korki_chat', json_build_object(
    'contacts', json_build_array(relation.student_id, relation.teacher_id))::text);
  RETURN NULL;
END $$;

CREATE TRIGGER teaching_relations_signal AFTER INSERT OR DELETE ON teaching_relations FOR EACH ROW
  EXECUTE FUNCTION signal_relation();
