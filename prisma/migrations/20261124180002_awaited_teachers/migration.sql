-- Administrators' open screens hear that somebody waits in a room without the teacher, and that the teacher has come
-- (rules §30).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TRIGGER notifications_teacher_absent_signal AFTER INSERT ON notifications
  FOR EACH ROW WHEN (NEW.kind = 'teacher-absent') EXECUTE FUNCTION signal_attention();
CREATE TRIGGER lesson_visits_teacher_signal AFTER INSERT ON lesson_visits
  FOR EACH ROW WHEN (NEW.role = 'teacher') EXECUTE FUNCTION signal_attention();
