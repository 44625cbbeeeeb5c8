-- contract: since 20261122060100 person_slots holds everything; nobody writes occupied_slots but its triggers, and a
-- process of the version before reads it through the view.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

DROP TRIGGER lessons_slot ON lessons;
DROP TRIGGER trial_lessons_slot ON trial_lessons;
DROP FUNCTION keep_lesson_slot();
DROP FUNCTION keep_trial_lesson_slot();
DROP TABLE occupied_slots;
DROP PROCEDURE fill_person_slots();

CREATE VIEW occupied_slots AS
SELECT l.teacher_id, l.student_id, l.date, l.block, l.id AS lesson_id, NULL::uuid AS trial_lesson_id
  FROM person_slots s JOIN lessons l ON l.id = s.lesson_id AND l.teacher_id = s.person_id
UNION ALL
SELECT s.person_id, NULL, s.date, s.block, NULL, s.trial_lesson_id FROM person_slots s
 WHERE s.trial_lesson_id IS NOT NULL;
