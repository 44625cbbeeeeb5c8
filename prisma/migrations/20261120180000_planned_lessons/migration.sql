-- A person's planned lessons are few among thousands of finished ones: they have indexes of their own.
CREATE INDEX lessons_planned_teacher_idx ON lessons (teacher_id, date, block, id)
  WHERE deleted_at IS NULL AND status IN ('Nie potwierdzona', 'Potwierdzona');
CREATE INDEX lessons_planned_student_idx ON lessons (student_id, date, block, id)
  WHERE deleted_at IS NULL AND status IN ('Nie potwierdzona', 'Potwierdzona');

-- What changed since a connection was lost.
CREATE INDEX lessons_updated_at_idx ON lessons (updated_at);
